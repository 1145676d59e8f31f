type Scroll = { scrollY: number; scrollHeight: number; innerHeight: number }

/** FLOW-4: the last 30 % of the scroll range. True for a page that cannot scroll. */
export const isNearPageEnd = ({ scrollY, scrollHeight, innerHeight }: Scroll): boolean =>
  scrollHeight <= innerHeight || scrollY / (scrollHeight - innerHeight) >= 0.7

/** Calls once, as soon as the visitor is near the end of the page. */
export function onNearPageEnd(act: () => void) {
  let called = false
  const check = () => {
    if (
      called ||
      !isNearPageEnd({ scrollY, scrollHeight: document.documentElement.scrollHeight, innerHeight })
    )
      return
    for (const event of events) removeEventListener(event, check)
    called = true
    act()
  }
  for (const event of events) addEventListener(event, check, { passive: true })
  requestAnimationFrame(check)
}

const events = ['scroll', 'resize']
