import type { ReactNode } from 'react'
import { campaign } from '#campaign/campaign.ts'
import { formMessages, notices } from '#campaign/copy/interface.ts'
import { RecentNotice } from '#page/overlays/recent-notices.tsx'
import { openBars } from './bars.tsx'
import type { State } from './gallery.tsx'
import { openPopups } from './popups.tsx'
import { invalid } from './served.ts'

const { sections, figures } = campaign
const entry = figures.recent?.entries[0]

const toast = (
  <section className="toasts">
    <div className="toast" data-tone="bad">
      <div>
        <b>{formMessages.invalidTitle}</b>
        <p>{formMessages.invalid}</p>
        <button className="close" type="button" aria-label={notices.close} />
      </div>
    </div>
  </section>
)
const notice = entry && sections.recent && <RecentNotice entry={entry} words={sections.recent} />
const updates = sections.updates && (
  <details className="updates" open>
    <summary>
      <span>{sections.updates.title}</span>
    </summary>
    <ul data-title={sections.updates.title}>
      {campaign.updates.map(({ when, text }) => (
        <li key={text}>
          <span>{when}</span> {text}
        </li>
      ))}
    </ul>
  </details>
)
/**
 * A window in which overlays are placed as on the page. `bar` names the bar that is open, by which
 * states.css sets its height.
 */
const together = (id: string, name: string, bar: string, ...parts: ReactNode[]): State => ({
  id: `together-${id}`,
  name,
  wide: true,
  node: (
    <div className="window" data-bar={bar}>
      {parts.map((part, index) => (
        <div key={index}>{part}</div>
      ))}
    </div>
  ),
})

/** Overlays that can be open at once, at their largest: none covers another (overlay-coordinator.ts). */
export const togethers: readonly State[] = [
  ...openBars.map(({ id, name, node }) =>
    together(id, `${name}, with notice, updates and toast`, id, node, notice, updates, toast),
  ),
  ...openPopups(invalid).map(({ key, node }) =>
    together(key, `${key} and its toast`, 'none', node, toast),
  ),
]
