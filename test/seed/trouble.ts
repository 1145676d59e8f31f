import { mailPaths } from '#contract/mails/screens.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import type { Store } from '#server/db/store.ts'
import { readPause } from '#server/delivery/queue-pause.ts'
import { queueTo } from '../mailbox.ts'
import { openMailServer } from '../smtp.ts'
import { dayMs, hourMs, minuteMs, noonMs, playScene, until, type Taken } from './scene.ts'
import { fillWeeks, mailsEnded } from './weeks.ts'

const pausedMs = noonMs - 3 * minuteMs

/** The mail server refuses the login, a provider refuses mails, and some mails failed for good. */
export async function trouble(taken: Taken): Promise<void> {
  const { url } = await openMailServer({ login: '535 5.7.8 authentication failed' })
  const env = { SMTP_URL: `${url.replace('//', '//hello:secret@')}?allowInsecure=true` }
  const fill = async (store: Store, clock: { now: number }) => {
    await fillWeeks(store, { visitsFrom: noonMs - 3 * dayMs })
    await mailsEnded(store, 17)
    await someFail(store)
    await someWait(store)
    clock.now = pausedMs
  }
  await playScene(taken, { env, fill }, async ({ store, clock, take }) => {
    // The first mail is tried, and what the mail server answers pauses the queue.
    await until(async () => (await readPause(store.db)) !== null && !(await isSending(store)))
    clock.now = noonMs
    await take('overview-trouble', `${navigation.overview.path}?range=today`)
    await take('overview-visits-late', `${navigation.overview.path}?range=7d`)
    await take('mail-trouble', navigation.mail.path)
    await take('mail-failed', mailPaths.failed)
  })
}

const reasons = [
  '550 5.1.1 no such user',
  '550 5.1.1 no such user',
  '552 5.2.2 mailbox full',
  '550 5.7.1 blocked for policy',
]

async function someFail(store: Store) {
  for (const [index, reason] of reasons.entries()) {
    const email = `failed.${index}@gmx.de`
    const id = await queueTo(store, email, 'confirm', 'unconfirmed', noonMs - dayMs)
    await store.db
      .updateTable('outbox')
      .set({ state: 'dead', reason, dueAt: noonMs - (index + 1) * hourMs, waits: '' })
      .where('personId', '=', id)
      .execute()
  }
}

async function someWait(store: Store) {
  for (let n = 0; n < 31; n++) {
    const at = pausedMs - n * minuteMs
    await queueTo(store, `waits.${n}@example.com`, 'confirm', 'unconfirmed', at)
  }
}

const isSending = async ({ db }: Store) =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'sending')
    .limit(1)
    .executeTakeFirst()) !== undefined
