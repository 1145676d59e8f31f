import { newId } from '#server/db/new-id.ts'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { storeReport } from '#server/bounces/reports.ts'
import { readMailboxState, saveMailboxState } from '#server/bounces/bounce-mailbox.ts'
import { readBounceMailbox } from '#server/config/formats.ts'
import type { Config } from '#server/config/config.ts'
import type { OperatorMailRenderers } from '#server/delivery/operator-mails.ts'
import { openOperatorMails, mailScene, noon, queueTo } from '#test/mailbox.ts'
import { mailStates } from '#server/db/outbox-schema.ts'
import { readLastAccepted, watchQueue } from '#server/delivery/queue-facts.ts'
import { attentionOf } from '#server/overview/attention.ts'
import { openLetterPlanner } from '#server/letters/states.ts'
import { budgetAt } from '#server/letters/ramp.ts'
import {
  operatorMailKinds,
  queueOperatorMail,
  type OperatorMailTemplate,
  type OperatorMailToQueue,
} from '#server/outbox/operator-mails.ts'
import { runAction } from '#test/run-action.ts'
import { engines, freshStore, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { silentLog } from '#test/silent-log.ts'
import { deadMailServer, openMailServer, openRudeServer, type Refusals } from '#test/smtp.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { mailCommand } from './mail-actions.ts'
import { countMails, readMailStatus } from './mail-status.ts'

const sanne = 'sanne@example.com'
const minute = 60_000
const hour = 60 * minute

/** Nothing else needs attention. */
const nothingElse = {
  lastDay: [],
  stoppedLetters: [],
  backup: { at: noon, isPostgres: false },
  incidents: [],
  credits: null,
  simulated: { figures: 0, confirmed: 0 },
  isLive: false,
}

describe.each(engines)('%s: npm run mail -- status', (engine) => {
  const open = async (
    smtpUrl: string | undefined,
    change: { mailsPerHour?: number; bounceMailbox?: string } = {},
  ) => {
    const scene = mailScene(await freshStore(engine), smtpUrl, {
      config: change,
      secretKey: testSecret,
    })
    const config = {
      smtpUrl,
      publicUrl: 'https://fuel.example',
      loopback: false,
      trustedProxies: [],
      mailsPerHour: 3000,
      mailFrom: 'waitlist@fuel.example',
      limits: 'on' as const,
      ...change,
    }
    const status = async () => {
      const lines: string[] = []
      const code = await runAction(mailCommand, ['status'], {
        store: scene.store,
        config,
        sequence: campaign.sequence,
        now: scene.clock.now,
        print: (line) => void lines.push(line),
      })
      return { code, output: lines.join('\n') }
    }
    const facts = () =>
      readMailStatus(scene.store.db, { config, sequence: campaign.sequence }, scene.clock.now)
    const queueMany = async (
      count: number,
      email = (n: number) => `athlete${n}@team${n}.example`,
    ) => {
      for (let n = 0; n < count; n++) await scene.queue(email(n))
    }
    const terms = { config, sequence: campaign.sequence }
    return { ...scene, status, facts, queueMany, config, terms }
  }
  const refusing = async (refuse: Refusals, parameters = '') =>
    `${(await openMailServer(refuse)).url}${parameters}`
  const iso = (ms: number) => new Date(ms).toISOString()

  test('an empty queue, or one that leaves within a quarter of an hour, needs no attention', async () => {
    const { status, queueMany, facts } = await open('smtp://mail.example')
    expect((await status()).code).toBe(0)
    await queueMany(310)
    expect(await status()).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^310 mails are ready to leave\. The last of them leaves in about 13 seconds\.$/m,
      ),
    })
    expect((await facts()).queue).toMatchObject({ ready: 310, spaced: 0, stops: [] })
  })

  test('[BACK-2] it says when the bounce mailbox was read and what waits there for a person, or why it cannot be read, and then exits with 1', async () => {
    const bounceMailbox = 'imaps://bounce:secret@mail.example'
    const { status, store, clock } = await open('smtp://mail.example', { bounceMailbox })
    expect((await status()).output).toMatch(/^The bounce mailbox was not read yet/m)
    const state = await readMailboxState(store.db, readBounceMailbox(bounceMailbox))
    await saveMailboxState(store, { ...state, readAt: clock.now, trouble: null })
    expect(await status()).toMatchObject({
      code: 0,
      output: expect.stringContaining(`The bounce mailbox was read at ${iso(clock.now)}.`),
    })
    await saveMailboxState(store, { ...state, readAt: clock.now, left: 7, trouble: null })
    expect(await status()).toMatchObject({
      code: 0,
      output: expect.stringContaining('7 mails wait there for a person to read'),
    })
    const trouble = { kind: 'login', reason: 'Authentication failed', since: clock.now } as const
    await saveMailboxState(store, { ...state, trouble })
    const { code, output } = await status()
    expect(code).toBe(1)
    expect(output).toContain(
      `The bounce mailbox is not read since ${iso(clock.now)}: the mail server refuses the login: Authentication failed. Check user and password in BOUNCE_MAILBOX.`,
    )
    expect(output).not.toContain('secret')
  })

  test('[BACK-4] it names reports about the mail account, and then exits with 1', async () => {
    const { status, store, clock } = await open('smtp://mail.example')
    const reason = '550 5.4.5 Daily user sending limit exceeded'
    for (const email of ['sanne@gmail.com', 'eva@outlook.com', 'tim@yahoo.com']) {
      expect((await status()).code).toBe(0)
      await queueTo(store, email, 'listed', 'confirmed', clock.now)
      const { id: mailId } = await store.db
        .selectFrom('outbox')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const report = { kind: 'account', via: 'mailbox', mailId, eventKey: email, reason } as const
      await storeReport({ store, log: silentLog }, report, clock.now)
    }
    expect(await status()).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `Mail comes back for a reason of your mail account: 3 mails of the last 24 hours came back with words about your mail account or sender, the latest with: ${reason}.`,
      ),
    })
  })

  test('after a spike it says how long the queue takes, and exits with 1', async () => {
    const server = await openMailServer()
    const { status, queueMany, worker, clock, facts } = await open(server.url, { mailsPerHour: 60 })
    await queueMany(50)
    await worker.drain()
    const began = clock.now
    const output = (await status()).output
    expect(server.received).toHaveLength(6)
    expect(output).toContain(
      `Mail is delayed since ${iso(began)}: MAILS_PER_HOUR (60) spreads 44 mails. Raise MAILS_PER_HOUR if your provider allows more.`,
    )
    const promised = (await facts()).queue.lastLeavesAt
    expect(output).toContain(`The last mail leaves about ${iso(promised)}, in 49 minutes.`)
    expect((await status()).code).toBe(1)
    for (; clock.now < promised - 67_000; clock.now += 30_000) await worker.drain()
    expect(server.received.length).toBeLessThan(50)
    clock.now = promised
    for (let n = 0; n < 2; n++) await worker.drain()
    expect(server.received).toHaveLength(50)
    expect((await status()).code).toBe(0)
  })

  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'a login that is refused',
      () =>
        refusing({ login: '535 5.7.8 wrong password' }).then(
          (url) => `${url.replace('//', '//fuel:secret@')}?allowInsecure=true`,
        ),
      /^Mail is paused since SINCE: the mail server refuses the login: 535 5\.7\.8 wrong password\. Check user and password/m,
    ],
    [
      'a sender that is refused',
      () => refusing({ sender: '550 5.7.1 not yours' }),
      /^Mail is paused since SINCE: the mail server refuses the sender: 550 5\.7\.1 not yours\. Check MAIL_FROM/m,
    ],
    [
      'a mail account that is suspended',
      () => refusing({ message: '550 Your account has been suspended' }),
      /^Mail is paused since SINCE: the mail server refuses your mail account: 550 Your account has been suspended\. Sign in at your mail provider/m,
    ],
    [
      'a mail account at its sending limit',
      () => refusing({ message: '550 5.4.5 Daily user sending limit exceeded' }),
      /^Mail is paused since SINCE: your mail account has reached its sending limit: 550 5\.4\.5 Daily user sending limit exceeded\. The limit ends by itself/m,
    ],
    [
      'a login that is not possible now',
      () =>
        refusing({ login: '454 4.7.0 later' }).then(
          (url) => `${url.replace('//', '//fuel:secret@')}?allowInsecure=true`,
        ),
      /^No mail leaves since SINCE: the mail server accepts no login now: 454 4\.7\.0 later\./m,
    ],
    [
      'a mail server that is not there',
      deadMailServer,
      /^No mail leaves since SINCE: the mail server cannot be reached: .*ECONNREFUSED.*\. Check host and port/m,
    ],
    [
      'a mail server that turns everybody away',
      () => openRudeServer({ greeting: '554 no service here' }).then(({ url }) => url),
      /^Mail is paused since SINCE: the mail server refuses your mail account: 554 no service here\. Sign in/m,
    ],
    [
      'a mail server that has no time',
      () => openRudeServer({ greeting: '421 too busy' }).then(({ url }) => url),
      /^No mail leaves since SINCE: the mail server takes no mail now: .*421 too busy\. It is busy/m,
    ],
  ])('names %s, since when, and in a pause when the last mail leaves', async (_, server, line) => {
    const { status, queue, worker, clock, row } = await open(await server())
    await queue(sanne)
    await worker.drain()
    expect(await row(sanne)).toMatchObject({ state: 'due', attempts: 0 })
    const began = iso(clock.now)
    clock.now += 2 * minute
    await worker.drain()
    const { code, output } = await status()
    expect(code).toBe(1)
    expect(output).toMatch(
      new RegExp(line.source.replace('SINCE', began.replaceAll('.', '\\.')), line.flags),
    )
    expect(/The last mail leaves about 2026-\S+ at the earliest/.test(output)).toBe(
      output.includes('Mail is paused'),
    )
  })

  test('names an obstacle while the only waiting mail is being retried', async () => {
    const { queue, worker, store, facts } = await open(await deadMailServer())
    await queue(sanne)
    await worker.drain()
    await store.db.updateTable('outbox').set({ state: 'sending' }).execute()
    expect((await facts()).queue).toMatchObject({ ready: 0, stops: [{ kind: 'unreachable' }] })
  })

  test('names an obstacle where only mails of a letter wait, and to metrics too', async () => {
    const { worker, store, clock, status, terms } = await open(await deadMailServer())
    const people = Array.from({ length: 20 }, (_, n) => ({
      id: newId(),
      email: `athlete${n}@example.com`,
    }))
    await addListed(store, people)
    await sentLetter(store, clock.now)
    await openLetterPlanner({ store, now: () => clock.now, queued: () => {} }).run()
    expect((await status()).code).toBe(0)
    await worker.drain()
    const { code, output } = await status()
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^No mail leaves since .*cannot be reached: .*ECONNREFUSED/m),
    ])
    expect(output).not.toContain('The last mail leaves')
    const { stops } = await watchQueue(store.db, terms, () => clock.now).read()
    expect(stops).toEqual(['unreachable'])
    await store.db.updateTable('letters').set({ state: 'stopped' }).execute()
    expect((await status()).code).toBe(0)
  })

  test('names an obstacle where only a mail to an operator waits', async () => {
    const { store, clock, status, config } = await open(await deadMailServer())
    const data = { notices: [] }
    await store.transact((trx) =>
      queueOperatorMail(trx, { email: sanne, template: 'alert', data }, clock.now),
    )
    const renderMail = async () => ({ subject: 'x', html: 'x', text: 'x' })
    const operatorMails = openOperatorMails({
      store,
      secretKey: testSecret,
      config: config as unknown as Config,
      renderers: { alert: renderMail } as unknown as OperatorMailRenderers,
      log: silentLog,
      now: () => clock.now,
    })
    await operatorMails.run()
    expect(await status()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^No mail leaves since .*ECONNREFUSED/m),
    })
  })

  test('counts mails to people alone, whatever those to operators and of a closed list wait for or became', async () => {
    const { store, clock, facts, status } = await open('smtp://mail.example')
    const later = noon + 30 * minute
    clock.now = later
    const [empty, said] = [await facts(), await status()]
    const waits = ['', 'time', '@club.example']
    for (const template of Object.keys(operatorMailKinds) as OperatorMailTemplate[])
      for (let n = 0; n < 36; n++) {
        const email = `athlete${n}@club.example`
        const id = await store.transact((trx) =>
          queueOperatorMail(trx, { email, template, data: {} } as OperatorMailToQueue, noon),
        )
        const waiting = {
          waits: waits[n % 3]!,
          attempts: n % 2,
          dueAt: n < 18 ? noon : later + hour,
        }
        await store.db
          .updateTable('outbox')
          .set(n < 28 ? waiting : { state: mailStates[n - 28]! })
          .where('id', '=', id)
          .execute()
      }
    await store.db
      .insertInto('waiting_domains')
      .values({ domain: 'club.example', opensAt: later + hour })
      .execute()
    expect([await facts(), await status()]).toEqual([empty, said])
    expect(await readLastAccepted(store.db)).toBeNull()
  })

  test('a count up to a bound leaves out mails to operators, and stops there', async () => {
    const { store, queueMany } = await open('smtp://mail.example')
    await queueMany(4)
    const mail = { email: sanne, template: 'alert', data: { notices: [] } } as const
    for (let n = 0; n < 2; n++) await store.transact((trx) => queueOperatorMail(trx, mail, noon))
    await store.db.updateTable('outbox').set({ state: 'dead' }).execute()
    const counts = [3, 4, 5].map(async (most) => (await countMails(store.db, ['dead'], most)).dead)
    expect(await Promise.all(counts)).toEqual([3, 4, 4])
  })

  test('names every reason at once', async () => {
    const { store, clock, status, queueMany, facts } = await open('smtp://mail.example', {
      mailsPerHour: 60,
    })
    await queueMany(60)
    await store.db
      .updateTable('mail_queue')
      .set({
        pausedBy: 'held',
        pausedReason: 'held by npm run mail -- hold',
        pausedAt: clock.now,
        trouble: 'certificate',
        troubleReason: 'certificate has expired',
        troubleSince: clock.now - hour,
      })
      .execute()
    expect((await facts()).queue.stops.map(({ kind }) => kind)).toEqual([
      'held',
      'certificate',
      'budget',
    ])
    expect((await status()).output).toMatch(
      /certificate of the mail server is not accepted: certificate has expired/,
    )
  })

  test('names mails that wait for the budget of their domain', async () => {
    const server = await openMailServer()
    const { status, queueMany, worker, facts, knownDomain } = await open(server.url)
    await knownDomain('team.example')
    await queueMany(80, (n) => `athlete${n}@team.example`)
    await worker.drain()
    expect((await facts()).queue).toMatchObject({
      ready: 0,
      spaced: 30,
      stops: [{ kind: 'domains' }],
    })
    expect(await status()).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /Mail is delayed since \S+: one domain gets 50 mails at once, 10 where nobody has confirmed: team\.example \(30 mails\)\. .* in (?:35|36) minutes\.$/m,
      ),
    })
  })

  test('names how long first mails wait for a domain without confirmed addresses', async () => {
    const { queueMany, worker, facts } = await open((await openMailServer()).url)
    await queueMany(80, (n) => `athlete${n}@team.example`)
    await worker.drain()
    const { queue } = await facts()
    expect(queue).toMatchObject({ ready: 0, spaced: 70, stops: [{ kind: 'domains' }] })
    expect((queue.stops[0]!.lastLeavesAt! - noon) / hour).toBeCloseTo(7, 1)
  })

  test('names how long those of one network wait, which may have 5 an hour', async () => {
    const { queueMany, worker, facts, store } = await open((await openMailServer()).url)
    await queueMany(24, (n) => `athlete${n}@team.example`)
    await store.db.updateTable('outbox').set({ requester: 'network 1' }).execute()
    await worker.drain()
    const { queue } = await facts()
    expect(queue).toMatchObject({ spaced: 20, stops: [{ kind: 'domains' }] })
    expect((queue.stops[0]!.lastLeavesAt! - noon) / hour).toBeCloseTo(20, 1)
  })

  test('counts deferred mails apart from waiting ones; they need no attention', async () => {
    const { status, queue, worker } = await open(
      (await openMailServer({ recipient: () => '451 4.7.1 greylisted' })).url,
    )
    await queue(sanne)
    await worker.drain()
    expect(await status()).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^1 mail is tried again later, as the mail server asked, the last at 2026-11-21T12:01:00\.000Z\.$/m,
      ),
    })
  })

  test('asks whether the server runs if nobody claims ready mails', async () => {
    const { status, queue, clock } = await open('smtp://mail.example')
    await queue(sanne)
    clock.now += 15 * minute
    expect((await status()).code).toBe(0)
    clock.now += 1
    expect(await status()).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `No mail leaves since ${iso(noon)}: no server takes the mails that are due. Is a server running? Start it: npm start.`,
      ),
    })
  })

  test.each<[string, { pressedAt: number; isQueued: boolean }]>([
    ['a letter waits whose mails are queued', { pressedAt: noon, isQueued: true }],
    ['a letter waits whose mails nobody queued', { pressedAt: noon, isQueued: false }],
    ['a letter waits that nobody began at its time', { pressedAt: noon - hour, isQueued: false }],
  ])(
    'asks whether the server runs where only %s; metrics and the overview tell it too',
    async (_, { pressedAt, isQueued }) => {
      const { store, clock, status, facts, terms } = await open('smtp://mail.example')
      await addListed(store, [{ id: newId() }, { id: newId() }])
      await sentLetter(store, pressedAt, { at: noon })
      if (isQueued) await openLetterPlanner({ store, now: () => clock.now, queued: () => {} }).run()
      clock.now = noon + 15 * minute
      expect((await status()).code).toBe(0)
      clock.now += 1
      const sentence = `No mail leaves since ${iso(noon)}: no server takes the mails that are due. Is a server running? Start it: npm start.`
      expect(await status()).toMatchObject({ code: 1, output: expect.stringContaining(sentence) })
      expect((await watchQueue(store.db, terms, () => clock.now).read()).stops).toEqual([
        'unattended',
      ])
      const shown = attentionOf({
        ...nothingElse,
        report: { ...(await facts()), capped: [] },
        now: clock.now,
      })
      expect(shown).toMatchObject([{ key: 'mail unattended', title: 'No mail leaves' }])
      // Days later as well, when a server would pause the letter as late.
      clock.now += 100 * hour
      expect((await status()).code).toBe(1)
      await store.db.updateTable('letters').set({ state: 'paused', pausedBy: 'operator' }).execute()
      expect((await status()).code).toBe(0)
    },
  )

  test('[LETTER-2] a letter that is late after a pause of 72 hours is named with the acts, also when mail leaves again', async () => {
    const { store, clock, status, facts } = await open((await openMailServer()).url)
    await addListed(store, [{ id: newId() }])
    const { id } = await sentLetter(store, noon)
    const planner = openLetterPlanner({ store, now: () => clock.now, queued: () => {} })
    await planner.run()
    clock.now += 73 * hour
    await planner.run()
    const { code, output } = await status()
    expect(code).toBe(1)
    expect(output).toContain(
      `The letter ‘We are live’ is paused since ${iso(clock.now)} by itself: nothing could be sent for 72 hours. It does not go on by itself. Read it again, then send the mails that wait: npm run letters -- resume ${id}, or end it: npm run letters -- stop ${id}`,
    )
    const { queue, stoppedLetters } = await facts()
    expect([queue.stops, stoppedLetters]).toMatchObject([[], [{ id, pausedBy: 'late' }]])
    await store.db.updateTable('letters').set({ pausedBy: 'operator' }).execute()
    expect((await status()).code).toBe(0)
  })

  test('a letter needs attention a quarter of an hour after its ramp opened, and not earlier', async () => {
    const server = await openMailServer()
    const { store, clock, status, worker } = await open(server.url)
    await addListed(
      store,
      Array.from({ length: 60 }, (_, n) => ({ id: `p${n}`, email: `p${n}@team${n}.example` })),
    )
    const { id } = await sentLetter(store, noon)
    await openLetterPlanner({ store, now: () => clock.now, queued: () => {} }).run()
    await worker.drain()
    expect(server.received).toHaveLength(50)
    clock.now += 30 * minute
    const { atOnce, everyMs } = budgetAt(campaign.letters.plan, 0, 3000)
    await store.db
      .updateTable('budgets')
      .set({ tat: clock.now - 15 * minute + atOnce * everyMs })
      .where('key', '=', `letter:${id}`)
      .execute()
    expect((await status()).code).toBe(0)
    clock.now += everyMs
    expect((await status()).code).toBe(1)
  })

  test('steps of a sequence that wait in quiet hours need no attention, neither then nor at their end', async () => {
    const { status, queue, store, clock, facts } = await open('smtp://mail.example')
    clock.now = Date.parse('2026-11-21T21:00:00Z')
    for (const name of ['sanne', 'daan']) await queue(`${name}@example.com`, 'sequence')
    await store.db.updateTable('outbox').set({ priority: priorities.later }).execute()
    clock.now = Date.parse('2026-11-22T06:59:00Z')
    expect([(await status()).code, (await facts()).queue.ready]).toEqual([0, 0])
    clock.now = Date.parse('2026-11-22T07:01:00Z')
    expect([(await status()).code, (await facts()).queue]).toMatchObject([
      0,
      { ready: 2, readySince: Date.parse('2026-11-22T07:00:00Z') },
    ])
    clock.now = Date.parse('2026-11-22T07:16:00Z')
    expect((await status()).code).toBe(1)
  })

  test('shows since when mails wait for SMTP_URL', async () => {
    const { status, queue, worker, clock } = await open(undefined)
    await queue(sanne)
    const began = iso(clock.now)
    await worker.drain()
    clock.now += hour
    expect(await status()).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `No mail is sent since ${began}: others than this machine are served, and SMTP_URL is not set.`,
      ),
    })
  })

  test('counts unknown recipients as bounced', async () => {
    const { status, queueMany, worker, facts } = await open(
      (await openMailServer({ recipient: () => '550 5.1.1 no such user' })).url,
    )
    await queueMany(30)
    await worker.drain()
    expect((await facts()).bounced).toBe(30)
    expect((await status()).output).toMatch(/^ +30 bounced/m)
  })

  test('an attempt with the same obstacle changes nothing that is stored', async () => {
    const { queue, worker, clock, store } = await open(await deadMailServer())
    await queue(sanne)
    await worker.drain()
    const written = await store.db.selectFrom('mail_queue').selectAll().executeTakeFirstOrThrow()
    for (let n = 0; n < 3; n++) {
      clock.now += 2 * minute
      await worker.drain()
    }
    expect(await store.db.selectFrom('mail_queue').selectAll().executeTakeFirstOrThrow()).toEqual(
      written,
    )
  })
})
