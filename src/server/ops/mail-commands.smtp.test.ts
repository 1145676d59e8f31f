import { describe, expect, test } from 'vitest'
import type { MailState } from '#server/db/outbox-schema.ts'
import { campaign } from '#campaign'
import { claimMails } from '#server/delivery/claim.ts'
import { keepDueMails } from '#server/delivery/kept-mails.ts'
import { runAction } from '#test/run-action.ts'
import { engines, freshStore, testSecret } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { operatorCommand } from '#test/operator.ts'
import { openMailServer } from '#test/smtp.ts'
import { mailCommand } from './mail-actions.ts'

const sanne = 'sanne@example.com'
const withServer = { smtpUrl: 'smtp://mail.example', publicUrl: 'https://fuel.example' }

describe.each(engines)('%s: npm run mail --', (engine) => {
  const open = async (smtpUrl = withServer.smtpUrl) => {
    const scene = mailScene(await freshStore(engine), smtpUrl)
    const run = async (
      args: string,
      config: { smtpUrl?: string; publicUrl: string } = withServer,
    ) => {
      const lines: string[] = []
      const code = await runAction(mailCommand, args.split(' '), {
        store: scene.store,
        config: {
          ...config,
          loopback: config.publicUrl.includes('localhost'),
          trustedProxies: [],
          mailsPerHour: 3000,
          mailFrom: 'waitlist@fuel.example',
          limits: 'on',
        },
        sequence: campaign.sequence,
        now: scene.clock.now,
        print: (line) => void lines.push(line),
      })
      return { code, output: lines.join('\n') }
    }
    const put = async (email: string, state: MailState) => {
      await scene.queue(email)
      await scene.store.db
        .updateTable('outbox')
        .set({ state, attempts: 3, ambiguous: 2 })
        .where('email', '=', email)
        .execute()
    }
    return { ...scene, run, put }
  }

  test('status counts the mails by state and exits with 0', async () => {
    const { run, put } = await open()
    await put(sanne, 'sent')
    await put('daan@example.com', 'uncertain')
    const { code, output } = await run('status')
    expect(output).toMatch(/^ +1 sent .*\n/m)
    expect(output).toMatch(/^ +1 uncertain .*retry/m)
    expect(code).toBe(0)
  })

  test.each<[MailState, string]>([
    ['overdue', 'release'],
    ['uncertain', 'retry'],
    ['kept', 'release --kept'],
  ])(
    'status counts mails that are %s, with the command that sends them, and exits with 0',
    async (state, command) => {
      const { run, put } = await open()
      await put(sanne, state)
      const { code, output } = await run('status')
      expect(output).toMatch(new RegExp(`^ +1 ${state} .*: npm run mail -- ${command}$`, 'm'))
      expect(code).toBe(0)
      const { counts } = JSON.parse((await run('status --json')).output)
      expect(counts).toMatchObject({ [state]: 1 })
    },
  )

  test('[DOCTOR-1] doctor --json prints and stores the result, and exits with 1 if something is wrong', async () => {
    const { run, store } = await open()
    const { code, output } = await run('doctor --json')
    const { outcome, checks } = JSON.parse(output)
    expect(checks.map(({ key }: { key: string }) => key)).toContain('spf')
    expect(code).toBe(outcome === 'wrong' ? 1 : 0)
    expect(await store.db.selectFrom('doctor_runs').select('outcome').execute()).toEqual([
      { outcome },
    ])
    const { code: without, output: said } = await run('doctor', {
      publicUrl: 'https://fuel.example',
    })
    expect([without, said]).toEqual([1, expect.stringContaining('SMTP_URL is not set')])
  }, 60_000)

  test('show says what a mail waits for and until when, with a masked address', async () => {
    const { run, queue, store, clock } = await open()
    await queue(sanne)
    const { id } = await store.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
    expect((await run(`show ${id}`)).output).toMatch(
      /state +due\n.*tries +0\nwaits for +its turn\nuntil +the mails before it have left$/s,
    )
    await store.db
      .updateTable('outbox')
      .set({ waits: 'time', attempts: 2, dueAt: clock.now + 60_000, reason: '450 try later' })
      .execute()
    const until = new Date(clock.now + 60_000).toISOString()
    const { code, output } = await run(`show ${id}`)
    expect(code).toBe(0)
    for (const line of [
      /^to +sa\*\*\*@example\.com$/m,
      /^tries +2$/m,
      /^last answer +450 try later$/m,
      /^waits for +its next try$/m,
      new RegExp(`^until +${until} at the earliest$`, 'm'),
    ])
      expect(output).toMatch(line)
    expect(JSON.parse((await run(`show ${id} --json --addresses`)).output)).toMatchObject({
      id,
      email: sanne,
      template: 'confirm',
      state: 'due',
      attempts: 2,
      queuedAt: new Date(clock.now).toISOString(),
      waitsFor: 'retry',
      until,
    })
    expect(await run('show none')).toEqual({
      code: 1,
      output: "No stored mail has the ID 'none'.",
    })
  })

  test('status --json has counts, times in ISO 8601 and what needs attention', async () => {
    const { run, put, clock } = await open()
    await put(sanne, 'sent')
    await put('daan@example.com', 'due')
    const { code, output } = await run('status --json')
    expect([code, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({
        counts: expect.objectContaining({ sent: 1, due: 1 }),
        queue: expect.objectContaining({
          ready: 1,
          lastLeavesAt: new Date(clock.now).toISOString(),
          stops: [],
        }),
      }),
    ])
    expect(
      JSON.parse((await run('status --json', { publicUrl: 'https://fuel.example' })).output),
    ).toMatchObject({ queue: { stops: [{ kind: 'no-server' }] } })
  })

  test('pause stops mail until resume, and status says so', async () => {
    const server = await openMailServer()
    const { run, queue, worker, row, clock } = await open(server.url)
    await queue(sanne)
    expect(await run('pause')).toEqual({
      code: 0,
      output: 'Mail is paused. To resume: npm run mail -- resume.',
    })
    expect((await run('pause')).output).toContain('Mail is paused already.')
    await worker.drain()
    expect([(await row(sanne)).state, server.received.length]).toEqual(['due', 0])
    const { code, output } = await run('status')
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(': an operator paused it. To resume: npm run mail -- resume.'),
    ])
    await run('resume')
    clock.now += 1_000
    await worker.drain()
    expect((await row(sanne)).state).toBe('sent')
  })

  test('status reports a pause with its reason, and resume ends it', async () => {
    const server = await openMailServer({ sender: '550 5.7.1 not yours' })
    const { run, queue, worker, pausedFor } = await open(server.url)
    await queue(sanne)
    await worker.drain()
    expect(await run('status')).toMatchObject({
      code: 1,
      output: expect.stringContaining('5.7.1 not yours'),
    })
    await run('resume')
    expect([await pausedFor(), (await run('status')).code]).toEqual([null, 0])
  })

  test('status reports a public address without a mail server, but not a local one', async () => {
    const { run } = await open()
    expect(await run('status', { publicUrl: 'https://fuel.example' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('SMTP_URL is not set'),
    })
    expect((await run('status', { publicUrl: 'http://localhost:3000' })).code).toBe(0)
  })

  test('status reports many dead mails, not a single one', async () => {
    const { run, put, clock } = await open()
    for (let index = 0; index < 9; index++) await put(`athlete${index}@example.com`, 'dead')
    expect((await run('status')).code).toBe(0)
    await put(sanne, 'dead')
    expect(await run('status')).toMatchObject({
      code: 1,
      output: expect.stringContaining('10 of 10 mails'),
    })
    clock.now += 25 * 3_600_000
    expect((await run('status')).code).toBe(0)
  })

  test('release sends overdue mails, and kept ones with --kept', async () => {
    const server = await openMailServer()
    const { run, put, worker, row } = await open(server.url)
    await put(sanne, 'overdue')
    await put('daan@example.com', 'kept')
    await run('release')
    await worker.drain()
    expect([(await row(sanne)).state, (await row('daan@example.com')).state]).toEqual([
      'sent',
      'kept',
    ])
    await run('release --kept')
    await worker.drain()
    expect((await row('daan@example.com')).state).toBe('sent')
  })

  test('release of more mails than their mailbox may get sends some, and the others wait for the next release', async () => {
    const server = await openMailServer()
    const { run, queue, worker, clock, store } = await open(server.url)
    for (let n = 0; n < 30; n++) await queue(`sanne+${n}@gmail.com`)
    for (let day = 0; day < 7; day++, clock.now += 24 * 3_600_000) await worker.drain()
    const overdue = () =>
      store.db.selectFrom('outbox').select('id').where('state', '=', 'overdue').execute()
    const [before, sent] = [await overdue(), server.received.length]
    await run('release')
    await worker.drain()
    expect([server.received.length - sent, (await overdue()).length - before.length]).toEqual([
      2, -2,
    ])
  })

  test.each<[string, (scene: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
    ['hold', ({ run }) => run('hold')],
    [
      '72 hours of waiting',
      ({ worker, clock }) => {
        clock.now += 73 * 3_600_000
        return worker.drain()
      },
    ],
    ['the lack of a mail server', ({ store, clock }) => keepDueMails(store, clock.now)],
  ])('mails released after %s take the turns of their networks again', async (_, setAside) => {
    const scene = await open((await openMailServer()).url)
    const { store, queue, clock, run } = scene
    for (let n = 0; n < 30; n++) await queue(`flood${n}@gmail.com`)
    await queue('sanne@gmail.com')
    await store.db
      .updateTable('outbox')
      .set({ requester: 'network 1' })
      .where('email', '<>', 'sanne@gmail.com')
      .execute()
    await setAside(scene)
    await run('release --kept')
    const { mails } = await claimMails(
      store,
      {
        secretKey: testSecret,
        most: 3,
        mailsPerHour: 3000,
        paced: true,
        host: 'fuel.example',
        sequence: null,
      },
      clock.now,
    )
    expect(mails.map(({ email }) => email)).toContain('sanne@gmail.com')
  })

  test.each([
    ['resume', { resumed: true }],
    ['release', { released: 1 }],
    ['retry', { retried: 1, skipped: { 'left the list': 1 } }],
    [
      'hold',
      {
        held: 1,
        letters: 0,
        mails: [
          {
            email: 'sa***@example.com',
            template: 'confirm',
            dueAt: expect.stringMatching(/^2026-11-21T/),
          },
        ],
      },
    ],
  ])('%s --json prints what it did as one JSON object', async (action, printed) => {
    const { run, put, queue, store } = await open()
    if (action === 'hold') await queue(sanne)
    else await put(sanne, action === 'retry' ? 'dead' : 'overdue')
    if (action === 'retry') {
      await put('bram@example.com', 'dead')
      await store.db
        .updateTable('people')
        .set({ state: 'unsubscribed', leftAt: 1 })
        .where('email', '=', 'bram@example.com')
        .execute()
      await store.db
        .updateTable('outbox')
        .set({ template: 'listed' })
        .where('email', '=', 'bram@example.com')
        .execute()
    }
    const { code, output } = await run(`${action} --json`)
    expect([code, JSON.parse(output)]).toEqual([0, printed])
  })

  test('each line of status fits a terminal of 100 columns', async () => {
    const { output } = await (await open()).run('status')
    expect(output.split('\n').filter((line) => line.length > 100)).toEqual([])
  })

  test('release --kept says that a mail server is missing', async () => {
    const { run, put, row } = await open()
    await put(sanne, 'kept')
    expect(await run('release --kept', { publicUrl: 'https://fuel.example' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('SMTP_URL'),
    })
    expect((await row(sanne)).state).toBe('kept')
  })

  test('hold pauses all mail until resume, and waiting mails until release', async () => {
    const server = await openMailServer()
    const { run, put, queue, worker, row, clock } = await open(server.url)
    await put(sanne, 'sending')
    await put('lotte@example.com', 'sent')
    expect((await run('hold')).output).toMatch(
      /^1 mail waited then or came due since, and may have been sent:\n  2026\S+ confirm to sa\*\*\*@example\.com\nMail is paused\./,
    )
    await queue('daan@example.com')
    clock.now += 20 * 60_000
    await worker.drain()
    expect(await run('status')).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'held by npm run mail -- hold. To resume: npm run mail -- resume',
      ),
    })
    await run('resume')
    clock.now += 2_000
    await worker.drain()
    expect([(await row(sanne)).state, (await row('daan@example.com')).state]).toEqual([
      'overdue',
      'sent',
    ])
    await run('release')
    await worker.drain()
    expect([(await row(sanne)).state, server.received.length]).toEqual(['sent', 2])
  })

  test('retry sends dead and uncertain mails again, except to silenced addresses, and counts them', async () => {
    const server = await openMailServer()
    const { run, put, worker, row, store } = await open(server.url)
    for (const [email, state] of [
      [sanne, 'dead'],
      ['daan@example.com', 'uncertain'],
      ['noor@example.com', 'dead'],
      ['bram@example.com', 'dead'],
    ] as const)
      await put(email, state)
    await store.db
      .updateTable('people')
      .set({ state: 'bounced' })
      .where('email', '=', 'noor@example.com')
      .execute()
    await store.db
      .updateTable('people')
      .set({ state: 'unsubscribed', leftAt: 1 })
      .where('email', '=', 'bram@example.com')
      .execute()
    await store.db
      .updateTable('outbox')
      .set(({ eb }) => ({ template: 'listed', dueAt: eb('dueAt', '+', 1) }))
      .where('email', '=', 'bram@example.com')
      .execute()
    expect((await run('retry')).output).toBe(
      '2 mails are tried again.\n2 are not: 1 × the address is bounced, 1 × left the list.',
    )
    await worker.drain()
    expect(await row(sanne)).toMatchObject({ state: 'sent', attempts: 0, ambiguous: 0 })
    expect([
      (await row('daan@example.com')).state,
      (await row('noor@example.com')).state,
      (await row('bram@example.com')).state,
    ]).toEqual(['sent', 'dead', 'dead'])
  })

  test('retry processes more mails than one step takes, each once', async () => {
    const { run, put, store } = await open()
    for (let n = 0; n < 120; n++) await put(`athlete${n}@example.com`, n % 2 ? 'dead' : 'uncertain')
    expect((await run('retry')).output).toBe('120 mails are tried again.')
    expect(
      await store.db.selectFrom('outbox').select('id').where('state', '=', 'due').execute(),
    ).toHaveLength(120)
  })

  test('the first reason of a dead mail stays after a retry is refused for another', async () => {
    const server = await openMailServer({ recipient: () => '550 5.2.1 mailbox disabled' })
    const { run, queue, worker, row, clock } = await open(server.url)
    await queue(sanne)
    await worker.drain()
    server.refuse.recipient = () => '554 5.6.0 nor like this'
    clock.now += 1_000
    for (let n = 0; n < 2; n++, clock.now += 1_000) {
      expect((await run('retry')).output).toBe('1 mail is tried again.')
      await worker.drain()
      expect(await row(sanne)).toMatchObject({
        state: 'dead',
        reason: expect.stringContaining('554 5.6.0'),
      })
    }
    expect((await run('status')).output).toMatch(/^Dead: 1 × 550 5\.2\.1 mailbox disabled$/m)
  })

  test('plan shows what the sequence will send', async () => {
    const { run } = await open()
    for (const args of ['plan', 'plan 3', 'plan 30 --addresses'])
      expect(await run(args)).toEqual({ code: 0, output: expect.stringContaining('protocol') })
  })

  test.each([
    ['', 'The action is missing.'],
    ['constructor', "'constructor' is not an action of npm run mail."],
    ['status --kept', "Unknown option '--kept'"],
    ['release --all', "Unknown option '--all'"],
    ['retry sanne', "'sanne' is not expected here."],
    ['plan 0', "DAYS is '0': use a whole number from 1 to 999, in digits alone."],
    ['plan --all', "Unknown option '--all'"],
    ['plan 3 4', "'4' is one argument too many"],
  ])("'%s' says in one line why it is not understood, and where to look", async (args, why) => {
    const { run } = await open()
    const { code, output } = await run(args)
    expect([code, output.split('\n')]).toEqual([
      2,
      [expect.stringMatching(/ See: npm run mail -- --help$/)],
    ])
    expect(output).toContain(why)
  })
})

test('the command runs beside the server, on the same store', async () => {
  const { where, store } = await freshStore('sqlite').then((opened) => ({
    where: opened.where,
    store: opened,
  }))
  await mailScene(store, undefined).queue(sanne)
  if (!('dataDir' in where)) throw new Error('not a folder')
  const { code, output } = await mailProcess({ DATA_DIR: where.dataDir }, 'status')
  expect([code, output]).toEqual([0, expect.stringMatching(/^ +1 due /m)])
})

test('the command names a wrong setting in one line', async () => {
  expect(await mailProcess({ MAILS_PER_HOUR: 'many' }, 'status')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^MAILS_PER_HOUR is 'many'.*\n$/),
  })
})

const mailProcess = (env: Record<string, string>, ...args: string[]) =>
  operatorCommand('mail', env, ...args)
