import { useEffect, useReducer, useRef, type FormEvent, type RefObject } from 'react'
import { formMessages } from '#campaign/copy/interface.ts'
import type { FormView } from '#contract/render.ts'
import { fieldNames, type Placement } from '#contract/waitlist.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { track } from '#page/tracking/track.ts'
import { closeComplaint, showToast } from '#page/ui/toasts.ts'
import { nextState, stateOf, verdictOf, type FormState } from './form-state.ts'
import { arrivedByPlainForm, joinedMark, lastSignup, markJoined } from './joined-mark.ts'

type Options = {
  view: FormView
  section: Placement
  /**
   * Resolves to 'refused' if the server refuses the address itself. If it throws, the form can be
   * sent again, and the error is rethrown.
   */
  send: (typed: { email: string; trap: string }) => Promise<'joined' | 'refused'>
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

/** State and handlers of a form for an e-mail address: typing, submitting and 'Use another address'. */
export function useEmailForm({ view, section, send, onAnother }: Options): EmailFormHandle {
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
    const outcome = await send({
      email: text.trim(),
      trap: String(data.get(fieldNames.trap) ?? ''),
    }).catch((error: unknown) => {
      dispatch({ type: 'failed' })
      field.current?.focus()
      throw error
    })
    if (outcome === 'refused') return dispatch({ type: 'refused' })
    markJoined(safeStorage)
    showJoinedLines(document)
    used.current = true
    dispatch({ type: 'joined' })
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

/** Replaces every other form of the page by its line, at the same height, so that nothing moves. */
function showJoinedLines(page: Document) {
  for (const slot of page.querySelectorAll<HTMLElement>('.capture')) {
    slot.style.minHeight = `${slot.offsetHeight}px`
    slot.removeAttribute('data-again')
  }
  page.documentElement.dataset.joined = joinedMark(safeStorage)
}
