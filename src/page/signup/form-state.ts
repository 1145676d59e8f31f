import { isEmail } from '#contract/email.ts'
import type { FormView } from '#contract/render.ts'

/** `refused`: the text that the server refused. FORM-2's message is shown until the text changes. */
export type FormState = {
  step: 'editing' | 'submitting' | 'joined'
  typed: string
  refused: string | null
  /** FORM-9: show the form even after a sign-up: the visitor reopened it, or the server returned it */
  reopened: boolean
  problem: Problem | null
}

/** Why the server returned a plain form unsaved. */
export type Problem = { kind: 'not-stored' } | { kind: 'busy'; retryAfterS: number }

export type FormEvent =
  | { type: 'typed'; text: string }
  | { type: 'submitted' }
  | { type: 'refused' }
  | { type: 'failed' }
  | { type: 'joined' }
  | { type: 'another' }

/** FORM-3: the validity of the text as typed. */
export type Verdict = 'empty' | 'valid' | 'invalid'

export function stateOf(view: FormView): FormState {
  const typed = view.state === 'welcome' ? view.email : view.typed
  const idle: FormState = {
    step: 'editing',
    typed,
    refused: null,
    reopened: view.state !== 'idle' || typed !== '',
    problem: null,
  }
  switch (view.state) {
    case 'idle':
      return idle
    case 'invalid':
      return { ...idle, refused: view.typed }
    case 'welcome':
      return { ...idle, step: 'joined' }
    case 'not-stored':
      return { ...idle, problem: { kind: 'not-stored' } }
    case 'busy':
      return { ...idle, problem: { kind: 'busy', retryAfterS: view.retryAfterS } }
  }
}

export function nextState(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'typed':
      return state.typed === event.text ? state : { ...state, typed: event.text, refused: null }
    case 'submitted':
      return verdictOf(state) === 'valid' ? { ...state, step: 'submitting', problem: null } : state
    case 'refused':
      return { ...state, step: 'editing', refused: state.typed }
    case 'failed':
      return { ...state, step: 'editing' }
    case 'joined':
      return { ...state, step: 'joined', reopened: false }
    case 'another':
      return { ...state, step: 'editing', refused: null, reopened: true, problem: null }
  }
}

export function verdictOf({ typed, refused }: FormState): Verdict {
  if (refused === typed) return 'invalid'
  if (typed.trim() === '') return 'empty'
  return isEmail(typed) ? 'valid' : 'invalid'
}
