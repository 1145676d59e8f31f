/**
 * POP-4: the visitor scrolls down and returns to the top. `scrolledDown`: the page was scrolled
 * over 300 px. `byLink`: a link or a button of the page caused the last scroll, not the visitor.
 * `atTop`: true from the return until the top is left again.
 */
export type ScrollState = { scrolledDown: boolean; byLink: boolean; atTop: boolean }
export type ScrollInput =
  | { type: 'scroll'; scrollPx: number }
  | { type: 'link' }
  | { type: 'visitor' }

export const minScrollPx = 300
export const stayMs = 2_000

export const initialScroll: ScrollState = { scrolledDown: false, byLink: false, atTop: false }

export function nextScroll(state: ScrollState, input: ScrollInput): ScrollState {
  if (input.type !== 'scroll') return { ...state, byLink: input.type === 'link' }
  const { scrollPx } = input
  if (scrollPx > minScrollPx) return { ...state, scrolledDown: true, atTop: false }
  if (state.byLink) return { ...state, scrolledDown: false, atTop: false }
  return scrollPx <= 0
    ? { ...state, scrolledDown: false, atTop: state.scrolledDown || state.atTop }
    : { ...state, atTop: false }
}

/**
 * Calls when the visitor has returned to the top and stayed there. Returns a function that stops
 * it.
 */
export function onReturnToTop(page: Document, act: () => void): () => void {
  const stopped = new AbortController()
  const on = (type: string, listener: (event: Event) => void, target: EventTarget = page) =>
    target.addEventListener(type, listener, {
      passive: true,
      capture: true,
      signal: stopped.signal,
    })
  let state = initialScroll
  let timer: ReturnType<typeof setTimeout> | undefined
  const handle = (input: ScrollInput) => {
    const { atTop } = state
    state = nextScroll(state, input)
    if (state.atTop === atTop) return
    clearTimeout(timer)
    if (state.atTop) timer = setTimeout(act, stayMs)
  }
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    on(type, () => handle({ type: 'visitor' }))
  on('click', ({ target }) => {
    if ((target as Element).closest('a, button, summary')) handle({ type: 'link' })
  })
  on('scroll', () => handle({ type: 'scroll', scrollPx: scrollY }), window)
  handle({ type: 'scroll', scrollPx: scrollY })
  return () => {
    clearTimeout(timer)
    stopped.abort()
  }
}
