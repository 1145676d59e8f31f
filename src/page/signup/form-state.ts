import { isEmail } from '#contract/email.ts'
import type { FormView } from '#contract/render.ts'

/** What the form knows. `refused` is the text that the server would not take: FORM-2's message stands until it changes. */
export type FormState = {
  step: 'editing' | 'submitting' | 'joined'
  typed: string
  refused: string | null
  /** FORM-9: it was asked for, or came back from the server, and is shown after a sign-up too */
  again: boolean
  problem: Problem | null
}

/** Told by a form that came back from the server unsent. */
export type Problem = { kind: 'not-stored' } | { kind: 'busy'; retryAfterS: number }

export type FormEvent =
  | { type: 'typed'; text: string }
  | { type: 'submitted' }
  | { type: 'refused' }
  | { type: 'failed' }
  | { type: 'joined' }
  | { type: 'another' }

/** FORM-3: how the text stands, as typed. */
export type Verdict = 'empty' | 'valid' | 'invalid'

export function stateOf(view: FormView): FormState {
  const typed = view.state === 'welcome' ? view.email : view.typed
  const idle: FormState = {
    step: 'editing',
    typed,
    refused: null,
    again: view.state !== 'idle' || typed !== '',
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
      return { ...state, step: 'joined', again: false }
    case 'another':
      return { ...state, step: 'editing', refused: null, again: true, problem: null }
  }
}

export function verdictOf({ typed, refused }: FormState): Verdict {
  if (refused === typed) return 'invalid'
  if (typed.trim() === '') return 'empty'
  return isEmail(typed) ? 'valid' : 'invalid'
}
