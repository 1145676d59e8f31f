import { useEffect, useReducer, useRef, type FormEvent, type RefObject } from 'react'
import { filling } from '#campaign/copy/interface.ts'
import type { FormView } from '#contract/render.ts'
import { fieldNames, type Placement } from '#contract/waitlist.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { track } from '#page/tracking/track.ts'
import { closeComplaint, showToast } from '#page/ui/toasts.ts'
import { cameByForm } from './came-by-form.ts'
import { nextState, stateOf, verdictOf, type FormState } from './form-state.ts'
import { justJoined, markJoined, settleForms } from './joined-flag.ts'

export type Capturing = {
  view: FormView
  section: Placement
  /** `refused`: the address itself. What it throws leaves the form as it was, to be sent again, and is thrown on. */
  send: (typed: { email: string; trap: string }) => Promise<'joined' | 'refused'>
  onAnother?: (() => void) | undefined
}

/** A form as its view draws it. */
export type LiveForm = {
  state: FormState
  refs: {
    field: RefObject<HTMLInputElement | null>
    heading: RefObject<HTMLHeadingElement | null>
    slot: RefObject<HTMLDivElement | null>
  }
  typed: (text: string) => void
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  another: () => void
}

/** The state of a form that takes an address, and what typing, submitting and 'Use another address' do to it. */
export function useCapture({ view, section, send, onAnother }: Capturing): LiveForm {
  const [state, dispatch] = useReducer(nextState, view, stateOf)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const slot = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  const typed = (text: string) => {
    dispatch({ type: 'typed', text })
    if (verdictOf(nextState(state, { type: 'typed', text })) === 'valid') closeComplaint()
  }

  // FORM-3: what was typed before the script came.
  useEffect(() => {
    if (field.current) dispatch({ type: 'typed', text: field.current.value })
  }, [])

  // What takes the other's place takes the focus too, but not when the page opens.
  const joined = state.step === 'joined'
  useEffect(() => {
    if (joined) markJoined(safeStorage)
    if (moved.current) (joined ? heading : field).current?.focus()
  }, [joined])

  // TRACK-1: a success of this form, or of the plain form that led to this page. While joined, the text stays as it is.
  useEffect(() => {
    if (joined && (moved.current || cameByForm()))
      track({ action: 'email_captured', section, email: state.typed })
  }, [joined, section, state.typed])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.step === 'submitting') return
    const data = new FormData(event.currentTarget)
    const text = String(data.get(fieldNames.email) ?? '')
    const now = nextState(state, { type: 'typed', text })
    typed(text)
    if (verdictOf(now) !== 'valid') {
      showToast({ title: filling.invalidTitle, text: filling.invalid, tone: 'bad' })
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
    settleForms(safeStorage, document)
    moved.current = true
    dispatch({ type: 'joined' })
    justJoined.write({ section })
  }

  function another() {
    moved.current = true
    dispatch({ type: 'another' })
    onAnother?.()
  }

  return { state, refs: { field, heading, slot }, typed, submit, another }
}
