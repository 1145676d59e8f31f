import { sql, type Transaction } from 'kysely'
import { hourMs } from '#contract/time.ts'
import { insertRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import type { MailCountsTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { providerOf } from '#server/outbox/large-providers.ts'

/** `bounced`: the address does not exist. `refused`: given up for any other reason. */
const mailEnds = ['accepted', 'bounced', 'refused'] as const
export type MailEnd = (typeof mailEnds)[number]
/** What is reported about mails that were accepted. `returned`: the address does not exist. */
const laterOutcomes = ['returned', 'complained'] as const
type LaterOutcome = (typeof laterOutcomes)[number]
export type EndedMail = { domain: string; outcome: MailEnd | LaterOutcome }

/**
 * DASH-6: adds mails that ended, or what was reported about them, to the hour's rows, in the
 * transaction of their outcomes.
 */
export async function countEnded(
  trx: Transaction<Schema>,
  mails: readonly EndedMail[],
  now: number,
): Promise<void> {
  await insertRows(trx, 'count ended mails', sumByProvider(mails, now), (values) =>
    trx
      .insertInto('mail_counts')
      .values(values as MailCountsTable[])
      .onConflict((same) =>
        same
          .columns(['hour', 'provider', 'outcome'])
          .doUpdateSet({ count: sql`mail_counts.count + excluded.count` }),
      ),
  )
}

/** One row for each provider and outcome, in sorted order, so that two writers cannot deadlock. */
function sumByProvider(mails: readonly EndedMail[], now: number): MailCountsTable[] {
  const rows = new Map<string, MailCountsTable>()
  for (const { domain, outcome } of mails) {
    const provider = providerOf(domain)
    const key = `${provider} ${outcome}`
    const count = (rows.get(key)?.count ?? 0) + 1
    rows.set(key, { hour: now - (now % hourMs), provider, outcome, count })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/**
 * How the mails to a provider ended: a domain, or `other` for all that are no large provider.
 * `bounced`: no such address; `refused`: for another reason; `returned`: bounces that were reported
 * about accepted mails.
 */
export type OutcomeRow = { provider: string } & Record<MailEnd | LaterOutcome, number>

const noOutcomes = { accepted: 0, bounced: 0, refused: 0, returned: 0, complained: 0 }

/** The outcomes since a time, at most an hour more of them, by provider, the most mails first. */
export async function readOutcomes(db: Db, since: number): Promise<OutcomeRow[]> {
  const rows = await outcomesSince(db, since).execute()
  const providers = new Map<string, OutcomeRow>()
  for (const { provider, outcome, count } of rows) {
    const counts = providers.get(provider) ?? { provider, ...noOutcomes }
    providers.set(provider, { ...counts, [outcome]: count })
  }
  return [...providers.values()].sort(
    (a, b) => ended(b) - ended(a) || (a.provider < b.provider ? -1 : 1),
  )
}

/** At most the hours of the range times the large providers: it does not grow with the mails. */
export const outcomesSince = (db: Db, since: number) =>
  db
    .selectFrom('mail_counts')
    .select(({ fn }) => ['provider', 'outcome', fn.sum<number>('count').as('count')])
    .where('hour', '>=', since - (since % hourMs))
    .groupBy(['provider', 'outcome'])

export const ended = ({ accepted, bounced, refused }: Record<MailEnd, number>): number =>
  accepted + bounced + refused

const mostRefused = 10
/** More than this share of the mails that ended is too much. */
const mostRefusedShare = 0.05

/** Whether the refused mails of a day need attention: at least ten, and more than 5 % of `ended`. */
export const isTooManyRefused = (refused: number, ended: number): boolean =>
  refused >= mostRefused && refused / ended > mostRefusedShare

/** The hour of the first count (ms); null before it. */
export async function outcomesCountedSince(db: Db): Promise<number | null> {
  const first = db.selectFrom('mail_counts').select('hour').orderBy('hour').limit(1)
  return (await first.executeTakeFirst())?.hour ?? null
}
