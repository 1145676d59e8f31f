import type { FastifyRequest } from 'fastify'
import { nameOfStep } from '#contract/line-rewards.ts'
import { linePaths, rewardStates } from '#contract/line-screens.ts'
import type { RewardState } from '#contract/line-record.ts'
import type { Role } from '#contract/screens.ts'
import { counted } from '#contract/counted.ts'
import {
  ledgerChunks,
  ledgerFormats,
  ledgerSteps,
  pageOfLedger,
  readLedgerCounts,
  type RewardRow,
} from '#server/line/ledger.ts'
import { maskAddress, maskTexts } from '#contract/mask-address.ts'
import { cursorOf, readCursor } from '#server/people/filter.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import type { ScreenHandler } from './guard.ts'
import type { LoaderDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'
import { exportChunkSize, sendExport } from './stream-export.ts'

const pageSize = 50

/** LINE-6: the ledger of what is owed, and the rewards of one step and state, the newest first. */
export async function loadRewards(deps: LoaderDeps, request: FastifyRequest, { role }: SignedIn) {
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
export async function readSteps({ store, campaign }: Pick<LoaderDeps, 'store' | 'campaign'>) {
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
export const exportRewards =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { format: asked } = (request.body ?? {}) as { format?: unknown }
    const format = ledgerFormats.find((known) => known === asked)
    if (!format) return deps.screens.show(request, reply, who, { screen: 'not-found' })
    return sendExport(reply, deps, {
      act: { operator: who.session.operator, action: 'export-rewards', details: { format } },
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
