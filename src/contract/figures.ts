/**
 * LIVE-1: where a figure comes from. `simulated` ticks in the browser and is never fetched; a `claim` is a stated result, with
 * its evidence or null where it has none; `live` is known to the server and not available yet (LIVE-2).
 */
export type Source = { kind: 'simulated' } | { kind: 'claim'; evidence: string | null } | { kind: 'live' }

export type Figure<Value> = { value: Value; source: Source }

/** A counter of the page: where it starts, its floor or its growth, and how often it ticks. */
export type Counter = { start: number; source: Source }
export type FallingCounter = Counter & { floor: number; everyMs: number }
export type RisingCounter = Counter & { everyMs: number; chance: number; mostAtOnce: number }

/** A timer that counts down from a span, h:m:s. */
export type Timer = { startS: number; source: Source }

/** Every figure of the page. A value that follows from others is not here: see the functions below. */
export type Figures = {
  /** HERO-9 */
  waiting: RisingCounter
  /** HERO-2 */
  launch: Figure<{ registered: number; goal: number }>
  /** TOP-3 */
  earlySpots: FallingCounter
  /** HERO-4: the parts sum up to the total */
  audience: Figure<{ total: number; parts: readonly { count: number; name: string }[] }>
  /** HERO-5 */
  cohort: readonly { percent: number; text: string; source: Source }[]
  /** VID-1: seconds of the average watch */
  video: { watching: Figure<number>; averageS: Figure<number>; requestPercent: Figure<number>; previewMin: number }
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

/** 8,932 */
export const grouped = (n: number): string => n.toLocaleString('en-US')

/** '89.3': the share of the goal in percent with one decimal, rounded down so that nothing is full before it is. */
export const shareText = ({ registered, goal }: { registered: number; goal: number }): string => (Math.floor((registered / goal) * 1_000) / 10).toFixed(1)

export const remaining = ({ registered, goal }: { registered: number; goal: number }): number => Math.max(0, goal - registered)

/** What is wrong with a campaign's figures, each as 'key: reason'; empty where nothing is. */
export function wrongFigures(figures: Figures): string[] {
  const { launch, audience, programSpots, cohort, video, earlySpots, pageSpots } = figures
  const sum = audience.value.parts.reduce((total, { count }) => total + count, 0)
  const percents = [...cohort.map(({ percent }) => ['cohort', percent] as const), ['video.requestPercent', video.requestPercent.value] as const]
  return [
    ...(launch.value.goal > 0 ? [] : ['launch: the goal is not above 0']),
    ...(launch.value.registered <= launch.value.goal ? [] : ['launch: more are registered than the goal']),
    ...(sum === audience.value.total ? [] : [`audience: the parts sum up to ${sum}, the total says ${audience.value.total}`]),
    ...(programSpots.value.left <= programSpots.value.total ? [] : ['programSpots: more are left than there are']),
    ...percents.filter(([, percent]) => percent < 0 || percent > 100).map(([key, percent]) => `${key}: ${percent} is no percentage`),
    ...Object.entries({ earlySpots, pageSpots }).filter(([, { start, floor }]) => start < floor).map(([key]) => `${key}: it starts below its floor`),
    ...sourcesOf(figures).filter(({ source }) => source.kind === 'live').map(({ key }) => `${key}: live figures are not available yet`),
  ]
}

/** Each figure with its source, for the list of what is simulated or claimed (LIVE-3). */
export function sourcesOf(figures: Figures): { key: string; source: Source }[] {
  const found: { key: string; source: Source }[] = []
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    if ('source' in value) found.push({ key: path, source: value.source as Source })
    for (const [key, inner] of Object.entries(value)) if (key !== 'source') walk(inner, path ? `${path}.${key}` : key)
  }
  walk(figures, '')
  return found
}
