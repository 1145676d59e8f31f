import { sql } from 'kysely'
import type { Db } from '#server/store/open.ts'
import { mailStates, type MailState } from '#server/store/schema.ts'
import { outletKind, type OutletConfig } from './outlet.ts'
import { unfinishedHold } from './queue.ts'

export type ReportConfig = OutletConfig
export type MailReport = { lines: string[]; troubles: string[] }

const dayMs = 24 * 3_600_000
/** Dead mails are a trouble from this many in a day on, when they are more than this share of the mails that ended. */
const deadNumber = 10
const deadShare = 0.05

const meanings: Record<MailState, string> = {
  due: 'wait to be sent', sending: 'are on their way', sent: 'were accepted by the mail server', dead: 'were refused for good',
  cancelled: 'were not wanted any more', overdue: 'waited longer than 72 hours, in a sequence 14 days, were too many for their mailbox, or waited through a restore: npm run mail -- release', uncertain: 'may have arrived, nobody knows: npm run mail -- retry',
  kept: 'are kept, without a mail server',
}

/** What an operator asks first: how many mails stand where, and what stands in their way. */
export async function mailReport(db: Db, config: ReportConfig, now: number): Promise<MailReport> {
  const counts = await countByState(db)
  const lines = mailStates.map((state) => `${String(counts[state]).padStart(9)} ${state.padEnd(9)} ${meanings[state]}`)
  return { lines, troubles: [...unsent(config), ...await paused(db), ...await dying(db, now)] }
}

/** One line where mails cannot leave because of the configuration; also said at the server's start. */
export const unsent = (config: OutletConfig): string[] =>
  outletKind(config) === 'kept' ? ['No mail is sent: others than this machine are served, and SMTP_URL is not set. Set SMTP_URL, then: npm run mail -- release --kept'] : []

export async function countByState(db: Db): Promise<Record<MailState, number>> {
  const rows = await db.selectFrom('outbox').select(['state', (row) => row.fn.countAll<number | string>().as('count')]).groupBy('state').execute()
  const found = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  return Object.fromEntries(mailStates.map((state) => [state, found.get(state) ?? 0])) as Record<MailState, number>
}

async function paused(db: Db): Promise<string[]> {
  const queue = await db.selectFrom('mail_queue').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  if (queue.paused_reason === null) return []
  if (queue.paused_reason === unfinishedHold) return [`Mail is paused since ${at(queue.paused_at)}: ${unfinishedHold}. Where it is no longer at work, run it again: npm run mail -- hold`]
  const probe = queue.next_probe_at === null ? 'To go on' : `One mail is tried at ${at(queue.next_probe_at)}; to go on at once`
  return [`Mail is paused since ${at(queue.paused_at)}: ${queue.paused_reason}. ${probe}: npm run mail -- resume`]
}

async function dying(db: Db, now: number): Promise<string[]> {
  const ended = await db.selectFrom('outbox').select([
    sql<number | string>`sum(case when state = 'dead' then 1 else 0 end)`.as('dead'), sql<number | string>`count(*)`.as('all'),
  ]).where('state', 'in', ['sent', 'dead']).where('due_at', '>=', now - dayMs).executeTakeFirstOrThrow()
  const [dead, all] = [Number(ended.dead ?? 0), Number(ended.all)]
  if (dead < deadNumber || dead / all <= deadShare) return []
  return [`${dead} of ${all} mails of the last 24 hours were refused for good. The reasons stand in the log; to try again: npm run mail -- retry`]
}

const at = (ms: number | null) => (ms === null ? 'an unknown time' : new Date(ms).toISOString())
