import { setImmediate } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openOperatorMails, mailScene } from '#test/mailbox.ts'
import { queueOperatorMail, type OperatorMailToQueue } from '#server/outbox/operator-mails.ts'
import { pauseUntilResumed } from '#server/delivery/queue-pause.ts'
import { freshStore, storeEngines, testSecret, type FreshStore } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { deadMailServer, openMailServer, openRudeServer, type Refusals } from '#test/smtp.ts'
import { leaseMs } from './leases.ts'
import { connections } from './transport.ts'
import { listKeptMails, findKeptMail } from './kept-mails.ts'

const start = Date.parse('2026-11-24T12:00:00Z')
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const anna = 'anna@example.com'

function senderOn(
  store: FreshStore,
  env: Record<string, string>,
  clock: { now: number; calendar?: number },
) {
  const read = readConfig({ PUBLIC_URL: 'http://localhost:3000', ...env })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const text = async (name: string) => ({ subject: name, html: `<p>${name}</p>`, text: name })
  return openOperatorMails({
    store,
    secretKey: testSecret,
    config: read.config,
    renderers: {
      'sign-in': () => text('a link'),
      alert: () => text('an alert'),
      'once-confirm': () => text('a link of one mail'),
      once: () => text('the one mail'),
      'letter-test': ({ data }) => text(`letter ${data.letterId}`),
    },
    log: silentLog,
    now: () => clock.now,
    calendar: () => clock.calendar ?? clock.now,
  })
}

async function open(refuse: Refusals = {}, engine: (typeof storeEngines)[number] = 'sqlite') {
  const store = await freshStore(engine)
  const mailServer = await openMailServer(refuse)
  const clock = { now: start }
  const dataOf = { 'sign-in': {}, alert: { notices: [] }, 'letter-test': { letterId: '7' } }
  const queue = (template: keyof typeof dataOf = 'letter-test') =>
    store.transact((trx) => {
      const mail = { email: anna, template, data: dataOf[template] } as OperatorMailToQueue
      return queueOperatorMail(trx, mail, clock.now)
    })
  const rows = () =>
    store.db.selectFrom('outbox').where('personId', 'is', null).selectAll().execute()
  return { store, mailServer, clock, queue, rows }
}

test.each(storeEngines)(
  'an alert that a server with a clock ahead has queued, or was sending as it ended, leaves once the clock is right (%s)',
  async (engine) => {
    const { store, mailServer, clock, queue, rows } = await open({}, engine)
    clock.now += 40 * 24 * hourMs
    await queue('alert')
    await queue('alert')
    const leased = { state: 'sending' as const, leaseOwner: 'gone', leaseUntil: clock.now }
    const [first] = await rows()
    await store.db
      .updateTable('outbox')
      .where('personId', 'is', null)
      .set(leased)
      .where('id', '=', first!.id)
      .execute()
    clock.now = start
    const sender = senderOn(store, { SMTP_URL: mailServer.url }, clock)
    await sender.run()
    clock.now += 2 * minuteMs
    await sender.run()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[anna], [anna]])
  },
)

test.each(storeEngines)(
  'two servers send an alert to an operator once, while the queue is paused (%s)',
  async (engine) => {
    const { store, mailServer, clock, queue, rows } = await open({}, engine)
    await store.transact((trx) => pauseUntilResumed(trx, 'an operator paused it', start))
    for (let n = 0; n < 12; n++) await queue('alert')
    const senders = [1, 2].map(() => senderOn(store, { SMTP_URL: mailServer.url }, clock))
    await Promise.all(senders.map((sender) => sender.run()))
    expect(mailServer.received).toHaveLength(12)
    expect(mailServer.received[0]!.raw).toContain('an alert')
    expect((await rows()).map(({ state, leaseOwner: owner }) => [state, owner])).toEqual(
      Array.from({ length: 12 }, () => ['sent', null]),
    )
    await Promise.all(senders.map((sender) => sender.stop()))
  },
)

test('a mail to an operator that is refused for now is tried again later, and one that is refused for good is not', async () => {
  const refuse: Refusals = { recipient: () => '451 4.3.0 later' }
  const { store, mailServer, clock, queue, rows } = await open(refuse)
  const sender = senderOn(store, { SMTP_URL: mailServer.url }, clock)
  await queue()
  await sender.run()
  expect((await rows())[0]).toMatchObject({
    state: 'due',
    attempts: 1,
    dueAt: start + minuteMs,
    reason: '451 4.3.0 later',
  })
  await sender.run()
  expect((await rows())[0]).toMatchObject({ attempts: 1 })
  refuse.recipient = () => '550 5.1.1 no such user'
  clock.now += minuteMs
  await sender.run()
  expect((await rows())[0]).toMatchObject({ state: 'dead', reason: '550 5.1.1 no such user' })
  await sender.stop()
})

test('while the mail server is down a sign-in mail waits a minute at a time, and after 15 minutes it is given up', async () => {
  const { store, clock, queue, rows } = await open()
  const sender = senderOn(store, { SMTP_URL: await deadMailServer() }, clock)
  await queue('sign-in')
  for (let minute = 0; minute <= 15; minute++) {
    await sender.run()
    if (minute < 15) expect((await rows())[0]).toMatchObject({ state: 'due', attempts: 0 })
    clock.now += minuteMs
  }
  await sender.run()
  expect((await rows())[0]).toMatchObject({ state: 'dead' })
  await sender.stop()
})

test('a mail of a server that was killed while it sent is sent by the next server with the same Message-ID', async () => {
  const { store, mailServer, clock, queue, rows } = await open()
  const id = await queue()
  await store.transact((trx) =>
    trx
      .updateTable('outbox')
      .where('personId', 'is', null)
      .set({
        state: 'sending',
        handed: 1,
        leaseOwner: 'killed',
        leaseUntil: start + minuteMs,
        messageId: '<one@example.com>',
      })
      .where('id', '=', id)
      .execute(),
  )
  const sender = senderOn(store, { SMTP_URL: mailServer.url }, clock)
  await sender.run()
  expect(mailServer.received[0]!.raw).toContain('Message-ID: <one@example.com>')
  expect((await rows())[0]).toMatchObject({ state: 'sent', ambiguous: 1 })
  await sender.stop()
})

test('[MAIL-2] a mail to an operator whose answer takes ten minutes is sent once, and others leave meanwhile', async () => {
  const { store, clock, queue, rows } = await open()
  const mailServer = await openRudeServer({ dot: 'silence' })
  const senders = [1, 2].map(() => senderOn(store, { SMTP_URL: mailServer.url }, clock))
  // The first run of a server on SQLite takes over what the one before it has left.
  for (const sender of senders) await sender.run()
  await queue()
  senders[0]!.nudge()
  await expect.poll(() => mailServer.taken.length).toBe(1)
  mailServer.manners.dot = '250 taken'
  for (let minute = 0; minute < 10; minute++) {
    clock.now += minuteMs
    await senders[0]!.renew()
    expect((await rows())[0]!.leaseUntil).toBe(clock.now + leaseMs)
    await senders[1]!.run()
  }
  await queue('sign-in')
  senders[0]!.nudge()
  await expect.poll(() => mailServer.taken.length).toBe(2)
  mailServer.answerAll('250 taken')
  await senders[0]!.run()
  expect(mailServer.taken).toHaveLength(2)
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['sent', 0],
    ['sent', 0],
  ])
  await Promise.all(senders.map((sender) => sender.stop()))
})

test('without a mail server a mail to an operator is kept and shown beside the others', async () => {
  const { store, clock, queue } = await open()
  const sender = senderOn(store, {}, clock)
  const id = await queue()
  await sender.run()
  const { mails } = await listKeptMails(store.db, 1)
  expect(mails).toMatchObject([{ id, email: anna, subject: 'letter 7', template: 'letter-test' }])
  expect((await findKeptMail(store.db, id))!.rendered.raw).toContain('Subject: letter 7')
  await sender.stop()
})

const quarterMs = 15 * minuteMs
const suspended = '550 Your account has been suspended'

describe.each(storeEngines)(
  '[MAIL-1] on %s, while the mail server refuses our account,',
  (engine) => {
    /** Operators and people whose mails wait, and a worker that sends the mails of the list. */
    const refused = async () => {
      const store = await freshStore(engine)
      const mailServer = await openMailServer({ message: () => suspended })
      const scene = mailScene(store, mailServer.url)
      const { clock } = scene
      clock.now = start
      const sender = senderOn(store, { SMTP_URL: mailServer.url }, clock)
      const queue = (template: 'alert' | 'once', email: string) =>
        store.transact((trx) =>
          queueOperatorMail(
            trx,
            template === 'alert'
              ? { email, template, data: { notices: [] } }
              : { email, template, data: { requestId: '7' } },
            clock.now,
          ),
        )
      const rows = () =>
        store.db
          .selectFrom('outbox')
          .where('personId', 'is', null)
          .selectAll()
          .orderBy('createdAt')
          .orderBy('id')
          .execute()
      const received = () => mailServer.received.map(({ to }) => to[0])
      return { ...scene, mailServer, sender, queueMail: queue, rows, received }
    }

    test('an alert stays due for longer than 72 hours, and leaves with the first probe that is accepted', async () => {
      const { queue, worker, queueMail, sender, rows, clock, mailServer, received } =
        await refused()
      await queue('sanne@gmail.com')
      await worker.drain()
      await queueMail('alert', anna)
      for (let hour = 0; hour < 80; hour++) {
        await sender.run()
        clock.now += hourMs
      }
      expect(await rows()).toMatchObject([{ state: 'due', attempts: 0, reason: suspended }])
      await sender.run()
      delete mailServer.refuse.message
      await queue('daan@gmail.com')
      await worker.drain()
      expect(received()).toEqual(['daan@gmail.com', anna])
      await sender.stop()
    })

    test('an alert is tried again after 15 minutes', async () => {
      const { queueMail, sender, rows, clock } = await refused()
      await queueMail('alert', anna)
      await sender.run()
      expect(await rows()).toMatchObject([{ state: 'due', dueAt: clock.now + quarterMs }])
      await sender.stop()
    })

    test('mails to people who asked for one wait: one of them is tried every 15 minutes, and ends the pause', async () => {
      const { queueMail, sender, rows, clock, mailServer, received, pausedBy } = await refused()
      const people = Array.from({ length: 30 }, (_, n) => `sanne${n}@club${n % 3}.example`)
      for (const email of people) await queueMail('once', email)
      await sender.run()
      expect(await pausedBy()).toBe('account')
      const tried = async () => (await rows()).filter(({ messageId: id }) => id !== null).length
      const before = await tried()
      expect(before).toBeLessThanOrEqual(connections + 2)
      await sender.run()
      expect(await tried()).toBe(before)
      delete mailServer.refuse.message
      clock.now += quarterMs
      await sender.run()
      expect([await pausedBy(), received().toSorted()]).toEqual([null, people.toSorted()])
      expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual(
        people.map(() => ['sent', 0]),
      )
      await sender.stop()
    })

    test('a refusal that three domains give makes these mails due again too', async () => {
      const { queueMail, sender, rows, mailServer, pausedBy } = await refused()
      mailServer.refuse.message = '550 5.7.1 listed'
      for (const domain of ['gmail.com', 'outlook.com', 'yahoo.com']) {
        await queueMail('once', `sanne@${domain}`)
        await sender.run()
      }
      expect(await pausedBy()).toBe('refused')
      expect((await rows()).map(({ state }) => state)).toEqual(['due', 'due', 'due'])
      await sender.stop()
    })

    test('a sign-in mail is given up after 15 minutes: it was asked for again', async () => {
      const { store, sender, rows, clock } = await refused()
      await store.transact((trx) =>
        queueOperatorMail(trx, { email: anna, template: 'sign-in', data: {} }, clock.now),
      )
      await sender.run()
      clock.now += quarterMs + minuteMs
      await sender.run()
      expect(await rows()).toMatchObject([{ state: 'dead' }])
      await sender.stop()
    })
  },
)

test.each(storeEngines)(
  'a mail that waits while the clock is 40 days ahead is not given up (%s)',
  async (engine) => {
    const { store, mailServer, clock, queue, rows } = await open({}, engine)
    await queue('alert')
    const ahead = { now: clock.now + 40 * 24 * hourMs, calendar: clock.now }
    await senderOn(store, { SMTP_URL: await deadMailServer() }, ahead).run()
    expect(await rows()).toMatchObject([{ state: 'due' }])
    clock.now += 2 * minuteMs
    await senderOn(store, { SMTP_URL: mailServer.url }, clock).run()
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  },
)

test('a sign-in link that is queued while the worker finds that no other mail may leave goes at once', async () => {
  const store = await freshStore('sqlite')
  const mailServer = await openMailServer()
  const queue = () =>
    store.transact((trx) =>
      queueOperatorMail(trx, { email: anna, template: 'sign-in', data: {} }, start),
    )
  let meanwhile = async () => {}
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const act = meanwhile
      meanwhile = async () => {}
      await act()
      return result
    },
  }
  const { worker, ...scene } = mailScene(
    { ...store, db: store.db.withPlugin(plugin) },
    mailServer.url,
    { now: () => start, config: { mailsPerHour: 1 } },
  )
  for (const name of ['sanne', 'daan']) await scene.queue(`${name}@gmail.com`)
  await worker.drain()
  expect(mailServer.received).toHaveLength(1)
  // The end of a delivery nudges the worker too.
  await setImmediate()
  meanwhile = async () => {
    await queue()
    worker.nudge()
  }
  worker.nudge()
  await expect.poll(() => mailServer.received.length).toBe(2)
  await worker.stop()
})
