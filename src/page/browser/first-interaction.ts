const events = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart']

/** Calls once, at the visitor's first interaction with the page. */
export function onFirstInteraction(act: () => void) {
  const interacted = () => {
    for (const event of events) removeEventListener(event, interacted)
    act()
  }
  for (const event of events) addEventListener(event, interacted, { passive: true })
}
