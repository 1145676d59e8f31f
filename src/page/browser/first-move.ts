const moves = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart']

/** Calls once, at the visitor's first move. */
export function onFirstMove(act: () => void) {
  const moved = () => {
    for (const move of moves) removeEventListener(move, moved)
    act()
  }
  for (const move of moves) addEventListener(move, moved, { passive: true })
}
