import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { openMailServer, openRudeServer, type Manners, type Refusals } from '#test/smtp.ts'
import { accountRows } from '#server/answers/account-rows.ts'
import { readStopChecks } from '#server/letters/outcomes.ts'
import { readLetterCounts, readLetter } from '#server/letters/letter.ts'
import { openLetterPlanner } from '#server/letters/states.ts'
import { resumeQueue } from './queue-pause.ts'
import { connections } from './transport.ts'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const hourMs = 60 * minuteMs
const suspended = '550 Your account has been suspended'
const domainOf = (email: string) => email.split('@')[1]!
/** As many as there are connections. */
const team = Array.from({ length: connections }, (_, n) => `a${n}@team.example`)
const untouched = { state: 'due', attempts: 0, dueInMs: 0 }

/** What a service says, for each row of the table of account answers. */
const answers: Record<string, string> = {
  'sending limit of a day or an hour': '550 5.4.5 Daily user sending limit exceeded',
  'sending limit': '450 Your account reached its email quota limit',
  'sending limit in other languages': '550 Ihr Versandlimit ist erreicht',
  'credits used up': '550 Not enough credits to send this e-mail',
  'mails of the domain per hour': '550 This account is sending too many emails - rate overlimit',
  unpaid: '550 5.7.1 Your subscription has expired',
  'sending is stopped': '554 Sending paused for this account.',
  'account is suspended': suspended,
  'test mode': '554 Sandbox subdomains are for test purposes only',
  'account words': '550 5.7.1 Contact support about your account',
  'sender is not verified': '554 Message rejected: Email address is not verified.',
  'sender is not allowed': '550 5.7.60 SendAsDenied; not allowed to send as this sender',
  'relay is denied': '554 5.7.1 Relay access denied',
  'login is required': '530 5.7.57 Client was not authenticated to send mail',
}

test('every row of the table of account answers is tried below', () => {
  expect(Object.keys(answers).sort()).toEqual(accountRows.map(({ row }) => row).sort())
})

describe.each(storeEngines)('[MAIL-1] on %s an answer about our account', (engine) => {
  const open = async (refuse: Refusals = {}) => {
    const asked: string[] = []
    const server = await openMailServer(refuse)
    const { recipient } = refuse
    server.refuse.recipient = (address) => {
      asked.push(address)
      return recipient?.(address)
    }
    const scene = mailScene(await freshStore(engine), server.url, { config: { limits: 'off' } })
    const { db } = scene.store
    /** How many mails are in each state, with so many attempts. */
    const states = async (): Promise<Record<string, number>> => {
      const mails = await db.selectFrom('outbox').select(['state', 'attempts']).execute()
      const byState = Map.groupBy(mails, ({ state, attempts }) => `${state} ${attempts}`)
      return Object.fromEntries([...byState].map(([state, all]) => [state, all.length]))
    }
    const silenced = () =>
      db.selectFrom('people').select('email').where('state', '<>', 'confirmed').execute()
    const queueAll = async (emails: readonly string[]) => {
      for (const email of emails) await scene.queue(email)
    }
    /** Sends until no probe is out: a claim beside the answer to one looks again in a second. */
    const send = async (worker = scene.worker) => {
      await worker.drain()
      for (let tries = 0; tries < 20 && (await scene.pausedBy()) === 'checking'; tries++) {
        scene.clock.now += 1_000
        await worker.drain()
      }
    }
    const quarter = async () => {
      scene.clock.now += quarterMs
      await send()
    }
    return { ...scene, server, asked, states, silenced, queueAll, send, quarter }
  }

  const steps: [string, (line: string) => Refusals | Manners][] = [
    ['greeting', (greeting) => ({ greeting })],
    ['sender', (MAIL) => ({ MAIL })],
    ['recipient', (RCPT) => ({ RCPT })],
    ['DATA', (DATA) => ({ DATA })],
    ['final dot', (dot) => ({ dot })],
  ]
  test.each(steps)(
    'at the %s pauses the queue, and its mails are due again, whatever row it is of',
    async (step, manners) => {
      const server = await openRudeServer({})
      const scene = mailScene(await freshStore(engine), server.url, {
        config: { limits: 'off' },
      })
      for (const [row, line] of Object.entries(answers)) {
        // A temporary refusal of all connections is trouble with the server.
        if (step === 'greeting' && line.startsWith('4')) continue
        server.manners = manners(line) as Manners
        const emails = ['gmail.com', 'team.example'].map((domain) => `sanne@${domain}`)
        for (const email of emails) await scene.queue(email)
        await scene.another().drain()
        for (const email of emails)
          expect([row, await scene.row(email)]).toEqual([row, expect.objectContaining(untouched)])
        expect([row, await scene.pausedFor()]).toEqual([row, expect.stringContaining(line)])
        for (const table of ['outbox', 'people'] as const)
          await scene.store.db.deleteFrom(table).execute()
        await scene.store.transact((trx) => resumeQueue(trx, noon))
      }
    },
  )

  test('at the login pauses the queue, and its mails are due again', async () => {
    const server = await openMailServer({
      login: '535 5.7.1 Your SMTP account is not yet activated',
    })
    const url = `${server.url.replace('//', '//fuel:secret@')}?allowInsecure=true`
    const scene = mailScene(await freshStore(engine), url)
    await scene.queue('sanne@gmail.com')
    await scene.worker.drain()
    expect([await scene.row('sanne@gmail.com'), await scene.pausedBy()]).toEqual([
      expect.objectContaining(untouched),
      'account',
    ])
  })

  test('holds the queue for one mail to another domain; if it is refused too, mail is paused', async () => {
    const { queueAll, send, asked, pausedBy, server, states, quarter } = await open({
      message: () => suspended,
    })
    await queueAll(team)
    await queueAll(['b@club.example', 'b@gmail.com', 'b@yahoo.com'])
    await send()
    expect(asked.slice(team.length)).toEqual(['b@gmail.com'])
    expect([await pausedBy(), await states()]).toEqual(['account', { 'due 0': 13 }])
    await quarter()
    expect(asked.slice(team.length + 1)).toEqual(['b@yahoo.com'])
    delete server.refuse.message
    await quarter()
    expect([await pausedBy(), await states(), server.received.length]).toEqual([
      null,
      { 'sent 0': 13 },
      13,
    ])
  })

  test('asks a large provider first, then an address that has confirmed, and no domain twice', async () => {
    const { queue, queueAll, send, asked, pausedBy } = await open({
      recipient: (to) => (to.startsWith('b@') ? '450 4.2.0 later' : undefined),
      message: () => suspended,
    })
    await queueAll(team)
    await queueAll(['b@stranger.example', 'b@mail.team.example'])
    await queue('b@club.example', 'listed')
    await queueAll(['b@icloud.com'])
    await send()
    const others = ['b@icloud.com', 'b@club.example', 'b@stranger.example']
    expect([asked.slice(team.length), await pausedBy()]).toEqual([others, 'account'])
  })

  test("of one recipient's server costs one probe, and its mails are tried again like deferred ones", async () => {
    const { queueAll, send, asked, pausedBy, server, states, clock } = await open({
      recipient: (to) => (domainOf(to) === 'team.example' ? suspended : undefined),
    })
    const others = Array.from({ length: 20 }, (_, n) => `b${n}@club${n}.example`)
    await queueAll([...team, ...others])
    await send()
    expect([await pausedBy(), server.received.length]).toEqual([null, others.length])
    expect(await states()).toEqual({ 'sent 0': others.length, 'due 1': team.length })
    // Each of the ten is asked once more, and holds nothing then.
    expect(asked.length).toBeLessThanOrEqual(2 * team.length + others.length)
    clock.now += minuteMs
    await send()
    expect([await pausedBy(), await states()]).toEqual([
      null,
      { 'sent 0': others.length, 'due 2': team.length },
    ])
  })

  test('where no other domain waits pauses mail, and the first mail to another domain is a probe at once', async () => {
    const { queueAll, send, pausedBy, server, states } = await open({
      recipient: (to) => (domainOf(to) === 'team.example' ? suspended : undefined),
    })
    await queueAll(['a@team.example'])
    await send()
    expect([await pausedBy(), await states()]).toEqual(['account', { 'due 0': 1 }])
    await queueAll(['b@club.example'])
    await send()
    expect([await pausedBy(), server.received.length]).toEqual([null, 1])
    expect(await states()).toEqual({ 'sent 0': 1, 'due 1': 1 })
  })

  test('that was a false alarm holds nothing for the same domain for 24 hours', async () => {
    const { queueAll, send, asked, clock, pausedBy } = await open({
      recipient: (to) => (domainOf(to) === 'team.example' ? suspended : undefined),
    })
    await queueAll(['a@team.example'])
    await send()
    await queueAll(['b@club.example'])
    await send()
    clock.now += 24 * hourMs - 1
    await queueAll(['c@mail.team.example', 'c@team.example'])
    await send()
    expect(await pausedBy()).toBeNull()
    clock.now += 1
    await queueAll(['d@team.example'])
    await send()
    expect([asked.at(-1), await pausedBy()]).toEqual(['d@team.example', 'account'])
  })

  test('that was a false alarm three times within an hour holds mail for large providers and confirmed addresses alone', async () => {
    const { queue, queueAll, send, pausedBy } = await open({
      recipient: (to) => (to.startsWith('a@') ? suspended : undefined),
    })
    for (let n = 0; n < 3; n++) {
      await queueAll([`a@stranger${n}.example`])
      await send()
      expect(await pausedBy()).toBe('account')
      await queueAll([`b@club${n}.example`])
      await send()
      expect(await pausedBy()).toBeNull()
    }
    await queueAll(['a@stranger9.example'])
    await send()
    expect(await pausedBy()).toBeNull()
    await queue('a@confirmed.example', 'listed')
    await send()
    expect(await pausedBy()).toBe('account')
  })

  test('pauses for more than 72 hours: waiting mails are overdue then, and none is dead', async () => {
    const { queueAll, send, clock, states, quarter, server } = await open({
      message: () => suspended,
    })
    await queueAll([...team, 'b@gmail.com', 'b@yahoo.com'])
    await send()
    for (let hour = 0; hour < 73; hour++) {
      clock.now += hourMs
      await send()
    }
    delete server.refuse.message
    await queueAll(['c@gmail.com'])
    await quarter()
    expect(await states()).toEqual({ 'sent 0': 1, 'overdue 0': 12 })
  })

  test('to a letter of 200 over ten connections costs none of its mails, and counts for nothing', async () => {
    const { server, send, store, clock, states, silenced, quarter, pausedBy } = await open()
    const people = Array.from({ length: 200 }, (_, n) => ({
      id: `p${n}`,
      email: `p${n}@${n % 3 === 0 ? 'gmail.com' : `team${n % 7}.example`}`,
    }))
    await addListed(store, people)
    const { id } = await sentLetter(store, noon)
    await openLetterPlanner({ store, now: () => clock.now, queued: () => {} }).run()
    server.refuse.message = () => '550 Account suspended'
    await send()
    expect([await pausedBy(), Object.keys(await states()), await silenced()]).toEqual([
      'account',
      ['due 0'],
      [],
    ])
    expect(await readLetter(store.db, id)).toMatchObject({ state: 'sending', ended: 0 })
    const counts = async () => (await readLetterCounts(store.db, id)).total
    expect(await counts()).toMatchObject({ queued: 200, accepted: 0, bounced: 0, refused: 0 })
    expect((await readStopChecks(store.db, id))!.map(({ found, mails }) => [found, mails])).toEqual(
      [
        [0, 0],
        [0, 0],
      ],
    )
    delete server.refuse.message
    await quarter()
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
      people.map(({ email }) => email).sort(),
    )
    expect(await counts()).toMatchObject({ queued: 200, accepted: 200 })
  })

  test('to a letter alone, whose ramp is used up, ends with a probe beside the ramp', async () => {
    const server = await openMailServer()
    const scene = mailScene(await freshStore(engine), server.url)
    const people = Array.from({ length: 300 }, (_, n) => ({
      id: `p${n}`,
      email: `p${n}@${n % 2 === 0 ? 'team' : 'club'}.example`,
    }))
    await addListed(scene.store, people)
    await sentLetter(scene.store, noon)
    const { clock } = scene
    await openLetterPlanner({ store: scene.store, now: () => clock.now, queued: () => {} }).run()
    await scene.worker.drain()
    const atOnce = server.received.length
    expect(atOnce).toBeGreaterThan(0)
    server.refuse.message = () => suspended
    for (let second = 0; second < 120 && (await scene.pausedBy()) !== 'account'; second++) {
      clock.now += 1_000
      await scene.worker.drain()
    }
    expect([await scene.pausedBy(), server.received.length]).toEqual(['account', atOnce])
    delete server.refuse.message
    clock.now += quarterMs
    await scene.worker.drain()
    expect(await scene.pausedBy()).toBeNull()
    expect(server.received.length).toBeGreaterThan(atOnce)
  })

  test('is counted by reason', async () => {
    const counted: string[] = []
    const { server } = await open({ message: '550 5.4.5 Daily user sending limit exceeded' })
    const none = { inc: () => {} }
    const accountRefusals = { inc: ({ reason }: { reason: string }) => void counted.push(reason) }
    const { queue, worker } = mailScene(await freshStore(engine), server.url, {
      metrics: { mails: none, operatorMails: none, letterStops: none, accountRefusals },
    })
    await queue('a@gmail.com')
    await worker.drain()
    expect(counted).toEqual(['limit'])
  })

  test('that two servers get at the same time holds the queue once, and one of them asks', async () => {
    const { send, queueAll, worker, another, asked, pausedBy, states } = await open({
      message: () => suspended,
    })
    await queueAll(Array.from({ length: 20 }, (_, n) => `a${n}@team.example`))
    await queueAll(['b@gmail.com', 'b@yahoo.com', 'b@club.example'])
    await Promise.all([worker.drain(), another().drain()])
    // A server ends where the other one asks: it looks again.
    await send()
    expect(await pausedBy()).toBe('account')
    expect(asked.filter((to) => to.startsWith('b@'))).toEqual(['b@gmail.com'])
    expect(await states()).toEqual({ 'due 0': 23 })
  })

  test('a probe whose server died is asked again when its lease ends', async () => {
    const { queueAll, worker, another, asked, clock, server, store, pausedBy } = await open({
      message: (to) => (domainOf(to) === 'team.example' ? suspended : undefined),
    })
    await queueAll([...team, 'b@gmail.com'])
    const { promise: never, resolve: die } = Promise.withResolvers<void>()
    const probed = Promise.withResolvers<void>()
    server.beforeAnswer = async () => {
      if (asked.at(-1) !== 'b@gmail.com') return
      probed.resolve()
      await never
    }
    const dying = worker.drain()
    await probed.promise
    server.beforeAnswer = async () => {}
    await store.db
      .updateTable('outbox')
      .set({ leaseOwner: 'a server that died' })
      .where('state', '=', 'sending')
      .execute()
    const next = another()
    await next.drain()
    expect([await pausedBy(), server.received.length]).toEqual(['checking', 0])
    clock.now += 30_000
    await next.drain()
    expect([await pausedBy(), asked.filter((to) => to.startsWith('b@'))]).toEqual([
      null,
      ['b@gmail.com', 'b@gmail.com'],
    ])
    die()
    await dying
  })

  test.each<[string, (to: string) => string]>([
    ['a full mailbox (552 5.2.2)', () => '552 5.2.2 quota exceeded'],
    ['an unknown user (550 without a status)', () => '550 No such user'],
    [
      'words about a sending limit that quote another server',
      () => '550 mx.other.example said: 550 5.7.1 relay denied',
    ],
  ])('is not %s at ten domains: nothing is paused', async (_, recipient) => {
    const { queueAll, send, pausedBy, asked } = await open({ recipient })
    const emails = Array.from({ length: 10 }, (_, n) => `a@club${n}.example`)
    await queueAll(emails)
    await send()
    expect([await pausedBy(), asked.toSorted()]).toEqual([null, emails])
  })

  test('is not 421 at the connection: nothing is paused', async () => {
    const { queueAll, send, pausedBy, states } = await open({
      greeting: '421 too many connections',
    })
    await queueAll(team)
    await send()
    expect([await pausedBy(), await states()]).toEqual([null, { 'due 0': team.length }])
  })
})
