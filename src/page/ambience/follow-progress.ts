type Scroll = { scrollY: number; scrollHeight: number; innerHeight: number }

/** FX-1: the scrolled share of the page, from 0 to 1. */
export const progressAt = ({ scrollY, scrollHeight, innerHeight }: Scroll): number =>
  scrollHeight > innerHeight ? Math.min(1, Math.max(0, scrollY / (scrollHeight - innerHeight))) : 0

export function followProgress(page: Document) {
  const bar = page.querySelector<HTMLElement>('.progress')
  let frame = 0
  const draw = () => {
    if (bar)
      bar.style.transform = `scaleX(${progressAt({ scrollY, scrollHeight: page.documentElement.scrollHeight, innerHeight })})`
  }
  for (const event of ['scroll', 'resize']) {
    addEventListener(
      event,
      () => {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(draw)
      },
      { passive: true },
    )
  }
  draw()
}
