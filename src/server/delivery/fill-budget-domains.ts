import { sql } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'

/**
 * Fills `budget_domain` of people whom an earlier version inserted, in small steps: confirmations
 * count for their domains then.
 */
export async function fillBudgetDomains(store: Store, stopping: () => boolean): Promise<void> {
  const steps = smallTransactions(store)
  for (let left = true; left && !stopping();) {
    const without = await store.db
      .selectFrom('people')
      .select(['id', 'email'])
      .where(sql<boolean>`budget_domain = ''`)
      .orderBy('id')
      .limit(steps.rows())
      .execute()
    const rows = without.map(({ id, email }) => ({ id, domain: budgetDomain(domainOf(email)) }))
    if (rows.length > 0) {
      await steps.step((trx) =>
        insertRows(trx, 'fill budget domains', rows, (values) => ({
          compile: () =>
            sql`
        update people set budget_domain = filled.column2 from (values ${sql.join(values.map(({ id, domain }) => sql`(cast(${id} as text), cast(${domain} as text))`))}) as filled
        where people.id = filled.column1`.compile(trx),
        })),
      )
    }
    left = rows.length > 0
  }
}
