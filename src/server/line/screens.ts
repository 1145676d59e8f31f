import { z } from 'zod'
import { counted } from '#contract/english.ts'
import { overviewRanges } from '#contract/dashboard/overview-figures.ts'
import { linePaths, openCredits } from '#contract/line/screens.ts'
import { nameOfStep } from '#contract/line/reward-texts.ts'
import { rewardStates, type RewardState } from '#contract/line/records.ts'
import { wavePaths } from '#contract/line/waves.ts'
import { exportChunkSize, exportFile } from '#server/acts/export-file.ts'
import { readOverview } from '#server/counts/read-overview.ts'
import type { Db } from '#server/db/store.ts'
import { cursorField, cursorOf, pageOf, type Position } from '#server/http/list.ts'
import { loader, type LoaderDeps, type ScreenRoute } from '#server/http/loader.ts'
import { countCredits, listCredits } from './friends.ts'
import {
  ledgerChunks,
  ledgerFormats,
  ledgerSteps,
  pageOfLedger,
  readLedgerCounts,
} from './ledger.ts'
import { readHead, readMoves } from './line.ts'
import { readRuleChanges } from './rule.ts'
import { exportCodes, loadNewWave, loadWaves } from './wave-screens.ts'

const firstShown = 20
const movesShown = 20
const creditsShown = 5
const pageSize = 50

const lineFields = z.object({ range: z.enum(overviewRanges).catch('7d') })

/** LINE-1 to LINE-6: who is first, what moved, who came by links, and what waits for a ruling. */
export const loadLine = loader(lineFields, async (deps, { range }) => {
  const { store, campaign, now } = deps
  const { db } = store
  const head = await readHead(db)
  const figures = await readOverview(db, { range, timeZone: campaign.timeZone, now: now() })
  return {
    screen: 'line' as const,
    figures,
    /** people who came by a link, in the range of the figures */
    byLink: figures.sources.friends,
    waiting: head?.waiting ?? 0,
    nextPlace: (head?.waiting ?? 0) + 1,
    first: await readFirst(db),
    moves: await readLastMoves(db),
    credits: await countCredits(db),
    waitingCredits: await listCredits(db, 'waiting', { most: creditsShown }),
    steps: await readSteps(deps),
    rules: (await readRuleChanges(db)).toReversed(),
    checkedAt: head?.checkedAt ?? null,
  }
})

const creditFields = z.object({
  state: z.enum(openCredits).default('waiting'),
  after: cursorField,
})

/** LINE-5: the credits that an operator can rule on, the oldest first. */
export const loadCredits = loader(creditFields, async ({ store: { db } }, { state, after }) => {
  const read = await listCredits(db, state, { after, most: pageSize + 1 })
  const { rows, last } = pageOf(read, pageSize)
  return {
    screen: 'line-credits' as const,
    state,
    counts: await countCredits(db),
    credits: rows,
    next: last && nextPage(linePaths.credits, { state }, { at: last.at, id: last.friend.id }),
  }
})

const nextPage = (path: string, fields: Record<string, string>, after: Position) =>
  `${path}?${new URLSearchParams({ ...fields, after: cursorOf(after) })}`

/** The first of the line in its order, so a row's position is its place. */
async function readFirst(db: Db) {
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
  return rows.map((row, index) => ({ ...row, place: index + 1 }))
}

/** The last places that were noted, newest first: they are those of the people who moved last. */
async function readLastMoves(db: Db) {
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
}

const rewardFields = z.object({
  step: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .optional(),
  state: z.enum(rewardStates).default('yours'),
  after: cursorField,
})

/**
 * LINE-6: the ledger of what is owed, and the rewards of one step and state, the newest first. By
 * default what people have of the first step.
 */
export const loadRewards = loader(rewardFields, async (deps, { step: asked, state, after }) => {
  const steps = await readSteps(deps)
  const step = asked ?? steps[0]?.friends ?? 0
  const read = await pageOfLedger(deps.store.db, { step, state }, { after, most: pageSize + 1 })
  const { rows, last } = pageOf(read, pageSize)
  const cell = { step: String(step), state }
  return {
    screen: 'line-rewards' as const,
    steps,
    step,
    state,
    rewards: rows,
    next: last && nextPage(linePaths.rewards, cell, { at: last.at, id: last.personId }),
  }
})

/** LINE-6: a step of the ladder, and how many people have it in which state. */
export type RewardStep = Awaited<ReturnType<typeof readSteps>>[number]

/**
 * The steps of the ladder, and those that people have from an earlier one. `limited`: of a limited
 * reward; null for the others.
 */
async function readSteps({ store, campaign }: LoaderDeps) {
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
          : { limit, reserved: given?.reserved ?? 0, goneAt: given?.goneAt ?? null },
    }
  })
}

/** LINE-6: the whole ledger as a file, by person. */
export const exportRewards = loader(
  z.object({ format: z.enum(ledgerFormats) }),
  (deps, { format }, { operator }) =>
    exportFile(deps, {
      act: { operator, action: 'export-rewards', details: { format } },
      name: 'rewards',
      format,
      chunks: ledgerChunks(deps.store.db, {
        format,
        chunkSize: exportChunkSize,
        nameOf: (step) => nameOfStep(deps.campaign, step),
      }),
      describe: (rows) => counted(rows, 'reward'),
    }),
)

export const lineScreens = [
  [linePaths.line, loadLine],
  [linePaths.credits, loadCredits],
  [linePaths.rewards, loadRewards],
  [wavePaths.waves, loadWaves],
  [wavePaths.new, loadNewWave, 'operator'],
] as const satisfies readonly ScreenRoute[]

export const lineForms = [
  [linePaths.exportRewards, exportRewards],
  [wavePaths.codes(':id'), exportCodes],
] as const satisfies readonly ScreenRoute[]
