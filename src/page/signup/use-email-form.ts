import { useEffect, useReducer, useRef, type FormEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { formMessages } from '#campaign'
import { cleanEmail, isEmail } from '#contract/address/email.ts'
import type { FormView } from '#contract/render.ts'
import { fieldNames, type Placement } from '#contract/people/waitlist.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { track } from '#page/tracking/track.ts'
import { closeComplaint, showToast, type Toast } from '#page/ui/toasts.ts'
import { arrivedByPlainForm, joinedMark, lastSignup, markJoined } from './joined.ts'

type Options = {
  view: FormView
  section: Placement
  /**
   * Resolves to null, or to why the server refuses the address itself. If it throws, the form can
   * be sent again, and the error is rethrown.
   */
  send: (typed: { email: string; trap: string }) => Promise<string | null>
  /** FORM-5, QUIZ-7: the toast after a success */
  success: Pick<Toast, 'text' | 'lang'>
  onAnother?: (() => void) | undefined
}

export type EmailFormHandle = {
  state: FormState
  refs: {
    field: RefObject<HTMLInputElement | null>
    heading: RefObject<HTMLHeadingElement | null>
    slot: RefObject<HTMLDivElement | null>
  }
  onType: (text: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  onAnother: () => void
}

/**
 * State and handlers of a form for an e-mail address: typing, submitting and 'Use another address'.
 */
export function useEmailForm({
  view,
  section,
  send,
  success,
  onAnother,
}: Options): EmailFormHandle {
  const [state, dispatch] = useReducer(nextState, view, stateOf)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const slot = useRef<HTMLDivElement>(null)
  /** the visitor has submitted this form or reopened it */
  const used = useRef(false)

  // FORM-3: text that the visitor typed before hydration.
  useEffect(() => {
    if (field.current) dispatch({ type: 'typed', text: field.current.value })
  }, [])

  // The panel and the form move the focus when they replace each other, but not at page load.
  const joined = state.step === 'joined'
  useEffect(() => {
    if (joined) markJoined(safeStorage)
    if (used.current) (joined ? heading : field).current?.focus()
  }, [joined])

  // TRACK-1: a success of this form, or of the plain form that led to this page.
  useEffect(() => {
    if (joined && (used.current || arrivedByPlainForm()))
      track({ action: 'email_captured', section, email: state.typed })
  }, [joined, section, state.typed])

  const onType = (text: string) => {
    dispatch({ type: 'typed', text })
    if (verdictOf(nextState(state, { type: 'typed', text })) === 'valid') closeComplaint()
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.step === 'submitting') return
    const data = new FormData(event.currentTarget)
    const text = String(data.get(fieldNames.email) ?? '')
    const now = nextState(state, { type: 'typed', text })
    onType(text)
    if (verdictOf(now) !== 'valid') {
      const { invalidTitle, invalid, lang } = formMessages
      showToast({ title: invalidTitle, text: invalid, lang, tone: 'bad' })
      return field.current?.focus()
    }
    dispatch({ type: 'submitted' })
    const email = cleanEmail(text)
    const refused = await send({
      email,
      trap: String(data.get(fieldNames.trap) ?? ''),
    }).catch((error: unknown) => {
      dispatch({ type: 'failed' })
      field.current?.focus()
      throw error
    })
    if (refused !== null) return dispatch({ type: 'refused', reason: refused })
    const shown = await shownEmail(email)
    markJoined(safeStorage)
    showJoinedLines(document)
    used.current = true
    // The toast finds its edge beside the panel, once the focus has scrolled there.
    flushSync(() => dispatch({ type: 'joined', email: shown }))
    showToast({ ...success, tone: 'plain' })
    lastSignup.write({ section })
  }

  return {
    state,
    refs: { field, heading, slot },
    onType,
    onSubmit,
    onAnother() {
      used.current = true
      dispatch({ type: 'another' })
      onAnother?.()
    },
  }
}

/** Chromium hands over only the `xn--` form of an international host. */
const shownEmail = (email: string): string | Promise<string> =>
  /xn--/i.test(email)
    ? import('#contract/address/unicode-host.ts').then(
        (module) => module.unicodeEmail(email),
        () => email,
      )
    : email

/** Replaces every other form of the page by its line, at the same height, so that nothing moves. */
function showJoinedLines(page: Document) {
  for (const slot of page.querySelectorAll<HTMLElement>('.capture')) {
    slot.style.minHeight = `${slot.offsetHeight}px`
    slot.removeAttribute('data-again')
  }
  page.documentElement.dataset.joined = joinedMark(safeStorage)
}

/**
 * `refused`: why the server refused the text, which may be empty. FORM-2's message is shown until
 * the text changes.
 */
export type FormState = {
  step: 'editing' | 'submitting' | 'joined'
  typed: string
  refused: string | null
  /**
   * FORM-9: show the form even after a sign-up: the visitor reopened it, or the server returned it
   */
  reopened: boolean
}

export type FormAction =
  | { type: 'typed'; text: string }
  | { type: 'submitted' }
  | { type: 'refused'; reason: string }
  | { type: 'failed' }
  | { type: 'joined'; email: string }
  | { type: 'another' }

/** FORM-3: the validity of the text as typed. */
export type Verdict = 'empty' | 'valid' | 'invalid'

export function stateOf(view: FormView): FormState {
  const typed = view.state === 'welcome' ? view.email : view.typed
  return {
    step: view.state === 'welcome' ? 'joined' : 'editing',
    typed,
    refused: view.state === 'invalid' ? (view.reason ?? '') : null,
    reopened: view.state !== 'idle' || typed !== '',
  }
}

export function nextState(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'typed':
      return state.typed === action.text ? state : { ...state, typed: action.text, refused: null }
    case 'submitted':
      return verdictOf(state) === 'valid' ? { ...state, step: 'submitting' } : state
    case 'refused':
      return { ...state, step: 'editing', refused: action.reason }
    case 'failed':
      return { ...state, step: 'editing' }
    case 'joined':
      return { ...state, step: 'joined', typed: action.email, reopened: false }
    case 'another':
      return { ...state, step: 'editing', refused: null, reopened: true }
  }
}

export function verdictOf({ typed, refused }: FormState): Verdict {
  if (refused !== null) return 'invalid'
  if (typed.trim() === '') return 'empty'
  return isEmail(typed) ? 'valid' : 'invalid'
}
