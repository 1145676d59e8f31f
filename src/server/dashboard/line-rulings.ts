import { linePaths, type Ruling } from '#contract/line-screens.ts'
import { ruleOnCredit } from '#server/line/rulings.ts'
import { logged, type Action } from '#server/acts/action-log.ts'
import type { ScreenHandler } from './guard.ts'
import { redirectTo } from './letter-list.ts'
import { creditOfFriend } from './line-credits.ts'
import { personIdOf } from './person-screen.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** LINE-5: the page that asks before a ruling. */
export const askRuling =
  (ruling: Ruling, deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const credit = await creditOfFriend(deps.store.db, personIdOf(request), who.role)
    return deps.screens.show(
      request,
      reply,
      who,
      credit
        ? {
            screen: 'line-rule',
            ruling,
            credit,
            rulingDays: deps.campaign.line!.terms.rulingDays,
          }
        : { screen: 'not-found' },
    )
  }

/** LINE-5: the ruling. The friend may have left or been erased since the page asked. */
export const runRuling =
  (ruling: Ruling, deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, now } = deps
    const id = personIdOf(request)
    if (!(await creditOfFriend(store.db, id, who.role)))
      return deps.screens.show(request, reply, who, { screen: 'not-found' })
    const { operator } = who.session
    const { actId } = await logged(
      store,
      { operator, action: actionOf[ruling], personId: id },
      now(),
      async () => ({
        outcome: await store.transact(
          async (trx) => outcomes[await ruleOnCredit(trx, id, ruling, operator, now())],
        ),
      }),
    )
    return redirectTo(reply, `${linePaths.credits}?done=${actId}`)
  }

const actionOf: Record<Ruling, Action> = { counts: 'count-friend', refused: 'refuse-friend' }

const outcomes: Record<Awaited<ReturnType<typeof ruleOnCredit>>, string> = {
  done: 'done',
  gone: 'nothing changed, the friend is no longer stored',
}
