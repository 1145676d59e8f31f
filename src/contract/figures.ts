import { grouped } from './text.ts'

/**
 * LIVE-1: where a figure comes from. `simulated` ticks in the browser and is never fetched; a
 * `claim` is a stated result, with its evidence or null where it has none; `live` is counted by the
 * server (LIVE-2).
 */
export type Source =
  | { kind: 'simulated' }
  | { kind: 'claim'; evidence: string | null }
  | { kind: 'live' }

type Figure<Value> = { value: Value; source: Source }

/** A counter of the page: where it starts, its floor or its growth, and how often it ticks. */
type Counter = { start: number; source: Source }
export type FallingCounter = Counter & { floor: number; everyMs: number }
export type RisingCounter = Counter & { everyMs: number; chance: number; mostAtOnce: number }

/** A timer that counts down from a span, h:m:s. */
type Timer = { startS: number; source: Source }

/**
 * Every figure of the page. A value that follows from others is not here: see the functions below.
 */
export type Figures = {
  /** HERO-9 */
  waiting: RisingCounter
  /** HERO-2 */
  launch: Figure<{ registered: number; goal: number }>
  /** TOP-3 */
  earlySpots: FallingCounter
  /** TOP-2's second message */
  batchPercent: Figure<number>
  /** HERO-4: the parts sum up to the total */
  audience: Figure<{ total: number; parts: readonly { count: number; name: string }[] }>
  /** HERO-5 */
  cohort: readonly { percent: number; text: string; source: Source }[]
  /** VID-1: seconds of the average watch */
  video: {
    watching: Figure<number> | null
    averageS: Figure<number> | null
    requestPercent: Figure<number> | null
    previewMin: Figure<number> | null
  }
  /** EXC-1 */
  programSpots: Figure<{ left: number; total: number }>
  /** BAR-4 */
  pageSpots: FallingCounter
  /** HERO-10 */
  earlyBird: { days: number; laterPercent: number; source: Source }
  /** EXC-4 and TIME-1 */
  programTimer: Timer
  accessTimer: Timer
  /** POP-2 */
  recent: { source: Source; entries: readonly { name: string; city: string; minutesAgo: number }[] }
}

/** DASH-7: the name of each figure and offer for operators, by its key in the campaign. */
export const figureNames: Record<string, string> = {
  'figures.waiting': 'People waiting',
  'figures.launch': 'Launch progress',
  'figures.earlySpots': 'Early-access spots',
  'figures.batchPercent': 'Batch',
  'figures.audience': 'Audience',
  'figures.cohort': 'Result of users',
  'figures.video.watching': 'Video, watching now',
  'figures.video.averageS': 'Video, average watch',
  'figures.video.requestPercent': 'Video, asked for access',
  'figures.video.previewMin': 'Video, length of the preview',
  'figures.programSpots': 'Spots of the program',
  'figures.pageSpots': 'Spots on the page',
  'figures.earlyBird': 'Early-bird price',
  'figures.programTimer': 'Program closes',
  'figures.accessTimer': 'Access ends',
  'figures.recent': 'Recent sign-ups',
  'offers.legacyPack': 'Legacy Pack',
  'offers.invitations': 'Invitations',
  'offers.founding': 'Founding status',
  'offers.exit': 'Exit offer',
  'offers.mysteryReward': 'Mystery reward',
}

/**
 * As a campaign has them: one that is null is left out, with what shows it
 * (contract/wrong-nulls.ts).
 */
export type CampaignFigures = Pick<Figures, 'launch'> & {
  [Name in Exclude<keyof Figures, 'launch'>]: Figures[Name] | null
}

/**
 * '89.3': the share of the goal in percent with one decimal, rounded down so that nothing is full
 * before it is. Beyond the goal it stays '100.0': a goal is complete once.
 */
export const shareText = (launch: { registered: number; goal: number }): string =>
  percentOf(launch, 10).toFixed(1)

/** '89': the same in whole percents. */
export const wholeShareText = (launch: { registered: number; goal: number }): string =>
  String(percentOf(launch, 1))

/** `parts`: how many steps one percent has. */
const percentOf = ({ registered, goal }: { registered: number; goal: number }, parts: number) =>
  Math.min(100, Math.floor((registered * 100 * parts) / goal) / parts)

export const remaining = ({ registered, goal }: { registered: number; goal: number }): number =>
  Math.max(0, goal - registered)

export type Wrong = { key: string; reason: string }

/** The faults of a campaign's figures; empty if there are none. */
export function wrongFigures(figures: CampaignFigures): Wrong[] {
  const { launch, audience, programSpots, waiting, recent, earlySpots, batchPercent } = figures
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
    ...sourcesOf(figures)
      .filter(({ key, source }) => source.kind === 'live' && isUnknowable(key))
      .map(({ key }) => ({ key, reason: 'the server cannot know it, so it cannot be live' })),
    ...when(
      (earlySpots?.source.kind === 'live') !== (batchPercent?.source.kind === 'live'),
      'batchPercent.source',
      'earlySpots and batchPercent stand in one banner: both are live, or neither is',
    ),
  ]
}

const when = (wrong: boolean, key: string, reason: string): Wrong[] =>
  wrong ? [{ key, reason }] : []

/** LIVE-2: figures of which the server has no count. */
const isUnknowable = (key: string) => /^(audience|cohort|video)\b/.test(key)

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

/** Each figure with its source and what it says, wherever in the data it stands. */
export function sourcesOf(
  data: unknown,
  key = '',
): { key: string; source: Source; figure: object }[] {
  if (typeof data !== 'object' || data === null) return []
  const { source, ...figure } = data as { source?: Source }
  return [
    ...(source ? [{ key, source, figure }] : []),
    ...Object.entries(figure).flatMap(([name, inner]) =>
      sourcesOf(inner, key ? `${key}.${name}` : name),
    ),
  ]
}

/** LIVE-3: simulated, or claimed without evidence. */
export const isUnbacked = (source: Source): boolean =>
  source.kind === 'simulated' || (source.kind === 'claim' && !source.evidence)
