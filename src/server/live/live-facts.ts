import { campaign } from '#campaign/campaign.ts'
import { gaugeStage } from '#contract/gauge-level.ts'
import { sourcesOf } from '#contract/figures.ts'
import { hasEnded, liveOffers, type FigureMode, type LiveFigures } from '#contract/live-figures.ts'
import type { Log } from '#server/config/log.ts'
import type { Db } from '#server/db/store.ts'
import type { FactSource, KnownFacts, PageFactSource } from '#server/http/page-bodies.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { campaignFigureTerms, readLiveFigures } from './read-figures.ts'

/*
 * A live figure, from its counter to the page:
 *
 * read-figures.ts reads all that the server counts, with one statement. This file runs it at most
 * once a second while pages are requested, adds the state of the launch (launch/launch-cache.ts),
 * and decides when a rendered page is out of date.
 * http/page-bodies.ts decides which rendered page may still be sent, and http/page-renderer.ts
 * renders one with the facts. Pages of one person show counted figures in both modes.
 * live-routes.ts serves `/live`, and writes each change to every open stream
 * (contract/live-message.ts).
 * In the browser page/live/start-live.ts keeps the page up to date: follow-live.ts follows the
 * stream or polls each minute, server-clock.ts keeps the server's time, show-live.ts updates texts
 * and clocks, and reload-once.ts loads the page again when its state changes.
 * The code of the mode that is not served is left out of the page (scripts/code-of-figure-mode.ts,
 * decision 061).
 */

type Deps = {
  db: Db
  mode: FigureMode
  launch: Pick<LaunchCache, 'current' | 'periods'>
  log: Pick<Log, 'warn' | 'info'>
  now: () => number
  /** the time of the figures; `now` by default (clock/clock.ts) */
  calendar?: () => number
}
/** A count, and its text, which two counts share if their pages are the same. */
type Counted = { live: LiveFigures; text: string }

/** While somebody asks, the figures are counted at most this often. */
export const countEveryMs = 1_000

/**
 * LIVE-2: the figures that this process counted last, shared by all pages and listeners. The pages
 * of everybody show none of them where no figure of the campaign is live.
 */
export function openLiveFacts({
  db,
  mode,
  launch,
  log,
  now,
  calendar = now,
}: Deps): PageFactSource {
  let last: Counted | null = null
  let triedAt = -Infinity
  let counting: Promise<void> | null = null
  let failing = false

  async function count() {
    triedAt = now()
    const terms = { ...campaignFigureTerms, periods: launch.periods() }
    try {
      const live = await readLiveFigures(db, terms, calendar())
      last = { live, text: textOf(live) }
      if (failing) log.info({}, 'figures are counted again')
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'figures could not be counted: pages keep the last')
      failing = true
    }
  }

  async function refresh() {
    // A clock that was set back must not stop the counting.
    const isDue = Math.abs(now() - triedAt) >= countEveryMs
    if (isDue) void startCount()
    if (!failing) await counting
  }

  let next: Promise<void> | null = null
  const startCount = () => (counting ??= count().finally(() => (counting = null)))

  /** A count that runs already can have begun before the commit that the caller knows of. */
  async function recount() {
    if (failing) return refresh()
    next ??= Promise.resolve(counting).then(() => {
      next = null
      return startCount()
    })
    await next
  }

  const known = (shown: FigureMode, counted: () => Counted | null) =>
    onceIn({ now: calendar, counted, periods: launch.periods }, (at) =>
      knownOf({ now: at, mode: shown, launch: launch.current() }, counted()),
    )
  const counted = { known: known('live', () => last), refresh, recount }
  if (mode === 'live') return { ...counted, counted }
  return hasLiveFigure
    ? { known: known(mode, () => last), refresh, counted }
    : { known: known(mode, () => null), refresh: async () => {}, counted }
}

/** All requests of one millisecond get one object: nothing can begin or end within it. */
function onceIn(
  of: { now: () => number; counted: () => Counted | null; periods: () => unknown },
  make: (at: number) => KnownFacts,
): FactSource['known'] {
  let last: { at: number; counted: unknown; periods: unknown; known: KnownFacts } | null = null
  return () => {
    const [at, counted, periods] = [of.now(), of.counted(), of.periods()]
    if (last?.at !== at || last.counted !== counted || last.periods !== periods)
      last = { at, counted, periods, known: make(at) }
    return last.known
  }
}

const hasLiveFigure = sourcesOf({ figures: campaign.figures, offers: campaign.offers }).some(
  ({ source }) => source.kind === 'live',
)

function knownOf(shown: Omit<KnownFacts['facts'], 'live'>, counted: Counted | null): KnownFacts {
  const { launch, now } = shown
  const facts = { ...shown, live: counted?.live ?? null }
  if (!counted)
    return { facts, launch: JSON.stringify(launch), figures: '', countedAt: null, stage: 0 }
  const { live, text } = counted
  const offers = liveOffers.map((offer) => live.offers[offer])
  const ended = offers.map((offer) => hasEnded(offer, now))
  const moves = offers.map(({ movedFrom }) => movedFrom)
  return {
    facts,
    launch: JSON.stringify([launch, ended, moves, live.goalReachedAt]),
    figures: text,
    countedAt: live.at,
    stage: gaugeStage({ registered: live.registered, goal: campaign.figures.launch.value.goal }),
  }
}

/** A page names the minute of its figures, so those of another minute make another page. */
function textOf({ at, ...counted }: LiveFigures): string {
  return JSON.stringify([counted, Math.floor(at / 60_000)])
}
