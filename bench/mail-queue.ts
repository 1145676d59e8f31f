import { consents } from '#campaign/copy/consents.ts'
import { openStore, type Place, type Store } from '#server/store/open.ts'
import { joinAll } from '#server/waitlist/join.ts'
import { silentLog } from '#test/silent-log.ts'
import type { Arrived } from './sink.ts'

const peopleOfADomain = 40
const peopleACommit = 256

const open = (where: Place): Promise<Store> => openStore(where, { log: silentLog, role: 'command' })

/** `count` people, each of whom waits for a first mail, at as many domains as let all of them leave at once. */
export async function fillQueue(where: Place, count: number): Promise<void> {
  const store = await open(where)
  for (let from = 0; from < count; from += peopleACommit) {
    const joinings = Array.from({ length: Math.min(peopleACommit, count - from) }, (_, index) => ({
      email: `person-${from + index}@domain-${Math.floor((from + index) / peopleOfADomain)}.example`, placement: 'hero', source: '', consent: consents[0], spending: null,
    }))
    await store.transact((trx) => joinAll(trx, joinings, 'double', Date.now()))
  }
  await store.close()
}

/** Throws unless each of `count` people got one mail, and it is recorded as sent. `lastAt`: when the last one was, ms since 1970. */
export async function checkQueue(where: Place, { mails, addresses }: Arrived, count: number): Promise<{ lastAt: number }> {
  const store = await open(where)
  const rows = await store.db.selectFrom('outbox').select(['state', 'sent_at']).execute().finally(store.close)
  const sent = rows.filter(({ state }) => state === 'sent')
  const each = mails === count && addresses === count
  if (!each || sent.length !== count || rows.length !== count) throw new Error(`of ${count} mails ${sent.length} of ${rows.length} are recorded as sent, and ${mails} arrived at ${addresses} addresses`)
  return { lastAt: Math.max(...sent.map(({ sent_at }) => sent_at!)) }
}
