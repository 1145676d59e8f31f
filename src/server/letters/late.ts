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
    letters."plannedAt" < ${since} and coalesce(letters."sendingSince", 0) < ${since}
    and not exists (select 1 from letter_hours where letter_hours."letterId" = letters.id
      and letter_hours.hour > ${since - hourMs} and letter_hours.hour <= ${now})
    and (letters."queuedAt" is null or exists (
      select 1 from letter_counts where letter_counts."letterId" = letters.id and outcome = 'queued'
        and exists (select 1 from outbox where ${isDue} and outbox.turn > 0
          and outbox.waits = '#' || letter_counts."letterId" || ' ' || letter_counts.provider
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
      pausedAt: now,
      pausedBy,
      sendingMs: sql<number>`"sendingMs" + coalesce((
        select max(hour) + cast(${hourMs} as bigint) - letters."sendingSince" from letter_hours
        where letter_hours."letterId" = letters.id and hour >= letters."sendingSince"
          and hour <= ${now}), 0)`,
      sendingSince: null,
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
      state: sql`case when "plannedAt" > ${now} then 'scheduled' else 'sending' end`,
      pausedAt: null,
      pausedBy: null,
      sendingSince: sql<
        number | null
      >`case when "plannedAt" > ${now} then null else cast(${now} as bigint) end`,
    })
    .where('state', '=', 'paused')
    .where('pausedBy', '=', pausedBy)
    .where('pausedAt', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
