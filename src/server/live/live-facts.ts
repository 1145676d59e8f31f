import { campaign } from '#campaign/campaign.ts'
import { gaugeStage } from '#contract/gauge-level.ts'
import { sourcesOf } from '#contract/figures.ts'
import { hasEnded, liveOffers, type FigureMode, type LiveFigures } from '#contract/live-figures.ts'
import type { Log } from '#server/config/log.ts'
import type { Db } from '#server/db/store.ts'
import type { FactSource, KnownFacts } from '#server/http/known-facts.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { campaignFigureTerms, readLiveFigures } from './read-figures.ts'

type Deps = {
  db: Db
  mode: FigureMode
  launch: Pick<LaunchCache, 'current' | 'periods'>
  log: Pick<Log, 'warn' | 'info'>
  now: () => number
}
/** `counts`: whether a figure of the page is live. */
export type LiveFacts = FactSource & { counts: boolean }

/** While somebody asks, the figures are counted at most this often. */
export const countEveryMs = 1_000

/** LIVE-2: the figures that this process counted last, shared by all pages and listeners. */
export function openLiveFacts({ db, mode, launch, log, now }: Deps): LiveFacts {
  const counts = mode === 'live' || hasLiveFigure
  let figures: LiveFigures | null = null
  let triedAt = -Infinity
  let counting: Promise<void> | null = null
  let failing = false
  let last: { at: number; live: LiveFigures | null; periods: unknown; known: KnownFacts } | null =
    null

  async function count() {
    triedAt = now()
    const terms = { ...campaignFigureTerms, periods: launch.periods() }
    try {
      figures = await readLiveFigures(db, terms, triedAt)
      if (failing) log.info({}, 'figures are counted again')
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'figures could not be counted: pages keep the last')
      failing = true
    }
  }

  /** All requests of one millisecond get one object: nothing can begin or end within it. */
  function known(): KnownFacts {
    const at = now()
    const periods = launch.periods()
    if (last?.at !== at || last.live !== figures || last.periods !== periods)
      last = {
        at,
        live: figures,
        periods,
        known: knownOf({ now: at, mode, live: figures, launch: launch.current() }),
      }
    return last.known
  }

  return {
    counts,
    known,
    async refresh() {
      if (!counts) return
      // A clock that was set back must not stop the counting.
      const isDue = Math.abs(now() - triedAt) >= countEveryMs
      if (isDue && !counting) counting = count().finally(() => (counting = null))
      if (!failing) await counting
    },
  }
}

const hasLiveFigure = sourcesOf({ figures: campaign.figures, offers: campaign.offers }).some(
  ({ source }) => source.kind === 'live',
)

/** A page names the minute of its figures, so those of another minute make another page. */
function knownOf(facts: KnownFacts['facts']): KnownFacts {
  const { live, launch, now } = facts
  if (!live)
    return { facts, launch: JSON.stringify(launch), figures: '', countedAt: null, stage: 0 }
  const offers = liveOffers.map((offer) => live.offers[offer])
  const ended = offers.map((offer) => hasEnded(offer, now))
  const moves = offers.map(({ movedFrom }) => movedFrom)
  return {
    facts,
    launch: JSON.stringify([launch, ended, moves, live.goalReachedAt]),
    figures: textOf(live),
    countedAt: live.at,
    stage: gaugeStage({ registered: live.registered, goal: campaign.figures.launch.value.goal }),
  }
}

/** Each request needs the text of the last count, which is one object until the next count. */
const texts = new WeakMap<LiveFigures, string>()

function textOf(live: LiveFigures): string {
  const known = texts.get(live)
  if (known !== undefined) return known
  const { at, ...counted } = live
  const text = JSON.stringify([counted, Math.floor(at / 60_000)])
  texts.set(live, text)
  return text
}
