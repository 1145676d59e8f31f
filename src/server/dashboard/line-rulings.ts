import type { FastifyRequest } from 'fastify'
import { linePaths, type Ruling } from '#contract/line-screens.ts'
import { ruleOnCredit } from '#server/line/rulings.ts'
import { logged, type Action } from '#server/acts/action-log.ts'
import { creditOfFriend } from './line-credits.ts'
import { personIdOf } from './person-screen.ts'
import type { LoaderDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'

/** LINE-5: the page that asks before a ruling. */
export const askRuling =
  (ruling: Ruling) =>
  async ({ store, campaign }: LoaderDeps, request: FastifyRequest, { role }: SignedIn) => {
    const credit = await creditOfFriend(store.db, personIdOf(request), role)
    if (!credit) return { screen: 'not-found' as const }
    const { rulingDays } = campaign.line!.terms
    return { screen: 'line-rule' as const, ruling, credit, rulingDays }
  }

/** LINE-5: the ruling. The friend may have left or been erased since the page asked. */
export const runRuling =
  (ruling: Ruling) =>
  async ({ store, now }: LoaderDeps, request: FastifyRequest, who: SignedIn) => {
    const id = personIdOf(request)
    if (!(await creditOfFriend(store.db, id, who.role))) return { screen: 'not-found' as const }
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
    return { path: `${linePaths.credits}?done=${actId}` }
  }

const actionOf: Record<Ruling, Action> = { counts: 'count-friend', refused: 'refuse-friend' }

const outcomes: Record<Awaited<ReturnType<typeof ruleOnCredit>>, string> = {
  done: 'done',
  gone: 'nothing changed, the friend is no longer stored',
}
