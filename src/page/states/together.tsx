import type { ReactNode } from 'react'
import { campaign } from '#campaign/campaign.ts'
import { formMessages, notices } from '#campaign/copy/interface.ts'
import { SecondBar } from '#page/overlays/second-bar.tsx'
import { StickyBar } from '#page/overlays/sticky-bar.tsx'
import { popups } from '#page/overlays/popup-list.ts'
import { RecentNotice } from '#page/overlays/recent-notice.tsx'
import type { State } from './gallery.tsx'
import { idle, served } from './served.ts'

const { sections, figures } = campaign
const entry = figures.recent?.entries[0]

const toast = (
  <section className="toasts">
    <div className="toast" data-tone="bad">
      <b>{formMessages.invalidTitle}</b>
      <p>{formMessages.invalid}</p>
      <button className="close" type="button" aria-label={notices.close} />
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
const bar = (state: 'visible' | 'minimized') =>
  sections.bars && (
    <StickyBar
      state={state}
      spots={figures.pageSpots?.start ?? 0}
      words={sections.bars}
      form={{ served: served(idle) }}
    />
  )
const exit = popups.flatMap(({ key, copyOf, View }) =>
  View && copyOf?.(campaign)
    ? [
        {
          key,
          node: (
            <View
              open="still"
              copy={copyOf(campaign)}
              form={{
                placeholder: campaign.forms.placeholder,
                served: served({ state: 'idle', typed: 'sanne@fuel' }),
              }}
            />
          ),
        },
      ]
    : [],
)

/** A window of its own, where things stand as they do over the page. `bar` is the standing bar, whose height the window knows. */
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

/** What may stand at once, at its worst: no two lie on each other (ARCHITECTURE.md). */
export const togethers: readonly State[] = [
  together(
    'bar',
    'Bar, notice, updates and toast',
    'visible',
    bar('visible'),
    notice,
    updates,
    toast,
  ),
  together(
    'minimized',
    'Minimized bar, notice, updates and toast',
    'minimized',
    bar('minimized'),
    notice,
    updates,
    toast,
  ),
  together(
    'second',
    'Second bar, notice, updates and toast, under 768 px',
    'second',
    sections.bars && <SecondBar join={sections.bars.join} />,
    notice,
    updates,
    toast,
  ),
  ...exit.map(({ key, node }) => together(key, `${key} and its toast`, 'none', node, toast)),
]
