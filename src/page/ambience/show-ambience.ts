import { isMotionStopped, motion } from '#page/browser/motion.ts'
import '#page/styles/ambience.css'
import { startCharge } from './start-charge.ts'
import type { Scene } from './particles.worker.ts'

/**
 * FX-2: fifty particles behind the page, drawn by a worker. Where it fails they are gone, and one
 * line is logged.
 */
export function showAmbience(page: Document) {
  startCharge(page)
  const canvas = page.createElement('canvas')
  const layer = page.createElement('div')
  const back = page.createElement('div')
  layer.className = 'ambience'
  layer.ariaHidden = 'true'
  back.append(canvas)
  layer.append(back)
  page.body.append(layer)

  const gone = new AbortController()
  const worker = new Worker(new URL('./particles.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    worker.terminate()
    gone.abort()
    stopFollowing()
    layer.remove()
    console.error('particles failed:', event.message ?? 'their worker did not load')
  })

  const field = () => ({ widthPx: canvas.clientWidth, heightPx: canvas.clientHeight / 2 })
  const tell = (change: Partial<Scene>, owned: Transferable[] = []) =>
    worker.postMessage(change, owned)
  const moves = () => !page.hidden && !isMotionStopped()

  let tilePx = field().heightPx
  let frame = 0
  const place = () => {
    back.style.transform = `translateY(${parallaxPx(scrollY)}px)`
    canvas.style.transform = `translateY(${tileTopPx(scrollY, tilePx)}px)`
  }
  const follow = () => {
    layer.dataset.state = moves() ? 'moving' : 'still'
    tell({ moves: moves() })
    if (moves()) place()
  }
  const on = (target: EventTarget, type: string, act: () => void) =>
    target.addEventListener(type, act, { passive: true, signal: gone.signal })
  const stopFollowing = motion.subscribe(follow)
  on(page, 'visibilitychange', follow)
  on(window, 'scroll', () => {
    cancelAnimationFrame(frame)
    if (moves()) frame = requestAnimationFrame(place)
  })
  on(window, 'resize', () => {
    tilePx = field().heightPx
    tell(field())
    if (moves()) place()
  })

  const style = getComputedStyle(page.documentElement)
  const offscreen = canvas.transferControlToOffscreen()
  tell(
    {
      canvas: offscreen,
      ink: style.getPropertyValue('--quiet'),
      accent: style.getPropertyValue('--accent'),
      ...field(),
    },
    [offscreen],
  )
  follow()
}

/** FX-2: how far the background has moved down the page, in pixels. */
export const parallaxPx = (scrollYPx: number): number => scrollYPx * 0.5

/**
 * The background repeats each `tilePx`: where the repetition begins that the window is in, or
 * begins in.
 */
export const tileTopPx = (scrollYPx: number, tilePx: number): number =>
  Math.floor((scrollYPx - parallaxPx(scrollYPx)) / tilePx) * tilePx
