import type { FastifyRequest } from 'fastify'
import { linePaths, openCredits, type OpenCredit } from '#contract/line-screens.ts'
import { cursorOf, readCursor } from '#server/people/filter.ts'
import type { Role } from '#contract/screens.ts'
import type { Db } from '#server/db/store.ts'
import { readHead } from '#server/line/head.ts'
import { readMoves } from '#server/line/place.ts'
import { readRuleChanges } from '#server/line/rule.ts'
import { countCredits, listCredits } from '#server/line/credit-list.ts'
import { readSteps } from './line-rewards.ts'
import { addressFor } from '#contract/mask-address.ts'
import { figuresIn, rangeIn } from './overview.ts'
import type { LoaderDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'

const firstShown = 20
const movesShown = 20
const creditsShown = 5
const pageSize = 50

/** LINE-1 to LINE-6: who is first, what moved, who came by links, and what waits for a ruling. */
export async function loadLine(deps: LoaderDeps, request: FastifyRequest, { role }: SignedIn) {
  const { db } = deps.store
  const head = await readHead(db)
  const figures = await figuresIn(deps, rangeIn(request) ?? '7d')
  return {
    screen: 'line' as const,
    figures,
    /** people who came by a link, in the range of the figures */
    byLink: figures.sources.friends,
    waiting: head?.waiting ?? 0,
    nextPlace: (head?.waiting ?? 0) + 1,
    first: await readFirst(db, role),
    moves: await readLastMoves(db, role),
    credits: await countCredits(db),
    waitingCredits: await listCredits(db, 'waiting', { after: null, most: creditsShown, role }),
    steps: await readSteps(deps),
    rules: (await readRuleChanges(db)).toReversed(),
    checkedAtMs: head?.checkedAt ?? null,
  }
}

/** LINE-5: the credits that an operator can rule on, the oldest first. */
export async function loadCredits(
  { store: { db } }: LoaderDeps,
  request: FastifyRequest,
  { role }: SignedIn,
) {
  const { state: asked, after: cursor } = request.query as { state?: unknown; after?: unknown }
  const state = openCredits.find((known) => known === (asked ?? 'waiting'))
  const after = cursor === undefined ? null : readCursor(cursor)
  if (!state || (cursor !== undefined && after === null)) return { screen: 'not-found' as const }
  const credits = await listCredits(db, state, { after, most: pageSize + 1, role })
  const last = credits[pageSize - 1]
  return {
    screen: 'line-credits' as const,
    state,
    counts: await countCredits(db),
    credits: credits.slice(0, pageSize),
    next:
      credits.length > pageSize
        ? creditsHref(state, cursorOf({ createdAt: last!.at, id: last!.friend.id }))
        : null,
  }
}

const creditsHref = (state: OpenCredit, after: string) =>
  `${linePaths.credits}?${new URLSearchParams({ state, after })}`

/** The first of the line in its order, so a row's position is its place. */
async function readFirst(db: Db, role: Role) {
  const rows = await db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'line.personId')
    .select(['people.id', 'people.email', 'line.order', 'line.friends'])
    .where('line.key', 'is not', null)
    .$narrowType<{ order: number }>()
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

/** The last places that were noted, newest first: they are those of the people who moved last. */
async function readLastMoves(db: Db, role: Role) {
  const people = await db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'line.personId')
    .select(['people.id', 'people.email', 'line.moves'])
    .where('line.movedAt', 'is not', null)
    .orderBy('line.movedAt', 'desc')
    .limit(movesShown)
    .execute()
  return people
    .flatMap(({ id, email, ...row }) => readMoves(row).map((move) => ({ id, email, ...move })))
    .sort((a, b) => b.at - a.at)
    .slice(0, movesShown)
    .map((move) => ({ ...move, email: addressFor(role, move.email) }))
}
