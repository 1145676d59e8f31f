import { bars, notices } from '#campaign'
import { asOneStop, type Bar, type BarViewProps } from './overlay.ts'
import { reminding } from './sticky-bar.tsx'

const openAfterMs = 3_000
const narrow = '(max-width: 767.98px)'

/**
 * BAR-3: checked three seconds after the page's load, whenever another bar changes, and when the
 * reminder of one that was closed has gone.
 */
export const secondBar: Bar = {
  key: 'second-bar',
  slot: 'bar',
  openedBy: 'page',
  dismissal: 'visit',
  watch({ slots, request, hide }) {
    const query = matchMedia(narrow)
    let due = false
    const check = () => {
      if (due && query.matches && !reminding.read()) request(secondBar)
    }
    const onResize = () => {
      if (!query.matches) hide(secondBar)
    }
    const timer = setTimeout(
      () => {
        due = true
        check()
      },
      Math.max(0, openAfterMs - performance.now()),
    )
    const unsubscribe = asOneStop([slots.bar, reminding].map((store) => store.subscribe(check)))
    query.addEventListener('change', onResize)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      query.removeEventListener('change', onResize)
    }
  },
  View: SecondBar,
}

/** The link works without script; with script signup/form-links.ts follows it. */
export function SecondBar({ words, onClose }: Pick<BarViewProps, 'words' | 'onClose'>) {
  return (
    <aside className="dock" data-state="second" aria-label={bars.label}>
      <a className="btn" data-look="line" href="#hero-email">
        {words.join}
      </a>
      <button className="close" type="button" aria-label={notices.close} onClick={onClose} />
    </aside>
  )
}
