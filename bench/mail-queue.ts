import { consents } from '#campaign/copy/consents.ts'
import { openStore, type Place, type Store } from '#server/store/open.ts'
import { silentLog } from '#test/silent-log.ts'
import { joinAll } from '#server/waitlist/join.ts'

const peopleOfADomain = 40
const rowsPerCommit = 256

export const openQueue = (where: Place): Promise<Store> => openStore(where, { log: silentLog, role: 'command' })

/** `count` people, each of whom waits for a first mail, at as many domains as their pace needs. */
export async function fillQueue(where: Place, count: number): Promise<void> {
  const store = await openQueue(where)
  for (let from = 0; from < count; from += rowsPerCommit) {
    const joinings = Array.from({ length: Math.min(rowsPerCommit, count - from) }, (_, index) => ({
      email: `person-${from + index}@domain-${Math.floor((from + index) / peopleOfADomain)}.example`, placement: 'hero', source: '', consent: consents[0], spending: null,
    }))
    await store.transact((trx) => joinAll(trx, joinings, 'double', Date.now()))
  }
  await store.close()
}

export type Queue = { sent: number; left: number; lastAt: number }

/** How many first mails are recorded as sent, when the last one was, and how many are not. */
export async function readQueue({ db }: Store): Promise<Queue> {
  const { sent, rows, lastAt } = await db.selectFrom('outbox').select(({ fn, eb }) => [
    fn.countAll<number>().as('rows'), fn.count<number>(eb.case().when('state', '=', 'sent').then(1).end()).as('sent'), fn.max('sent_at').as('lastAt'),
  ]).executeTakeFirstOrThrow()
  return { sent, left: rows - sent, lastAt: lastAt ?? 0 }
}
