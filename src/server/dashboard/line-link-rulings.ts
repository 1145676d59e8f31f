import { grouped } from '#contract/figures.ts'
import { askedField, linePaths, type OpenCredit, type Ruling } from '#contract/line-screens.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Db } from '#server/db/open.ts'
import { ruleOnLink } from '#server/line/rulings.ts'
import { logged, type Action } from '#server/acts/action-log.ts'
import type { ScreenHandler } from './guard.ts'
import { redirectTo } from './letter-list.ts'
import { countByOwner } from './line-credits.ts'
import { personIdOf } from './person-screen.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** LINE-5: asks before a ruling on all friends of a link who are in doubt. */
export const askRulingOnLink =
  (ruling: Ruling, { store, screens, now }: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const owner = await ownerIn(store.db, personIdOf(request))
    const open = owner && (await openOf(store.db, owner.id))
    if (!owner || !open || open.waiting + open['place-only'] === 0)
      return screens.show(request, reply, who, { screen: 'not-found' })
    const view = { screen: 'line-rule-all', ruling, owner, open, askedMs: now() } as const
    return screens.show(request, reply, who, view)
  }

/** The ruling, in small transactions beside visitors. */
export const runRulingOnLink =
  (ruling: Ruling, { store, screens, now }: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const ownerId = personIdOf(request)
    const before = Number((request.body as Record<string, unknown> | null)?.[askedField])
    if (!Number.isSafeInteger(before) || !(await ownerIn(store.db, ownerId)))
      return screens.show(request, reply, who, { screen: 'not-found' })
    const { operator } = who.session
    const { actId } = await logged(
      store,
      { operator, action: actionOf[ruling], personId: ownerId },
      now(),
      async () => {
        const steps = smallTransactions(store)
        let all = 0
        for (let isMore = true; isMore;) {
          const most = steps.rows()
          const rule = { ownerId, ruling, operator, before, most }
          const some = await steps.step((trx) => ruleOnLink(trx, rule, now()))
          all += some
          isMore = some === most
        }
        return { outcome: `${grouped(all)} ${all === 1 ? 'friend' : 'friends'}` }
      },
    )
    return redirectTo(reply, `${linePaths.credits}?done=${actId}`)
  }

const actionOf: Record<Ruling, Action> = { counts: 'count-friends', refused: 'refuse-friends' }

const ownerIn = (db: Db, id: string) =>
  db.selectFrom('people').select(['id', 'email']).where('id', '=', id).executeTakeFirst()

async function openOf(db: Db, ownerId: string): Promise<Record<OpenCredit, number>> {
  const counts = (await countByOwner(db, [ownerId])).get(ownerId)
  return { waiting: counts?.waiting ?? 0, 'place-only': counts?.['place-only'] ?? 0 }
}
