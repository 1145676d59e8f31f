/** A leave through the window's top edge, in ms of `performance.now()`. `backMs` is null while the mouse is out. */
export type Leave = { atMs: number; backMs: number | null }

type Ways = {
  /** `outMs` is how long the mouse has been out, or was: more than nothing where the leave came before the listener */
  left: (outMs: number) => void
  back: () => void
}

/** POP-3, POP-4: the last leave, noted from before the code that acts on it has loaded. */
export function openLeaves(now: () => number) {
  const listeners = new Set<Ways>()
  let last: Leave | null = null
  return {
    note(clientY: number) {
      if (clientY > 0) return
      last = { atMs: now(), backMs: null }
      for (const { left } of listeners) left(0)
    },
    noteBack() {
      if (last) last.backMs ??= now()
      for (const { back } of listeners) back()
    },
    /** Tells of the last leave, if there was one, and of those that come. Returns how to stop. */
    follow(ways: Ways): () => void {
      listeners.add(ways)
      if (last) ways.left((last.backMs ?? now()) - last.atMs)
      if (last?.backMs != null) ways.back()
      return () => void listeners.delete(ways)
    },
  }
}

export const leaves = openLeaves(() => performance.now())

/** Begins with the entry script: the exit popups come with the visitor's first move, which may be the one that leaves. */
export function noteLeaves(page: Document) {
  page.documentElement.addEventListener('mouseleave', ({ clientY }) => leaves.note(clientY))
  page.documentElement.addEventListener('mouseenter', leaves.noteBack)
}
