import { campaign } from '#campaign/campaign.ts'
import { formMessages, notices } from '#campaign/copy/interface.ts'
import { RecentNotice } from '#page/overlays/recent-notices.tsx'
import { UpdatesBox } from '#page/overlays/updates-box.tsx'
import { DebugBadge } from '#page/urgency/debug-badge.tsx'
import { Strip } from '#page/urgency/strip.island.tsx'
import { barStates } from './bars.tsx'
import type { State } from './gallery.tsx'

const { sections, figures, updates } = campaign
const longWord = 'Allerlaatsteverzendkostenvergoedingsplan'

const toast = (id: string, name: string, text: string, title?: string): State => ({
  id: `toast-${id}`,
  name,
  node: (
    <div className="toast" data-tone={title ? 'bad' : 'plain'}>
      <div>
        {title && <b>{title}</b>}
        <p>{text}</p>
        <button className="close" type="button" aria-label={notices.close} />
      </div>
    </div>
  ),
})

/** A part that the campaign leaves out has no states. */
const strip = ({ strip } = sections, { earlySpots, batchPercent } = figures): State[] =>
  strip && earlySpots && batchPercent
    ? [
        {
          id: 'strip',
          name: 'Top urgency banner',
          wide: true,
          node: <Strip {...strip} spots={earlySpots} batchPercent={batchPercent.value} />,
        },
      ]
    : []

/** BAR-2 */
const reminder = ({ bars: words } = sections, { pageSpots } = figures): State[] =>
  words && pageSpots
    ? [toast('reminder', 'Reminder', words.reminder.replace('{n}', String(pageSpots.start)))]
    : []

const recent = ({ recent: words } = sections, { recent } = figures): State[] =>
  words && recent
    ? [
        ...recent.entries.slice(0, 1).map((entry) => ({
          id: 'recent',
          name: 'Recent sign-up',
          wide: true,
          node: <RecentNotice entry={entry} words={words} />,
        })),
        {
          id: 'recent-long',
          name: 'Recent sign-up, long names',
          wide: true,
          node: (
            <RecentNotice
              entry={{ name: longWord, city: longWord, minutesAgo: 120 }}
              words={words}
            />
          ),
        },
      ]
    : []

const updatesBox = ({ updates: words } = sections): State[] =>
  words
    ? [
        {
          id: 'updates-folded',
          name: 'Updates, folded',
          node: <UpdatesBox title={words.title} updates={updates} />,
        },
        {
          id: 'updates-open',
          name: 'Updates, open',
          node: <UpdatesBox title={words.title} updates={updates} />,
        },
        {
          id: 'updates-long',
          name: 'Updates, long words',
          node: (
            <UpdatesBox
              title={words.title}
              updates={[{ when: 'Today', text: longWord.repeat(2) }, ...updates]}
            />
          ),
        },
        {
          id: 'updates-none',
          name: 'Updates, none: no box',
          node: <UpdatesBox title={words.title} updates={[]} />,
        },
      ]
    : []

export const barsAndNotices: readonly State[] = [
  ...strip(),
  ...barStates,
  ...reminder(),
  ...recent(),
  ...updatesBox(),
  toast('success', 'Notice after a sign-up', campaign.forms.success),
  toast('bad', 'Notice, destructive', formMessages.invalid, formMessages.invalidTitle),
  { id: 'badge', name: 'Debug badge', node: <DebugBadge /> },
]
