import { campaign } from '#campaign/campaign.ts'
import { Clock, Digits } from '#page/urgency/clock.tsx'
import { UrgencyBanner } from '#page/urgency/urgency-banner.tsx'
import { ServedFailedPanel } from '#page/ui/served-failed-panel.tsx'
import { Skeleton } from '#page/ui/skeleton.tsx'
import type { State } from './gallery.tsx'

const { final, earlyBird } = campaign.sections
const clock = (values: readonly string[], labels: readonly string[]) =>
  values.map((value, index) => ({ digits: <Digits value={value} />, label: labels[index] ?? '' }))

export const urgency: readonly State[] = [
  ...([0, 1, 2, 3] as const).map((level) => ({
    id: `urgency-${level}`,
    name: `Level ${level}`,
    node: <UrgencyBanner level={level} texts={final.levels} />,
  })),
  {
    id: 'clock',
    name: 'Hours, minutes, seconds',
    node: <Clock name={final.title} parts={clock(['04', '47', '23'], final.units)} />,
  },
  ...(earlyBird
    ? [
        {
          id: 'clock-days',
          name: 'Days, in Dutch',
          node: (
            <Clock
              name={earlyBird.ref}
              lang={earlyBird.lang}
              parts={clock(['6', '23', '59', '42'], earlyBird.units)}
            />
          ),
        },
      ]
    : []),
]

export const waiting: readonly State[] = [
  { id: 'failed', name: 'Section failed', node: <ServedFailedPanel section="video" /> },
  ...(['hero', 'card', 'text', 'avatar'] as const).map((variant) => ({
    id: `skeleton-${variant}`,
    name: `Skeleton: ${variant}`,
    node: <Skeleton variant={variant} />,
  })),
]
