/**
 * POP-4's way back to the top. `far`: the page was scrolled over 300 px. `led`: a link or a button of the page moved it last,
 * not the visitor's hand.
 */
export type Way = { far: boolean; led: boolean; atTop: boolean }
export type WayEvent = { type: 'scrolled'; scrollPx: number } | { type: 'led' } | { type: 'moved' }

export const farPx = 300
export const staysMs = 2_000

export const wayAtStart: Way = { far: false, led: false, atTop: false }

/** `atTop` is true from the arrival until it is left again. */
export function wayAfter(way: Way, event: WayEvent): Way {
  if (event.type !== 'scrolled') return { ...way, led: event.type === 'led' }
  const { scrollPx } = event
  if (scrollPx > farPx) return { ...way, far: true, atTop: false }
  if (way.led) return { ...way, far: false, atTop: false }
  return scrollPx <= 0
    ? { ...way, far: false, atTop: way.far || way.atTop }
    : { ...way, atTop: false }
}

/** Calls once the visitor has come back to the top and stayed there. Returns how to stop. */
export function watchTop(page: Document, act: () => void): () => void {
  const ended = new AbortController()
  const listen = (type: string, hear: (event: Event) => void, target: EventTarget = page) =>
    target.addEventListener(type, hear, { passive: true, capture: true, signal: ended.signal })
  let way = wayAtStart
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = (event: WayEvent) => {
    const { atTop } = way
    way = wayAfter(way, event)
    if (way.atTop === atTop) return
    clearTimeout(timer)
    if (way.atTop) timer = setTimeout(act, staysMs)
  }
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    listen(type, () => follow({ type: 'moved' }))
  listen('click', ({ target }) => {
    if ((target as Element).closest('a, button, summary')) follow({ type: 'led' })
  })
  listen('scroll', () => follow({ type: 'scrolled', scrollPx: scrollY }), window)
  follow({ type: 'scrolled', scrollPx: scrollY })
  return () => {
    clearTimeout(timer)
    ended.abort()
  }
}
