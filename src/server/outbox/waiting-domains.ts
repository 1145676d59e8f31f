import { sql, type RawBuilder, type Transaction } from 'kysely'
import { hourMs } from '#contract/time.ts'
import type { Store } from '#server/db/store.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { budgetDomain } from './budget-domain.ts'
import { enterTurns, isDue, waitsFor } from './turns.ts'

/** The most domains that one claim reads, and the most mails of each. */
const domainsAtOnce = 5
const mailsAtOnce = 25

/**
 * The domains that mails wait for and that are open now; any of them where `isLimited` is false. A
 * domain that is closed for longer than any budget allows was closed by a clock that was ahead: it
 * counts as open.
 */
export async function openDomains(
  trx: Transaction<Schema>,
  now: number,
  isLimited: boolean,
): Promise<string[]> {
  if (!isLimited) {
    const any = trx.selectFrom('waiting_domains').select('domain').limit(domainsAtOnce)
    return (await any.execute()).map(({ domain }) => domain)
  }
  const within = (range: RawBuilder<unknown>) =>
    sql`select * from (select domain, "opensAt" from waiting_domains where ${range} order by "opensAt" limit ${sql.lit(domainsAtOnce)}) as waiting`
  const { rows } = await sql<{ domain: string; opensAt: number }>`
    ${within(sql`"opensAt" <= ${now}`)} union all ${within(sql`"opensAt" > ${now + longestClosedMs}`)}`.execute(
    trx,
  )
  const open = rows.filter(({ opensAt }) => opensAt <= now)
  return (open.length > 0 ? open : rows)
    .sort((a, b) => a.opensAt - b.opensAt)
    .map(({ domain }) => domain)
}

/** The slowest budget in recipient-budgets.ts allows one mail an hour. */
const longestClosedMs = hourMs

/** The mails that wait for a domain, in their turns. */
export function waitingForDomain(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  domain: string,
) {
  const rows = trx
    .selectFrom('outbox')
    .where(isDue)
    .where('waits', '=', waitsFor.domain(domain))
    .orderBy('priority')
    .orderBy('turn')
    .limit(mailsAtOnce)
  return engine === 'postgres' ? rows.forUpdate().skipLocked() : rows
}

/** Those of `domains` that mails wait for. */
export async function waitedForDomains(
  trx: Transaction<Schema>,
  domains: readonly string[],
): Promise<Set<string>> {
  if (domains.length === 0) return new Set()
  return new Set(
    (
      await trx
        .selectFrom('waiting_domains')
        .select('domain')
        .where('domain', 'in', domains)
        .execute()
    ).map(({ domain }) => domain),
  )
}

export type Waiting = Pick<OutboxTable, 'id' | 'priority' | 'requester'> & {
  domain: string
  opensAt: number
}

/** Makes mails wait for their domain. The domain opens when the first of them may go. */
export async function waitForDomains(
  trx: Transaction<Schema>,
  mails: readonly Waiting[],
): Promise<void> {
  const openings = new Map<string, number>()
  for (const mail of mails)
    openings.set(mail.domain, Math.min(openings.get(mail.domain) ?? Infinity, mail.opensAt))
  for (const [domain, opensAt] of openings) {
    await trx
      .insertInto('waiting_domains')
      .values({ domain, opensAt })
      .onConflict((same) =>
        same.column('domain').doUpdateSet({
          opensAt: sql`case when waiting_domains."opensAt" < excluded."opensAt" then waiting_domains."opensAt" else excluded."opensAt" end`,
        }),
      )
      .execute()
  }
  await enterTurns(
    trx,
    mails.map(({ id, priority, requester, domain }) => ({
      id,
      priority,
      requester,
      waits: waitsFor.domain(domain),
    })),
  )
}

/** Gives mails that have paid their domain a turn among all mails. */
export async function leaveDomains(
  trx: Transaction<Schema>,
  mails: readonly Pick<OutboxTable, 'id' | 'priority' | 'requester'>[],
  now: number,
): Promise<void> {
  if (mails.length === 0) return
  await enterTurns(
    trx,
    mails.map(({ id, priority, requester }) => ({ id, priority, requester, waits: waitsFor.turn })),
  )
  await trx
    .updateTable('outbox')
    .set({ paid: 1, dueAt: now })
    .where(
      'id',
      'in',
      mails.map(({ id }) => id),
    )
    .execute()
}

/** Sets when a domain opens next, or deletes it if no mail waits for it. */
export async function setDomainOpening(
  trx: Transaction<Schema>,
  domain: string,
  opensAt: number,
): Promise<void> {
  const left = await trx
    .selectFrom('outbox')
    .select('id')
    .where(isDue)
    .where('waits', '=', waitsFor.domain(domain))
    .limit(1)
    .executeTakeFirst()
  if (left)
    await trx.updateTable('waiting_domains').set({ opensAt }).where('domain', '=', domain).execute()
  else await trx.deleteFrom('waiting_domains').where('domain', '=', domain).execute()
}

/** Opens domains at which addresses were confirmed: their budgets for first mails have grown. */
export async function openAfterConfirmation(
  trx: Transaction<Schema>,
  domains: Iterable<string>,
  now: number,
): Promise<void> {
  const budgets = [...new Set([...domains].map(budgetDomain))]
  for (const domain of [...(await waitedForDomains(trx, budgets))].sort())
    await trx
      .updateTable('waiting_domains')
      .set({ opensAt: now })
      .where('domain', '=', domain)
      .execute()
}
