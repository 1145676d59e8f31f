import type { LineMoveRow, LinePlaceRow } from '#contract/line-screens.ts'
import type { Role } from '#contract/screens.ts'
import type { Db } from '#server/db/open.ts'
import { readHead } from '#server/line/line-head.ts'
import { readRuleChanges } from '#server/line/rule-changes.ts'
import type { ScreenHandler } from './guard.ts'
import { countCredits, listCredits } from './line-credits.ts'
import { readSteps } from './line-rewards.ts'
import { addressFor } from '#contract/mask-address.ts'
import { figuresIn, rangeIn } from './overview.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

const firstShown = 20
const movesShown = 20
const creditsShown = 5

/** LINE-1 to LINE-6: who is first, what moved, who came by links, and what waits for a ruling. */
export const lineScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { db } = deps.store
    const { role } = who
    const head = await readHead(db)
    const figures = await figuresIn(deps, rangeIn(request) ?? '7d')
    return deps.screens.show(request, reply, who, {
      screen: 'line',
      figures,
      byLink: figures.sources.friends,
      waiting: head?.waiting ?? 0,
      nextPlace: (head?.waiting ?? 0) + 1,
      first: await readFirst(db, role),
      moves: await readMoves(db, role),
      credits: await countCredits(db),
      waitingCredits: await listCredits(db, 'waiting', { after: null, most: creditsShown, role }),
      steps: await readSteps(deps),
      rules: (await readRuleChanges(db)).toReversed(),
      checkedAtMs: head?.checkedAt ?? null,
    })
  }

/** The first of the line in its order, so a row's position is its place. */
async function readFirst(db: Db, role: Role): Promise<LinePlaceRow[]> {
  const rows = await db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'line.personId')
    .select(['people.id', 'people.email', 'line.order', 'line.friends'])
    .orderBy('line.key')
    .orderBy('line.order')
    .limit(firstShown)
    .execute()
  return rows.map((row, index) => ({
    ...row,
    email: addressFor(role, row.email),
    place: index + 1,
  }))
}

/** First confirmations and later moves, newest first. */
async function readMoves(db: Db, role: Role): Promise<LineMoveRow[]> {
  const later = await db
    .selectFrom('line_moves')
    .innerJoin('people', 'people.id', 'line_moves.personId')
    .select(['people.id', 'people.email', 'line_moves.at', 'line_moves.place', 'line_moves.why'])
    .orderBy('line_moves.id', 'desc')
    .limit(movesShown)
    .execute()
  return [...(await readFirstPlaces(db)), ...later]
    .sort((a, b) => b.at - a.at)
    .slice(0, movesShown)
    .map((move) => ({ ...move, email: addressFor(role, move.email) }))
}

/** Of the last people in the line, the newest confirmation first. */
async function readFirstPlaces(db: Db) {
  const last = db
    .selectFrom('line')
    .select(['personId', 'order'])
    .orderBy('order', 'desc')
    .limit(movesShown)
  const rows = await db
    .selectFrom(last.as('last'))
    .innerJoin('line_links', 'line_links.personId', 'last.personId')
    .innerJoin('people', 'people.id', 'last.personId')
    .select(['people.id', 'people.email', 'line_links.firstAt as at'])
    .select('line_links.firstPlace as place')
    .orderBy('last.order', 'desc')
    .execute()
  return rows.flatMap(({ id, email, at, place }) =>
    at === null || place === null ? [] : [{ id, email, at, place, why: 'confirmed' as const }],
  )
}
