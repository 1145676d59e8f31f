import { campaign } from '#campaign/campaign.ts'
import { formMessages, notices } from '#campaign/copy/interface.ts'
import type { FormView } from '#contract/render.ts'
import { SecondBar } from '#page/overlays/second-bar.tsx'
import { StickyBar } from '#page/overlays/sticky-bar.tsx'
import { RecentNotice } from '#page/overlays/recent-notice.tsx'
import { UpdatesBox } from '#page/overlays/updates-box.tsx'
import { DebugBadge } from '#page/urgency/debug-badge.tsx'
import { Strip } from '#page/urgency/strip.island.tsx'
import type { State } from './gallery.tsx'
import { idle, longAddress, served, welcome } from './served.ts'

const { sections, figures, updates } = campaign
const of = (view: FormView) => ({ served: served(view) })
const longWord = 'Allerlaatsteverzendkostenvergoedingsplan'

const toast = (id: string, name: string, text: string, title?: string): State => ({
  id: `toast-${id}`,
  name,
  node: (
    <div className="toast" data-tone={title ? 'bad' : 'plain'}>
      {title && <b>{title}</b>}
      <p>{text}</p>
      <button className="close" type="button" aria-label={notices.close} />
    </div>
  ),
})

/** Of what a campaign leaves out there are no states. */
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

const bars = ({ bars: words } = sections, { pageSpots } = figures): State[] => {
  if (!words || !pageSpots) return []
  const bar = { spots: pageSpots.start, words }
  return [
    {
      id: 'bar-visible',
      name: 'Sticky bar',
      wide: true,
      node: <StickyBar state="visible" {...bar} form={of(idle)} />,
    },
    {
      id: 'bar-quiet',
      name: 'Sticky bar while a form is in the window',
      wide: true,
      node: <StickyBar state="visible" quiet {...bar} form={of(idle)} />,
    },
    {
      id: 'bar-invalid',
      name: 'Sticky bar, invalid',
      wide: true,
      node: (
        <StickyBar state="visible" {...bar} form={of({ state: 'idle', typed: 'sanne@fuel' })} />
      ),
    },
    {
      id: 'bar-success',
      name: 'Sticky bar, success',
      wide: true,
      node: <StickyBar state="visible" {...bar} form={of(welcome(longAddress))} />,
    },
    {
      id: 'bar-minimized',
      name: 'Sticky bar, minimized',
      wide: true,
      node: <StickyBar state="minimized" {...bar} form={of(idle)} />,
    },
    {
      id: 'bar-second',
      name: 'Second bar, under 768 px',
      wide: true,
      node: <SecondBar join={words.join} />,
    },
    toast('reminder', 'Reminder', words.reminder.replace('{n}', String(bar.spots))),
  ]
}

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
  ...bars(),
  ...recent(),
  ...updatesBox(),
  toast('bad', 'Notice, destructive', formMessages.invalid, formMessages.invalidTitle),
  { id: 'badge', name: 'Debug badge', node: <DebugBadge /> },
]
