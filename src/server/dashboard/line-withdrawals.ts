import type { FastifyRequest } from 'fastify'
import { nameOfStep } from '#contract/line-rewards.ts'
import { linePaths, mostNote } from '#contract/line-screens.ts'
import { rewardOf } from '#server/line/ledger.ts'
import { withdrawReward } from '#server/line/rulings.ts'
import type { Role } from '#contract/screens.ts'
import { logged } from '#server/acts/action-log.ts'
import { shownReward } from './line-rewards.ts'
import type { LoaderDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'

/** LINE-6: the page that asks before a reward is withdrawn. */
export const askWithdrawal = (deps: LoaderDeps, request: FastifyRequest, { role }: SignedIn) =>
  ask(deps, targetOf(request), { role, wrong: false })

/** LINE-6: the act. It needs a note, which the ledger keeps and the log does not. */
export async function withdraw(deps: LoaderDeps, request: FastifyRequest, who: SignedIn) {
  const { store, campaign, now } = deps
  const target = targetOf(request)
  const { personId, step } = target
  const sent = (request.body as { note?: unknown } | null)?.note
  const note = (typeof sent === 'string' ? sent : '').trim().slice(0, mostNote)
  if (note === '') return ask(deps, target, { role: who.role, wrong: true })
  if (!(await rewardOf(store.db, target))) return { screen: 'not-found' as const }
  const act = {
    operator: who.session.operator,
    action: 'withdraw-reward',
    personId,
    details: { reward: nameOfStep(campaign, step) },
  } as const
  const { actId } = await logged(store, act, now(), async () => ({
    outcome: (await store.transact((trx) => withdrawReward(trx, personId, step, note, now())))
      ? 'done'
      : 'nothing changed, the person no longer has it',
  }))
  return { path: `${linePaths.rewards}?step=${step}&state=withdrawn&done=${actId}` }
}

const targetOf = (request: FastifyRequest) => {
  const { id, step } = request.params as { id: string; step: string }
  return { personId: id, step: /^\d{1,6}$/.test(step) ? Number(step) : 0 }
}

/** `wrong`: sent without a note. */
async function ask(
  { store, campaign }: LoaderDeps,
  target: ReturnType<typeof targetOf>,
  { role, wrong }: { role: Role; wrong: boolean },
) {
  const reward = await rewardOf(store.db, target)
  if (!reward) return { screen: 'not-found' as const }
  return {
    screen: 'line-withdraw' as const,
    reward: shownReward(reward, role),
    name: nameOfStep(campaign, target.step),
    wrong,
  }
}
