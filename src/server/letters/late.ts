import { sql, type Transaction } from 'kysely'
import { operatorMs } from '#contract/operator-times.ts'
import type { Schema } from '#server/db/schema.ts'
import { hourMs } from '#server/limits/budgets.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue } from '#server/outbox/turns.ts'
import type { PausedBy } from './acts.ts'

/** How long a letter that sends nothing may go on without the operator's approval. */
const patienceMs = operatorMs('lateLetter')

/**
 * LETTER-2: whether a letter is late: nothing of it has left for 72 hours after its planned time or
 * its last resume, as where every server was stopped, and mails wait that were never tried. A mail
 * that waits for the ramp is not late, because others leave meanwhile; one that is tried again has
 * 72 hours of its own (delivery/classify.ts). `letters` is a table of the query.
 */
export function isLateLetter(now: number) {
  const since = now - patienceMs
  return sql<boolean>`(
    letters.planned_at < ${since} and coalesce(letters.sending_since, 0) < ${since}
    and not exists (select 1 from letter_hours where letter_hours.letter_id = letters.id
      and letter_hours.hour > ${since - hourMs} and letter_hours.hour <= ${now})
    and (letters.queued_at is null or exists (
      select 1 from letter_counts where letter_counts.letter_id = letters.id and outcome = 'queued'
        and exists (select 1 from outbox where ${isDue} and outbox.turn > 0
          and outbox.waits = '#' || letter_counts.letter_id || ' ' || letter_counts.provider
          and outbox.priority = ${sql.lit(priorities.letter)}))))`
}

const pausedBy: PausedBy = 'late'

/**
 * Pauses the letters that are late, until an operator resumes or stops each. The ramp's clock does
 * not count the time in which nothing left. Returns their ids.
 */
export async function pauseLateLetters(trx: Transaction<Schema>, now: number): Promise<string[]> {
  const late = await trx
    .updateTable('letters')
    .set({
      state: 'paused',
      paused_at: now,
      paused_by: pausedBy,
      sending_ms: sql<number>`sending_ms + coalesce((
        select max(hour) + cast(${hourMs} as bigint) - letters.sending_since from letter_hours
        where letter_hours.letter_id = letters.id and hour >= letters.sending_since
          and hour <= ${now}), 0)`,
      sending_since: null,
    })
    .where('state', 'in', ['scheduled', 'sending'])
    .where(isLateLetter(now))
    .returning('id')
    .execute()
  return late.map(({ id }) => id)
}

/** Undoes what a clock that was ahead has paused. Returns how many letters. */
export async function resumeNotLate(trx: Transaction<Schema>, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set({
      state: sql`case when planned_at > ${now} then 'scheduled' else 'sending' end`,
      paused_at: null,
      paused_by: null,
      sending_since: sql<
        number | null
      >`case when planned_at > ${now} then null else cast(${now} as bigint) end`,
    })
    .where('state', '=', 'paused')
    .where('paused_by', '=', pausedBy)
    .where('paused_at', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
