import type { MouseEvent } from 'react'
import { bars, notices } from '#campaign/copy/interface.ts'
import type { BarEntry } from './bar-entry.ts'
import type { BarPlace } from './bar-coordinator.ts'

const key = 'second-bar'
const comesAfterMs = 3_000
const narrow = '(max-width: 767.98px)'

/** BAR-3 */
export const secondBar: BarEntry = {
  key,
  watch,
  View: ({ words, onClose }) => <SecondBar join={words.join} onClose={onClose} />,
}

/** The link's own target is the hero's field, so that it leads there whatever the script does. */
export const SecondBar = ({ join, onClose }: { join: string; onClose?: () => void }) => (
  <aside className="dock" data-state="second" aria-label={bars.label}>
    <a className="btn" data-look="line" href="#hero-email" onClick={toTheHero}>
      {join}
    </a>
    <button className="close" type="button" aria-label={notices.close} onClick={onClose} />
  </aside>
)

/** The section comes into the window, not the field alone. */
function toTheHero(event: MouseEvent) {
  const field = document.getElementById('hero-email')
  if (event.defaultPrevented || !field) return
  event.preventDefault()
  document.getElementById('hero')?.scrollIntoView()
  field.focus({ preventScroll: true })
}

/** Checked three seconds after the page's load, and whenever another bar changes. */
function watch(place: BarPlace) {
  const query = matchMedia(narrow)
  let due = false
  const look = () => {
    if (due && query.matches) place.ask(key)
  }
  const follow = () => {
    if (!query.matches) place.hide(key)
  }
  const timer = setTimeout(
    () => {
      due = true
      look()
    },
    Math.max(0, comesAfterMs - performance.now()),
  )
  const stop = place.subscribe(look)
  query.addEventListener('change', follow)
  return () => {
    clearTimeout(timer)
    stop()
    query.removeEventListener('change', follow)
  }
}
