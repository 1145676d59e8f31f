import type { Updateable } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { MailTemplate } from '#contract/mails/mails.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer, openRudeServer, type ReceivedMail } from '#test/smtp.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import { findLink } from '#server/signup/links.ts'
import { claimMails } from './claim.ts'
import { recoverExpired } from './leases.ts'
import { connections } from './transport.ts'

const sanne = 'sanne@example.com'
const minute = 60_000
const hour = 60 * minute
const headersOf = async ({ raw }: ReceivedMail) =>
  Object.fromEntries((await PostalMime.parse(raw)).headers.map(({ key, value }) => [key, value]))

const claimOf = (most: number) => ({
  secretKey: testSecret,
  most,
  mailsPerHour: Infinity,
  paced: true,
  host: 'fuel.example',
  sequence: null,
})

describe.each(storeEngines)('%s', (engine) => {
  const open = async (url: string | undefined, options?: Parameters<typeof mailScene>[2]) =>
    mailScene(await freshStore(engine), url, options)

  test('a mail reaches exactly its address, from MAIL_FROM, and is marked as automated', async () => {
    const server = await openMailServer()
    const { queue, worker, row } = await open(server.url)
    await queue(sanne)
    await worker.drain()
    expect(server.received).toMatchObject([{ from: 'hello@fuel.example', to: [sanne] }])
    expect(await headersOf(server.received[0]!)).toMatchObject({
      from: 'Fuel Protocol <hello@fuel.example>',
      to: sanne,
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[\w-]+@fuel\.example>$/),
    })
    expect(await row(sanne)).toMatchObject({ state: 'sent', reason: null, rendered: null })
  })

  test('all mails but the confirm mail carry one-click unsubscribe headers', async () => {
    const server = await openMailServer()
    const { queue, worker } = await open(server.url)
    await queue(sanne, 'confirm')
    await queue('daan@example.com', 'listed')
    await worker.drain()
    const [confirm, listed] = await Promise.all(
      server.received.sort((a) => (a.to[0] === sanne ? -1 : 1)).map(headersOf),
    )
    expect(Object.keys(confirm!).filter((key) => key.startsWith('list-'))).toEqual([])
    expect(listed).toMatchObject({
      'list-unsubscribe': expect.stringMatching(
        /^<https:\/\/fuel\.example\/unsubscribe\/[\w-]{43}>$/,
      ),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
  })

  test('the links in a mail work, and no table holds their tokens', async () => {
    const server = await openMailServer()
    const { queue, worker, store, clock } = await open(server.url)
    const personId = await queue(sanne)
    await worker.drain()
    const { text } = await PostalMime.parse(server.received[0]!.raw)
    const [confirm, unsubscribe] = [
      ...text!.matchAll(/\/(?:confirm|unsubscribe)\/([\w-]{43})/g),
    ].map(([, token]) => token!)
    expect(await findLink(store.db, 'confirm', confirm!, clock.now)).toMatchObject({ personId })
    expect(await findLink(store.db, 'unsubscribe', unsubscribe!, clock.now)).toMatchObject({
      personId,
    })
    const kept = JSON.stringify([
      await store.db.selectFrom('outbox').selectAll().execute(),
      await store.db.selectFrom('link_tokens').selectAll().execute(),
    ])
    expect(kept).not.toContain(confirm)
    expect(kept).not.toContain(unsubscribe)
  })

  test('two workers on one store send each mail once', async () => {
    const server = await openMailServer()
    const { queue, worker, another } = await open(server.url, { config: { limits: 'off' } })
    const emails = Array.from({ length: 60 }, (_, index) => `athlete${index}@example.com`)
    for (const email of emails) await queue(email)
    await Promise.all([worker.drain(), another().drain()])
    // A worker ends where the claim of the other one has locked the last mails.
    await expect
      .poll(async () => {
        await worker.drain()
        return server.received.length
      })
      .toBeGreaterThanOrEqual(emails.length)
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(emails.sort())
  })

  test.each<[MailTemplate, string, number]>([
    ['confirm', 'twice more', 3],
    ['welcome', 'once more', 2],
    ['listed', 'once more', 2],
  ])(
    '[MAIL-3] a %s mail cut after the final dot is sent again when its lease ends, %s at most, with the same Message-ID',
    async (template, _, copies) => {
      const server = await openRudeServer({ dot: 'hang up' })
      const { queue, worker, row, clock } = await open(server.url)
      await queue(sanne, template)
      await worker.drain()
      clock.now += 29_000
      await worker.drain()
      expect(server.taken).toHaveLength(1)
      for (let lease = 0; lease < 5; lease++) {
        clock.now += 30_000
        await worker.drain()
      }
      expect(server.taken.map((raw) => /^Message-ID: (.*)$/m.exec(raw)?.[1]?.trim())).toEqual(
        Array(copies).fill((await row(sanne)).messageId),
      )
      expect(await row(sanne)).toMatchObject({ state: 'uncertain', ambiguous: copies })
    },
  )

  test('[MAIL-3] no further copy of a confirm mail with an unknown outcome goes to who has confirmed meanwhile', async () => {
    const server = await openRudeServer({ dot: 'hang up' })
    const { queue, worker, row, clock, store } = await open(server.url)
    await queue(sanne)
    await worker.drain()
    await store.db
      .updateTable('people')
      .set({ state: 'confirmed', confirmedAt: clock.now })
      .execute()
    clock.now += 30_000
    await worker.drain()
    expect(server.taken).toHaveLength(1)
    expect(await row(sanne)).toMatchObject({ state: 'cancelled', reason: 'confirmed meanwhile' })
  })

  test('[MAIL-3] the mail server gets every confirm mail of 30 after the server died twice within a lease, before it sent any', async () => {
    const server = await openMailServer()
    const { queue, another, store, clock } = await open(server.url, { config: { limits: 'off' } })
    const emails = Array.from({ length: 30 }, (_, index) => `athlete${index}@example.com`)
    for (const email of emails) await queue(email)
    for (let death = 0; death < 2; death++) {
      await claimMails(store, claimOf(emails.length), clock.now)
      clock.now += 30_000
      await recoverExpired(store, clock.now)
    }
    await another().drain()
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(emails.sort())
  })

  test('a mail whose process died is sent once more when the lease ends', async () => {
    const server = await openMailServer()
    const { queue, worker, row, clock, store } = await open(server.url)
    await queue(sanne)
    const died: Updateable<OutboxTable> = {
      state: 'sending',
      handed: 1,
      leaseOwner: 'the dead one',
      leaseUntil: clock.now + 20_000,
      messageId: '<first@fuel.example>',
    }
    await store.db.updateTable('outbox').set(died).execute()
    await worker.drain()
    expect(server.received).toHaveLength(0)
    clock.now += 20_000
    await worker.drain()
    expect(server.received).toHaveLength(1)
    expect(await row(sanne)).toMatchObject({
      state: 'sent',
      ambiguous: 1,
      messageId: '<first@fuel.example>',
    })
  })

  test('a lease is renewed while its mail is being sent, so that no other worker takes it', async () => {
    const server = await openRudeServer({ slowByMs: 100 })
    const { queue, worker, another, row, clock } = await open(server.url)
    await queue(sanne)
    await worker.poll()
    clock.now += 25_000
    await worker.renew()
    clock.now += 25_000
    await another().drain()
    await worker.drain()
    expect(server.taken).toHaveLength(1)
    expect(await row(sanne)).toMatchObject({ state: 'sent', ambiguous: 0 })
  })

  test('while the mail server is unreachable nothing is tried; then one mail is tried and the others follow', async () => {
    const server = await openRudeServer({ greeting: 'hang up' })
    const { queue, worker, clock } = await open(server.url)
    for (const name of ['sanne', 'daan', 'noor']) await queue(`${name}@example.com`)
    await worker.drain()
    const sessions = server.sessions
    clock.now += 999
    await worker.drain()
    expect(server.sessions).toBe(sessions)
    clock.now += 1
    await worker.drain()
    expect(server.sessions).toBe(sessions + 1)
    server.manners = {}
    clock.now += 2_000
    await worker.drain()
    expect(server.taken).toHaveLength(3)
  })

  test('a paused queue sends a probe every 15 minutes, and continues when it is accepted', async () => {
    const server = await openMailServer({ sender: '550 5.7.1 not yours' })
    const { queue, worker, clock, pausedFor } = await open(server.url)
    for (const name of ['sanne', 'daan', 'noor']) await queue(`${name}@example.com`)
    await worker.drain()
    expect(await pausedFor()).toContain('5.7.1 not yours')
    server.refuse.sender = undefined
    clock.now += 15 * minute - 1
    await worker.drain()
    expect(server.received).toHaveLength(0)
    clock.now += 1
    await worker.drain()
    expect([server.received.length, await pausedFor()]).toEqual([3, null])
  })

  test('a probe that is refused waits another 15 minutes', async () => {
    const server = await openMailServer({ sender: '550 5.7.1 not yours' })
    const { queue, worker, clock, row } = await open(server.url)
    await queue(sanne)
    for (const wait of [0, 15 * minute, 5 * minute]) {
      clock.now += wait
      await worker.drain()
    }
    server.refuse.sender = undefined
    clock.now += 9 * minute
    await worker.drain()
    expect(await row(sanne)).toMatchObject({ state: 'due', attempts: 0 })
    clock.now += 1 * minute
    await worker.drain()
    expect(await row(sanne)).toMatchObject({ state: 'sent' })
  })

  test.each(['unsubscribed', 'suppressed', 'bounced', 'complained'] as const)(
    'a person who is %s gets no mail',
    async (state) => {
      const server = await openMailServer()
      const { queue, worker, row } = await open(server.url)
      await queue(sanne, 'listed', state)
      await worker.drain()
      expect([server.received.length, (await row(sanne)).state]).toEqual([0, 'cancelled'])
    },
  )

  test('a person who leaves while the mail is rendered gets no mail', async () => {
    const server = await openMailServer()
    const store = await freshStore(engine)
    const { queue, worker, row } = mailScene(store, server.url, {
      render: async () => {
        await store.db.updateTable('people').set({ state: 'unsubscribed', leftAt: 1 }).execute()
        return { subject: 'You are on the list', html: 'html', text: 'text' }
      },
    })
    await queue(sanne, 'listed')
    await worker.drain()
    expect([server.received.length, (await row(sanne)).state]).toEqual([0, 'cancelled'])
  })

  test('a person who is erased while the mail is rendered gets no mail', async () => {
    const server = await openMailServer()
    const store = await freshStore(engine)
    const { queue, worker } = mailScene(store, server.url, {
      render: async () => {
        await store.db.deleteFrom('people').execute()
        return { subject: 'You are on the list', html: 'html', text: 'text' }
      },
    })
    await queue(sanne, 'listed')
    await worker.drain()
    expect([server.received, await store.db.selectFrom('outbox').selectAll().execute()]).toEqual([
      [],
      [],
    ])
  })

  test('a waiting confirm mail is not sent to a person who has confirmed meanwhile', async () => {
    const server = await openMailServer()
    const { queue, worker, row } = await open(server.url)
    await queue(sanne, 'confirm', 'confirmed')
    await worker.drain()
    expect([server.received, await row(sanne)]).toMatchObject([
      [],
      { state: 'cancelled', reason: 'confirmed meanwhile' },
    ])
  })

  test('a person who left and signs up again gets the confirm mail', async () => {
    const server = await openMailServer()
    const { queue, worker, store, clock } = await open(server.url)
    await queue(sanne, 'confirm', 'unsubscribed')
    await store.db
      .updateTable('people')
      .set({ leftAt: clock.now - minute })
      .execute()
    await worker.drain()
    expect(server.received).toHaveLength(1)
  })

  test('a mail that is 72 hours late is not sent without the operator', async () => {
    const server = await openMailServer()
    const { queue, worker, row, clock } = await open(server.url)
    await queue(sanne)
    clock.now += 72 * hour + 1
    await worker.drain()
    expect([server.received.length, (await row(sanne)).state]).toEqual([0, 'overdue'])
  })

  test('a domain gets 50 mails at once and the rest over time, while other domains and large providers are not delayed', async () => {
    const server = await openMailServer()
    const { queue, worker, clock, knownDomain } = await open(server.url)
    await knownDomain('team.example')
    for (let index = 0; index < 60; index++) await queue(`athlete${index}@team.example`)
    for (let index = 0; index < 60; index++) await queue(`athlete${index}@gmail.com`)
    await queue(sanne)
    await worker.drain()
    const arrived = (domain: string) =>
      server.received.filter(({ to }) => to[0]!.endsWith(domain)).length
    expect([arrived('team.example'), arrived('gmail.com'), arrived('example.com')]).toEqual([
      50, 60, 1,
    ])
    clock.now += hour
    await worker.drain()
    expect(arrived('team.example')).toBe(60)
  })

  test('one mailbox in many spellings gets two mails at once, then one a day, and three days later none', async () => {
    const server = await openMailServer()
    const { queue, worker, clock, store } = await open(server.url)
    for (let n = 0; n < 30; n++) await queue(`${n % 2 ? 'vic.tim' : 'victim'}+${n}@gmail.com`)
    const received: number[] = []
    for (let day = 0; day < 7; day++, clock.now += 24 * hour) {
      await worker.drain()
      received.push(server.received.length)
    }
    expect(received).toEqual([2, 3, 4, 5, 5, 5, 5])
    expect(
      await store.db.selectFrom('outbox').select('id').where('state', '=', 'overdue').execute(),
    ).toHaveLength(25)
  })

  test('a later sign-up in the plain spelling waits for none of them', async () => {
    const server = await openMailServer()
    const { queue, worker, row, clock } = await open(server.url)
    for (let n = 0; n < 30; n++) await queue(`${n % 2 ? 'vic.tim' : 'victim'}+${n}@googlemail.com`)
    await worker.drain()
    clock.now += hour
    await queue('victim@gmail.com')
    await worker.drain()
    expect((await row('victim@gmail.com')).state).toBe('sent')
  })

  test('MAILS_PER_HOUR still delays mail after a restart; LIMITS=off lifts it', async () => {
    const server = await openMailServer()
    const scene = await open(server.url, { config: { mailsPerHour: 20 } })
    for (let index = 0; index < 10; index++) await scene.queue(`athlete${index}@example.com`)
    await scene.worker.drain()
    await scene.another().drain()
    expect(server.received).toHaveLength(2)
    scene.clock.now += 200_000
    await scene.worker.drain()
    expect(server.received).toHaveLength(3)
    await mailScene(scene.store, server.url, { config: { limits: 'off' } }).worker.drain()
    expect(server.received).toHaveLength(10)
  })

  test('without a mail server, at a local address, mails are stored as they would have been sent', async () => {
    const { queue, worker, row } = await open(undefined, {
      config: { publicUrl: 'http://localhost:3000' },
    })
    await queue(sanne)
    await worker.drain()
    const { state, rendered } = await row(sanne)
    expect(state).toBe('kept')
    expect(JSON.parse(rendered!)).toEqual({
      subject: 'A confirm mail',
      html: expect.stringContaining('http://localhost:3000/confirm/'),
      text: expect.any(String),
      raw: expect.stringContaining(`To: ${sanne}`),
    })
  })

  test('without a mail server, at a public address, mails are stored without text or links', async () => {
    const { queue, worker, row, store } = await open(undefined)
    await queue(sanne)
    await worker.drain()
    expect(await row(sanne)).toMatchObject({ state: 'kept', rendered: null })
    expect(await store.db.selectFrom('link_tokens').selectAll().execute()).toEqual([])
  })

  test('a mail that cannot be rendered is retried like one that was cut', async () => {
    const { queue, worker, row } = await open((await openMailServer()).url, {
      render: async () => {
        throw new Error('a broken template')
      },
    })
    await queue(sanne)
    await worker.drain()
    expect(await row(sanne)).toMatchObject({
      state: 'due',
      attempts: 1,
      reason: 'a broken template',
    })
  })

  test('a worker that stops waits for the mails being sent, and sends no others', async () => {
    const server = await openRudeServer({ slowByMs: 50 })
    const { queue, worker, row, store } = await open(server.url)
    for (let index = 0; index < connections + 3; index++) await queue(`athlete${index}@example.com`)
    await worker.poll()
    await worker.stop()
    expect(server.taken).toHaveLength(connections)
    expect(
      (await store.db.selectFrom('outbox').select('state').execute())
        .map(({ state }) => state)
        .sort(),
    ).toEqual([...Array(3).fill('due'), ...Array(connections).fill('sent')])
    expect((await row('athlete0@example.com')).state).toBe('sent')
  })
})

test('on SQLite a starting server takes over the leases of one that died', async () => {
  const server = await openMailServer()
  const { queue, worker, row, store, clock } = mailScene(await freshStore('sqlite'), server.url)
  await queue(sanne)
  await store.db
    .updateTable('outbox')
    .set({
      state: 'sending',
      handed: 1,
      leaseOwner: 'the dead one',
      leaseUntil: clock.now + 25_000,
    })
    .execute()
  await worker.begin()
  await worker.drain()
  expect(await row(sanne)).toMatchObject({ state: 'sent', ambiguous: 1 })
})
