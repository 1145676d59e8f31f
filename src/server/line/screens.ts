import type { FastifyRequest } from 'fastify'
import { linePaths, openCredits, rewardStates, type OpenCredit } from '#contract/line-screens.ts'
import { addressFor, maskAddress, maskTexts } from '#contract/mask-address.ts'
import { nameOfStep } from '#contract/line-rewards.ts'
import type { RewardState } from '#contract/line-record.ts'
import type { Role } from '#contract/navigation.ts'
import { counted } from '#contract/text.ts'
import type { Db } from '#server/db/store.ts'
import { countCredits, listCredits } from './friends.ts'
import { readHead, readMoves } from './line.ts'
import {
  ledgerChunks,
  ledgerFormats,
  ledgerSteps,
  pageOfLedger,
  readLedgerCounts,
  type RewardRow,
} from './ledger.ts'
import { readRuleChanges } from './rule.ts'
import { cursorOf, readCursor } from '#server/people/filter.ts'
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import { figuresIn, rangeIn } from '#server/overview/screen.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'
import { exportChunkSize, streamExport } from '#server/acts/export-file.ts'

const firstShown = 20
const movesShown = 20
const creditsShown = 5
const pageSize = 50

/** LINE-1 to LINE-6: who is first, what moved, who came by links, and what waits for a ruling. */
export async function loadLine(deps: DashboardDeps, request: FastifyRequest, { role }: SignedIn) {
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
  { store: { db } }: DashboardDeps,
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

/** LINE-6: the ledger of what is owed, and the rewards of one step and state, the newest first. */
export async function loadRewards(
  deps: DashboardDeps,
  request: FastifyRequest,
  { role }: SignedIn,
) {
  const steps = await readSteps(deps)
  const asked = readCell(request.query as Record<string, unknown>, steps)
  if (asked === null) return { screen: 'not-found' as const }
  const { step, state, after } = asked
  const rows = await pageOfLedger(
    deps.store.db,
    { step, state },
    { after: after && { at: after.createdAt, personId: after.id }, most: pageSize + 1 },
  )
  const last = rows[pageSize - 1]
  return {
    screen: 'line-rewards' as const,
    steps,
    step,
    state,
    rewards: rows.slice(0, pageSize).map((row) => shownReward(row, role)),
    next:
      rows.length > pageSize
        ? cellHref(step, state, { after: cursorOf({ createdAt: last!.at, id: last!.personId }) })
        : null,
  }
}

const cellHref = (step: number, state: RewardState, more: Record<string, string>) =>
  `${linePaths.rewards}?${new URLSearchParams({ step: String(step), state, ...more })}`

/** Without a choice in the address: what people have of the first step. Null for a wrong one. */
function readCell(query: Record<string, unknown>, steps: readonly RewardStep[]) {
  const { step: askedStep = String(steps[0]?.friends ?? 0), state: askedState = 'yours' } = query
  const state = rewardStates.find((known) => known === askedState)
  const step = Number(askedStep)
  const after = query['after'] === undefined ? null : readCursor(query['after'])
  if (!state || !/^\d{1,6}$/.test(String(askedStep))) return null
  if (query['after'] !== undefined && after === null) return null
  return { step, state, after }
}

/** LINE-6: a step of the ladder, and how many people have it in which state. */
export type RewardStep = Awaited<ReturnType<typeof readSteps>>[number]

/**
 * The steps of the ladder, and those that people have from an earlier one. `limited`: of a limited
 * reward; null for the others.
 */
async function readSteps({ store, campaign }: Pick<DashboardDeps, 'store' | 'campaign'>) {
  const terms = campaign.line?.terms.rewards ?? []
  const { counts, reserved } = await readLedgerCounts(store.db)
  return ledgerSteps(terms, counts).map((friends) => {
    const limit = terms.find((reward) => reward.friends === friends)?.limit ?? null
    const given = reserved.find(({ step }) => step === friends)
    const people = (state: RewardState) =>
      counts.find((row) => row.step === friends && row.state === state)?.people ?? 0
    return {
      friends,
      name: nameOfStep(campaign, friends),
      counts: Object.fromEntries(rewardStates.map((state) => [state, people(state)])) as Record<
        RewardState,
        number
      >,
      limited:
        limit === null
          ? null
          : { limit, reserved: given?.reserved ?? 0, goneAtMs: given?.goneAt ?? null },
    }
  })
}

/** A reader sees no whole address. */
const shownReward = (row: RewardRow, role: Role): RewardRow =>
  role === 'operator' ? row : { ...row, email: maskAddress(row.email), note: maskTexts(row.note) }

/** LINE-6: the whole ledger as a file, by person. */
export async function exportRewards(
  deps: DashboardDeps,
  { body }: FastifyRequest,
  { session: { operator } }: SignedIn,
) {
  const { format: asked } = (body ?? {}) as { format?: unknown }
  const format = ledgerFormats.find((known) => known === asked)
  if (!format) return { screen: 'not-found' as const }
  return streamExport(deps, {
    act: { operator, action: 'export-rewards', details: { format } },
    name: 'rewards',
    format,
    chunks: ledgerChunks(deps.store.db, {
      format,
      chunkSize: exportChunkSize,
      nameOf: (step) => nameOfStep(deps.campaign, step),
    }),
    describe: (rows) => counted(rows, 'reward'),
  })
}
