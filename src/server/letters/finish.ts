import { sql, type Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'
import { clockStopped } from './acts.ts'
import { hasWaitingMails } from './waiting-mails.ts'

/** Ends the letters of which every mail is queued, and none waits or is being sent. */
export async function finishLetters(trx: Transaction<Schema>, now: number): Promise<number> {
  const letters = await trx
    .selectFrom('letters')
    .select('id')
    .where('state', '=', 'sending')
    .where('queuedAt', 'is not', null)
    .execute()
  let finished = 0
  for (const { id } of letters) {
    if (await hasMailsLeft(trx, id)) continue
    await trx
      .updateTable('letters')
      .set({ state: 'done', endedAt: now, ...clockStopped(now) })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .execute()
    finished++
  }
  return finished
}

/** By indexes: mails in the letter's turns, those tried before, those on the way. */
async function hasMailsLeft(db: Db, id: string): Promise<boolean> {
  const rows = () => db.selectFrom('outbox').select('id').limit(1)
  const [tried, onTheWay] = [
    rows()
      .where(isDue)
      .where('waits', 'in', [waitsFor.time, waitsFor.turn])
      .where('priority', '=', priorities.letter)
      .where(sql<boolean>`"letterId" = ${id}`),
    rows()
      .where('state', '=', 'sending')
      .where(sql<boolean>`"letterId" = ${id}`),
  ]
  for (const query of [tried, onTheWay]) if (await query.executeTakeFirst()) return true
  return hasWaitingMails(db, id)
}
