import type { FastifyRequest } from 'fastify'
import { grouped } from '#contract/figures.ts'
import { askedField, linePaths, type OpenCredit, type Ruling } from '#contract/line-screens.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Db } from '#server/db/open.ts'
import { ruleOnLink } from '#server/line/rulings.ts'
import { logged, type Action } from '#server/acts/action-log.ts'
import { countByOwner } from './line-credits.ts'
import { personIdOf } from './person-screen.ts'
import type { LoaderDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'

/** LINE-5: asks before a ruling on all friends of a link who are in doubt; `askedMs`: as of then. */
export const askRulingOnLink =
  (ruling: Ruling) =>
  async ({ store, now }: LoaderDeps, request: FastifyRequest) => {
    const owner = await ownerIn(store.db, personIdOf(request))
    const open = owner && (await openOf(store.db, owner.id))
    return open && open.waiting + open['place-only'] > 0
      ? { screen: 'line-rule-all' as const, ruling, owner, open, askedMs: now() }
      : { screen: 'not-found' as const }
  }

/** The ruling, in small transactions beside visitors. */
export const runRulingOnLink =
  (ruling: Ruling) =>
  async ({ store, now }: LoaderDeps, request: FastifyRequest, who: SignedIn) => {
    const ownerId = personIdOf(request)
    const before = Number((request.body as Record<string, unknown> | null)?.[askedField])
    if (!Number.isSafeInteger(before) || !(await ownerIn(store.db, ownerId)))
      return { screen: 'not-found' as const }
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
    return { path: `${linePaths.credits}?done=${actId}` }
  }

const actionOf: Record<Ruling, Action> = { counts: 'count-friends', refused: 'refuse-friends' }

const ownerIn = (db: Db, id: string) =>
  db.selectFrom('people').select(['id', 'email']).where('id', '=', id).executeTakeFirst()

async function openOf(db: Db, ownerId: string): Promise<Record<OpenCredit, number>> {
  const counts = (await countByOwner(db, [ownerId])).get(ownerId)
  return { waiting: counts?.waiting ?? 0, 'place-only': counts?.['place-only'] ?? 0 }
}
