type Ways = { left: () => void; back: () => void }

/** Calls when the mouse leaves the window through its top edge, and when it comes back. Returns how to stop. */
export function watchLeaving(page: Document, { left, back }: Ways): () => void {
  const ended = new AbortController()
  const root = page.documentElement
  root.addEventListener('mouseleave', ({ clientY }) => { if (clientY <= 0) left() }, { signal: ended.signal })
  root.addEventListener('mouseenter', back, { signal: ended.signal })
  return () => ended.abort()
}
