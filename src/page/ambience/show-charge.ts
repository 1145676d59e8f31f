import { rise } from '#art'
import type { Charge } from '#campaign/art.ts'
import { shareAt } from '#contract/figures/gauge-level.ts'
import { grainsOf } from '#contract/figures/grains.ts'
import { isMotionStopped, motion } from '#page/browser/motion.ts'
import '#page/styles/vessel.css'
import { countIn, grainSize, tiltAt, tiltOf } from './charge-rules.ts'
import type { ChargeNews, ChargeScene } from './charge.worker.ts'

const mostPixelRatio = 1.5

/**
 * FX-9: the charge of the campaign's art, drawn by a worker over Fig. 1, or in a narrower window
 * behind the headline. Level and number are those that the page writes beside the drawing, and the
 * visitor's grain follows the visitor's dot. Where it cannot be drawn, the drawing stays.
 */
export function showCharge(page: Document, charge: Charge) {
  const hero = page.querySelector<HTMLElement>('.hero')
  const unit = hero?.querySelector<HTMLElement>('.unit')
  if (!hero || !unit || unit.dataset['tone'] === 'empty') return
  const canvas = page.createElement('canvas')
  canvas.ariaHidden = 'true'
  const worker = new Worker(new URL('./charge.worker.ts', import.meta.url), { type: 'module' })
  const gone = new AbortController()
  const on = (target: EventTarget, type: string, act: (event: never) => void) =>
    target.addEventListener(type, act as EventListener, { passive: true, signal: gone.signal })
  let told: Partial<ChargeScene> = {}
  const tell = (scene: Partial<ChargeScene>, owned: Transferable[] = []) => {
    const changed = Object.entries(scene).filter(([key, value]) => Reflect.get(told, key) !== value)
    if (!changed.length) return
    told = { ...told, ...scene }
    worker.postMessage(Object.fromEntries(changed), owned)
  }

  const wide = matchMedia('(width >= 64rem)')
  let isSeen = true
  const seen = new IntersectionObserver(([entry]) => {
    isSeen = entry!.isIntersecting
    follow()
  })
  const host = () => (wide.matches ? unit : hero.querySelector<HTMLElement>('.locked:has(.vessel)'))
  const place = () => {
    const now = host()
    if (canvas.parentElement !== now) {
      if (canvas.parentElement) delete canvas.parentElement.dataset['charge']
      canvas.remove()
      now?.append(canvas)
      if (now && told.canvas) now.dataset['charge'] = ''
    }
    const ratio = Math.min(mostPixelRatio, devicePixelRatio)
    const [widthPx, heightPx] = [canvas.clientWidth, canvas.clientHeight].map((px) =>
      Math.round(px * ratio),
    )
    return widthPx && heightPx ? { widthPx, heightPx } : {}
  }
  const follow = () => tell({ moves: isSeen && !page.hidden && !isMotionStopped() })
  const look = () => tell(contentOf(unit, told.own))

  const end = (reason?: string) => {
    worker.terminate()
    gone.abort()
    stopFollowing()
    changes.disconnect()
    seen.disconnect()
    if (canvas.parentElement) delete canvas.parentElement.dataset['charge']
    canvas.remove()
    if (reason) console.error('charge failed:', reason)
  }
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    end(event.message ?? 'its worker did not load')
  })
  worker.addEventListener('message', ({ data }: MessageEvent<ChargeNews>) => {
    if (data === 'gone') end()
    else canvas.parentElement!.dataset['charge'] = ''
  })
  const stopFollowing = motion.subscribe(() => (motion.read().reduced ? end() : follow()))
  const changes = new MutationObserver(look)
  changes.observe(page.documentElement, { attributeFilter: ['data-joined'] })
  changes.observe(hero, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['height'],
  })
  seen.observe(canvas)
  on(page, 'visibilitychange', follow)
  on(window, 'resize', () => tell(place()))
  on(window, 'scroll', () => tell({ sweep: Math.min(1, scrollY / hero.offsetHeight) }))
  on(page, 'pointermove', ({ clientX }: PointerEvent) =>
    tell({ tilt: tiltAt(clientX, innerWidth) }),
  )
  // Where a phone asks for leave, its tilt is not used.
  if (!('requestPermission' in (globalThis.DeviceOrientationEvent ?? {})))
    on(window, 'deviceorientation', ({ gamma }: DeviceOrientationEvent) =>
      tell({ tilt: tiltOf(gamma ?? 0) }),
    )

  const size = place()
  const offscreen = canvas.transferControlToOffscreen()
  const still = { tilt: 0, sweep: 0, isReached: 'reached' in unit.dataset }
  tell({ canvas: offscreen, charge, ...size, ...still, ...contentOf(unit) }, [offscreen])
  follow()
}

/** What the page says beside the drawing, and the visitor's dot in it. */
function contentOf(unit: HTMLElement, before?: ChargeScene['own']) {
  const level = unit.querySelector<SVGSVGElement>('.gauge > svg')!.height.baseVal.value
  const text = ['[data-live="registered"]', '.num', '.reading']
    .map((one) => unit.querySelector(`.gauge ${one}`)?.textContent)
    .find(Boolean)
  const { count } = grainsOf(countIn(text ?? ''))
  return {
    level,
    grains: count,
    grainSize: grainSize(count, shareAt(level, rise)),
    own: ownOf(unit, before),
  }
}

function ownOf(unit: HTMLElement, before?: ChargeScene['own']): ChargeScene['own'] {
  const dot = unit.querySelector('svg .joined-dot')
  if (dot && dot.checkVisibility({ visibilityProperty: true }))
    return before === undefined || before === 'lies' ? 'lies' : 'falls'
  return unit.querySelector('svg .next') ? 'next' : 'none'
}
