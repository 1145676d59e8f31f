import { describe, expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import { readConfig } from '#server/config/config.ts'
import { operatorMailRenderers } from '#server/dashboard/operator-mail-renderers.ts'
import { openOperatorMails } from '#test/mailbox.ts'
import { pauseUntilResumed, resumeQueue } from '#server/delivery/queue-pause.ts'
import type { Bundles } from '#server/http/bundles.ts'
import { actOnLaunch, type LaunchAct } from '#server/launch/periods.ts'
import { afterFile } from '#test/after-file.ts'
import { startApp } from '#test/app.ts'
import { storeEngines, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer, type Refusals } from '#test/smtp.ts'
import { leave, suppressAddress } from './membership.ts'
import { openBeforeMs, runOnceMails, confirmOnce } from './once-requests.ts'

const hourMs = 3_600_000
const publicUrl = 'https://fuel.example'

/** A closed list behind a proxy. Mails leave when the test lets the worker run. */
async function openClosed({
  engine = 'sqlite',
  perHour = 1_000,
  refuse = {},
}: { engine?: (typeof storeEngines)[number]; perHour?: number; refuse?: Refusals } = {}) {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const now = () => clock.now
  const env = { LIMITS: '', PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' }
  const app = await startApp({ engine, now, env })
  afterFile(() => app.close())
  const { store, launch } = app.server()
  const act = async (done: LaunchAct) => {
    const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }
    await store.transact((trx) => actOnLaunch(trx, done, { by: 'anna', terms }, clock.now))
    await launch.refresh()
  }
  await act({ act: 'close', at: null, until: null })
  const mailServer = await openMailServer(refuse)
  const read = readConfig({
    PUBLIC_URL: publicUrl,
    MAIL_FROM: 'hello@fuel.example',
    SMTP_URL: mailServer.url,
    MAILS_PER_HOUR: String(perHour),
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const rendered = async () => ({ subject: 'One mail', html: 'x', text: 'x' })
  const bundles = { mails: async () => ({ renderOperatorMail: rendered }) } as unknown as Bundles
  const worker = openOperatorMails({
    store,
    secretKey: testSecret,
    config: read.config,
    renderers: operatorMailRenderers({ bundles, store, publicUrl, now }),
    log: silentLog,
    now,
  })
  afterFile(() => worker.stop())
  /** Each address is typed at another network. */
  const ask = async (emails: readonly string[]) => {
    for (const [n, email] of emails.entries()) {
      const answer = await fetch(app.url + paths.tellOnce, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': `198.51.${n}.7` },
        body: new URLSearchParams({ [fieldNames.email]: email }),
      })
      expect(answer.status).toBe(303)
    }
  }
  /** Sends what may leave now. Returns who got a mail by it. */
  const leaves = async (): Promise<string[]> => {
    const before = mailServer.received.length
    await worker.run()
    // A worker that finds a pause looks again after a second.
    clock.now += 1_000
    return mailServer.received.slice(before).map(({ to }) => to[0]!)
  }
  return { store, launch, clock, act, ask, leaves }
}

const many = (address: (n: number) => string) => Array.from({ length: 100 }, (_, n) => address(n))

describe.each(storeEngines)('the mails of a closed list, on %s', (engine) => {
  test.each([
    ['100 tags of one Gmail mailbox', many((n) => `sanne+${n}@gmail.com`), 1_000, 2, 2],
    ['100 spellings at Yandex', many((n) => `s.a-n+${n}@yandex.kz`), 1_000, 2, 2],
    ['100 addresses of one small domain', many((n) => `sanne${n}@club.example`), 1_000, 10, 20],
    ['100 addresses, with MAILS_PER_HOUR=50', many((n) => `sanne${n}@gmail.com`), 50, 5, 50],
  ])('[END-3] %s', async (_, emails, perHour, atOnce, inAnHour) => {
    const { clock, ask, leaves } = await openClosed({ engine, perHour })
    await ask(emails)
    let mails = (await leaves()).length
    expect(mails).toBe(atOnce)
    for (let minute = 1; minute < 60; minute++) {
      clock.now += hourMs / 60
      mails += (await leaves()).length
    }
    expect(mails).toBeGreaterThan(inAnHour - 3)
    expect(mails).toBeLessThanOrEqual(inAnHour)
  })

  test('[END-3] wait in a pause, and leave after it', async () => {
    const { store, clock, ask, leaves } = await openClosed({ engine })
    await store.transact((trx) => pauseUntilResumed(trx, 'an operator paused it', clock.now))
    await ask(['sanne@gmail.com', 'daan@gmail.com'])
    expect(await leaves()).toEqual([])
    await store.transact((trx) => resumeQueue(trx, clock.now))
    expect((await leaves()).toSorted()).toEqual(['daan@gmail.com', 'sanne@gmail.com'])
  })

  test('[END-3] a list that opens again mails each person once, and nobody who left, complained or was suppressed meanwhile', async () => {
    const { store, launch, clock, act, ask, leaves } = await openClosed({ engine })
    const names = ['sanne', 'daan', 'noor', 'left', 'complained', 'suppressed', 'later']
    const emailOf = (name: string) => `${name}@example.com`
    const [leaver] = await confirmed(store, ['left'], clock.now)
    await ask(names.map(emailOf))
    expect(await leaves()).toHaveLength(names.length)
    const { db } = store
    for (const { id } of await db.selectFrom('once_requests').select('id').execute())
      await store.transact((trx) => confirmOnce(trx, id, clock.now))
    const silence = (name: string, state: 'suppressed' | 'complained') =>
      store.transact((trx) => suppressAddress(trx, emailOf(name), state, clock.now))
    await silence('suppressed', 'suppressed')
    await silence('complained', 'complained')
    await store.transact((trx) => leave(trx, leaver!, clock.now))
    clock.now += hourMs
    await act({ act: 'open', at: null })
    clock.now += openBeforeMs
    const queued = () => runOnceMails(store, launch.current(), clock.now)
    await queued()
    // Between the queue and the mail server.
    await silence('later', 'suppressed')
    const mailed = await leaves()
    expect([await queued(), await leaves()]).toEqual([false, []])
    expect(mailed.toSorted()).toEqual(['daan', 'noor', 'sanne'].map(emailOf))
    expect(await db.selectFrom('once_requests').select('email').execute()).toEqual([])
  })

  test('[END-3] [BACK-4] an address that does not exist is stored as bounced, and its request is deleted', async () => {
    const refuse = { recipient: () => '550 5.1.1 No such user here' }
    const { store, ask, leaves } = await openClosed({ engine, refuse })
    await ask(['nobody@gmail.com'])
    expect(await leaves()).toEqual([])
    const { db } = store
    expect(await db.selectFrom('people').select(['email', 'state']).execute()).toEqual([
      { email: 'nobody@gmail.com', state: 'bounced' },
    ])
    expect(await db.selectFrom('mail_reports').select(['kind', 'via']).execute()).toEqual([
      { kind: 'hard-bounce', via: 'smtp' },
    ])
    expect(await db.selectFrom('once_requests').select('email').execute()).toEqual([])
    await ask(['nobody@gmail.com'])
    expect(await leaves()).toEqual([])
  })
})
