import { hasEnded, type LiveFigures, type LiveOffer } from './live-figures.ts'
import { recentCount } from './shown-figures.ts'

/**
 * What the server counts in the place of a figure. Names that end in `At` are times in ms. `since`:
 * since when it has not changed any more, as the last piece went or the goal was reached; else null.
 */
export type TrueFigure = { value: unknown; since: number | null }

/**
 * LIVE-3: the true value of each figure that the server can know, by the figure's key. Null: there
 * is none at the moment, e.g. of an offer without an end.
 */
export function trueFigures(
  live: LiveFigures,
  goal: number,
): Partial<Record<string, TrueFigure | null>> {
  const { registered, nextPlace, offers } = live
  const current = (value: unknown): TrueFigure => ({ value, since: null })
  const piecesOf = (offer: LiveOffer) => pieces(live, offer)
  return {
    'figures.waiting': current(live.waiting),
    'figures.launch': { value: { registered, goal }, since: live.goalReachedAt },
    'figures.earlySpots': current({ nextPlace }),
    'figures.batchPercent': current(Math.floor((registered / goal) * 100)),
    'figures.programSpots': piecesOf('program'),
    'figures.pageSpots': current({ nextPlace }),
    'figures.earlyBird': endOf(live, 'earlyBird'),
    'figures.programTimer': endOf(live, 'program'),
    'figures.accessTimer': endOf(live, 'founding'),
    'figures.recent': currentOrNull(recentCount(live)),
    'offers.legacyPack': piecesOf('legacyPack'),
    'offers.founding': piecesOf('founding'),
    'offers.exit': piecesOf('exit'),
    'offers.mysteryReward': piecesOf('mysteryReward'),
  }

  function currentOrNull(value: unknown) {
    return value === null ? null : current(value)
  }

  function endOf({ at }: LiveFigures, offer: LiveOffer): TrueFigure | null {
    const { endsAt, movedFrom } = offers[offer]
    if (endsAt === null) return null
    const moved = movedFrom === null ? {} : { beforeAt: movedFrom }
    return { value: { endsAt, ...moved }, since: endsAt <= at ? endsAt : null }
  }
}

function pieces({ at, offers }: LiveFigures, offer: LiveOffer): TrueFigure | null {
  const now = offers[offer]
  const { left, most, endsAt, goneAt } = now
  if (left === null) return null
  const value = { left, most, ...(endsAt !== null && { endsAt }) }
  return { value, since: hasEnded(now, at) ? (goneAt ?? endsAt) : null }
}
