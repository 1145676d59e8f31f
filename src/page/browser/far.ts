type Scroll = { scrollY: number; scrollHeight: number; innerHeight: number }

/** FLOW-4: the last 30 % of the way down, or a page that cannot scroll. */
export const isFarDown = ({ scrollY, scrollHeight, innerHeight }: Scroll): boolean =>
  scrollHeight <= innerHeight || scrollY / (scrollHeight - innerHeight) >= 0.7

/** Calls once, as soon as the visitor is far down. */
export function onFarDown(act: () => void) {
  let called = false
  const look = () => {
    if (
      called ||
      !isFarDown({ scrollY, scrollHeight: document.documentElement.scrollHeight, innerHeight })
    )
      return
    for (const event of events) removeEventListener(event, look)
    called = true
    act()
  }
  for (const event of events) addEventListener(event, look, { passive: true })
  requestAnimationFrame(look)
}

const events = ['scroll', 'resize']
