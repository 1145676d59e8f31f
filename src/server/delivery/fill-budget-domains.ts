import { sql } from 'kysely'
import { castRows, insertRows, statement } from '#server/db/insert-rows.ts'
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
        insertRows(trx, 'fill budget domains', rows, (values) =>
          statement(
            trx,
            sql`
        update people set budget_domain = filled.column2
        from ${castRows(values, 'text', 'text')} as filled
        where people.id = filled.column1`,
          ),
        ),
      )
    }
    left = rows.length > 0
  }
}
