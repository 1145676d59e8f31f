import { newId } from '#server/db/new-id.ts'
import { campaign, consents } from '#campaign'
import { hourMs } from '#contract/time.ts'
import { claimMails } from '#server/delivery/claim.ts'
import { connections } from '#server/delivery/transport.ts'
import { openStore } from '#server/db/open.ts'
import { type StoreLocation } from '#server/db/store.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { silentLog } from '#test/silent-log.ts'
import { benchSecret } from './postgres.ts'

/** As many first mails as a domain gets at once. */
const peopleOfADomain = 10
const rowsPerCommit = 250

/**
 * So many people who have just joined, each of whom waits for a first mail, at as many domains as
 * let all of them leave at once.
 */
export async function enterWaiting(where: StoreLocation, count: number): Promise<void> {
  const store = await openStore(where, { log: silentLog, role: 'command' })
  for (let from = 0; from < count; from += rowsPerCommit) {
    const joinings = Array.from({ length: Math.min(rowsPerCommit, count - from) }, (_, index) => ({
      email: `${(Math.imul(from + index, 0x9e3779b1) >>> 0).toString(36)}@domain-${Math.floor((from + index) / peopleOfADomain)}.example`,
      placement: 'hero',
      source: '',
      consent: consents[0],
      charges: null,
    }))
    await store.transact((trx) => joinAll(trx, joinings, 'double', Date.now()))
  }
  await store.close()
}

/** So many people on the list, and a letter to all of them whose ramp has reached its end. */
export async function enterLetter(where: StoreLocation, count: number): Promise<void> {
  const store = await openStore(where, { log: silentLog, role: 'command' })
  const ids = Array.from({ length: count }, () => newId())
  await addListed(
    store,
    ids.map((id) => ({ id })),
  )
  await sentLetter(store, Date.now())
  await store.db
    .updateTable('letters')
    .set({ sendingMs: 24 * hourMs })
    .execute()
  await store.close()
}

export type Claims = Awaited<ReturnType<typeof openClaims>>

/** Claims as the mail worker does, in this process and with no server beside it. */
export async function openClaims(where: StoreLocation) {
  const store = await openStore(where, { log: silentLog, role: 'command' })
  const tokens: string[] = []
  return {
    /** of the confirm links of all that was claimed */
    tokens,
    /** us of this process's CPU a mail */
    async claim(count: number): Promise<number> {
      const before = process.cpuUsage()
      for (let claimed = 0; claimed < count; claimed += connections) {
        const { mails } = await claimMails(
          store,
          {
            secretKey: benchSecret,
            most: connections,
            mailsPerHour: 1_000_000,
            paced: true,
            host: 'localhost',
            sequence: campaign.sequence,
          },
          Date.now(),
        )
        if (mails.length < connections)
          throw new Error(`${mails.length} mails were claimed in place of ${connections}`)
        tokens.push(...mails.map((mail) => mail.tokens!.confirm))
      }
      const { user, system } = process.cpuUsage(before)
      return (user + system) / count
    },
    /** A claimed mail counts as sent from then on. */
    async close() {
      await store.db
        .updateTable('outbox')
        .set({ state: 'sent', leaseOwner: null, leaseUntil: null })
        .where('state', '=', 'sending')
        .execute()
      await store.close()
    },
  }
}
