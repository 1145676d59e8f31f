import type { CampaignFigures, Wrong } from '#contract/figures/figures.ts'
import { grouped } from '#contract/text.ts'

/** The faults of a campaign's figures; empty if there are none. */
export function wrongFigures(figures: CampaignFigures): Wrong[] {
  const { launch, audience, programSpots, waiting, recent } = figures
  const sum = audience?.value.parts.reduce((total, { count }) => total + count, 0) ?? 0
  return [
    ...numbersIn(figures)
      .filter(({ value }) => !Number.isFinite(value) || value < 0)
      .map(({ key, value }) => ({ key, reason: `${value} is no figure that can be shown` })),
    ...when(launch.value.goal <= 0, 'launch.value.goal', 'the goal is not above 0'),
    ...when(
      launch.value.registered > launch.value.goal,
      'launch.value.registered',
      'more are registered than the goal',
    ),
    ...when(
      audience !== null && sum !== audience.value.total,
      'audience.value.total',
      `the parts sum up to ${grouped(sum)}, the total says ${grouped(audience?.value.total ?? 0)}`,
    ),
    ...when(
      programSpots !== null && programSpots.value.left > programSpots.value.total,
      'programSpots.value.left',
      'more are left than there are',
    ),
    ...percentsOf(figures)
      .filter(({ value }) => value > 100)
      .map(({ key, value }) => ({ key, reason: `${value} is no percentage` })),
    ...fallingOf(figures)
      .filter(({ start, floor }) => start < floor)
      .map(({ key }) => ({ key, reason: 'it starts below its floor' })),
    ...[...fallingOf(figures), ...(waiting ? [{ key: 'waiting', ...waiting }] : [])]
      .filter(({ everyMs }) => everyMs <= 0)
      .map(({ key }) => ({ key: `${key}.everyMs`, reason: 'it would never tick' })),
    ...when(waiting !== null && waiting.chance > 1, 'waiting.chance', 'a chance is at most 1'),
    ...when(recent?.entries.length === 0, 'recent.entries', 'there is no entry to show'),
  ]
}

const when = (wrong: boolean, key: string, reason: string): Wrong[] =>
  wrong ? [{ key, reason }] : []

const fallingOf = ({ earlySpots, pageSpots }: CampaignFigures) =>
  Object.entries({ earlySpots, pageSpots }).flatMap(([key, counter]) =>
    counter ? [{ key, ...counter }] : [],
  )

const percentsOf = ({ cohort, video, batchPercent }: CampaignFigures) => [
  ...(cohort ?? []).map(({ percent }, index) => ({
    key: `cohort.${index}.percent`,
    value: percent,
  })),
  { key: 'video.requestPercent.value', value: video?.requestPercent?.value ?? 0 },
  { key: 'batchPercent.value', value: batchPercent?.value ?? 0 },
]

function numbersIn(value: unknown, key = ''): { key: string; value: number }[] {
  if (typeof value === 'number') return [{ key, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    numbersIn(inner, key ? `${key}.${name}` : name),
  )
}
