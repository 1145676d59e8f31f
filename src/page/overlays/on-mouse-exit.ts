import { lastExit } from './mouse-exit.ts'

type Listener = {
  /**
   * `outsideMs`: how long the mouse has been, or was, outside. More than 0 where the exit came
   * before the listener.
   */
  onExit: (outsideMs: number) => void
  onEnter: () => void
}

/**
 * POP-3, POP-4: calls the listener for the last exit through the top edge, if one was noted before,
 * and for each later one. Returns a function that stops it.
 */
export function onMouseExit(page: Document, { onExit, onEnter }: Listener): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  page.documentElement.addEventListener('mouseenter', onEnter, { signal })
  page.documentElement.addEventListener(
    'mouseleave',
    ({ clientY }) => {
      if (clientY <= 0) onExit(0)
    },
    { signal },
  )
  if (lastExit) onExit((lastExit.enteredMs ?? performance.now()) - lastExit.atMs)
  if (lastExit?.enteredMs != null) onEnter()
  return () => stopped.abort()
}
