import type { FastifyRequest } from 'fastify'
import { nameOfStep } from '#contract/line-rewards.ts'
import { linePaths, mostNote } from '#contract/line-screens.ts'
import { rewardOf } from '#server/line/ledger.ts'
import { withdrawReward } from '#server/line/rulings.ts'
import { logged } from '#server/acts/action-log.ts'
import type { ScreenHandler } from './guard.ts'
import { redirectTo } from './letter-list.ts'
import { shownReward } from './line-rewards.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** LINE-6: the page that asks before a reward is withdrawn. */
export const askWithdrawal =
  (deps: DashboardDeps): ScreenHandler =>
  (request, reply, who) =>
    ask(deps, { typed: '' })(request, reply, who)

/** LINE-6: the act. It needs a note, which the ledger keeps and the log does not. */
export const withdraw =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, campaign, now } = deps
    const { personId, step } = targetOf(request)
    const sent = (request.body as { note?: unknown } | null)?.note
    const note = (typeof sent === 'string' ? sent : '').trim().slice(0, mostNote)
    if (note === '') return ask(deps, { typed: '', wrong: true })(request, reply, who)
    const reward = await rewardOf(store.db, { personId, step })
    if (!reward) return deps.screens.show(request, reply, who, { screen: 'not-found' })
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
    return redirectTo(reply, `${linePaths.rewards}?step=${step}&state=withdrawn&done=${actId}`)
  }

const targetOf = (request: FastifyRequest) => {
  const { id, step } = request.params as { id: string; step: string }
  return { personId: id, step: /^\d{1,6}$/.test(step) ? Number(step) : 0 }
}

const ask =
  (deps: DashboardDeps, form: { typed: string; wrong?: boolean }): ScreenHandler =>
  async (request, reply, who) => {
    const { personId, step } = targetOf(request)
    const reward = await rewardOf(deps.store.db, { personId, step })
    return deps.screens.show(
      request,
      reply,
      who,
      reward
        ? {
            screen: 'line-withdraw',
            reward: shownReward(reward, who.role),
            name: nameOfStep(deps.campaign, step),
            ...form,
          }
        : { screen: 'not-found' },
    )
  }
