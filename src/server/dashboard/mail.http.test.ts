import { afterAll, describe, expect, test } from 'vitest'
import { applyReport } from '#server/bounces/reports.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { countEnded } from '#server/delivery/outcome-counts.ts'
import { pauseUntilResumed, unfinishedHold } from '#server/delivery/queue-pause.ts'
import { startApp } from '#test/app.ts'
import { queueTo } from '#test/mailbox.ts'
import { signIn } from '#test/signed-in.ts'

const sanne = 'sanne@example.com'
const start = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
/** A port where no mail server listens: the queue stays as the test writes it. */
const env = {
  OPERATORS: 'anna@example.com, reader:bob@example.com',
  PUBLIC_URL: 'https://fuel.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Fuel Protocol <hello@fuel.example>',
  LIMITS: 'on',
}

async function open(settings: Record<string, string> = env) {
  const clock = { now: start }
  const app = await startApp({ now: () => clock.now, env: settings })
  afterAll(() => app.close())
  const store = await app.store()
  const put = async (email: string, state: MailState, fields: object = {}) => {
    const personId = await queueTo(store, email, 'confirm', 'unconfirmed', clock.now)
    await store.db
      .updateTable('outbox')
      .set({ state, ...fields })
      .where('personId', '=', personId)
      .execute()
    return personId
  }
  const row = (email: string) =>
    store.db.selectFrom('outbox').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const anna = await signIn(app, 'anna@example.com', clock.now)
  const bob = await signIn(app, 'bob@example.com', clock.now)
  return { app, clock, store, put, row, anna, bob }
}
/** The text of a screen, its elements as spaces. */
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
const acts = async ({ store }: Awaited<ReturnType<typeof open>>) =>
  (
    await store.db
      .selectFrom('action_log')
      .select(['action', 'outcome', 'details'])
      .where('action', '<>', 'sign-in')
      .orderBy('id')
      .execute()
  ).map(({ action, outcome, details }) => [action, outcome, details])

describe('the mail screen', () => {
  test('[DASH-6] shows the queue by state and age, and when its last mail leaves', async () => {
    const { anna, put, store } = await open({ ...env, MAILS_PER_HOUR: '60' })
    await store.transact((trx) => pauseUntilResumed(trx, 'a test', start))
    for (const [email, state, age] of [
      ['daan@a.example', 'due', 0],
      ['bram@b.example', 'due', 7 * minute],
      ['noor@c.example', 'overdue', 0],
    ] as const)
      await put(email, state, { dueAt: start - age })
    const text = textOf(await anna.html('/dashboard/mail'))
    expect(text).toMatch(/2 mails wait, 0 being sent/)
    expect(text).toMatch(/Under 1 minute 1 1 1 minute to 5 minutes 0 0 5 minutes to 1 hour 1 1/)
    expect(text).toMatch(/1 over 72 hours late.* sent only when an operator releases them/)
    expect(text).toMatch(/Mail is paused since today 13:00 : a test/)
  })

  test('[DASH-6] shows how mails ended by provider, with a rate from 30 mails on', async () => {
    const { anna, store } = await open()
    const accepted = Array.from({ length: 29 }, () => ({
      domain: 'gmail.com',
      outcome: 'accepted' as const,
    }))
    const ended = (mails: Parameters<typeof countEnded>[1], at = start) =>
      store.transact((trx) => countEnded(trx, mails, at))
    await ended([...accepted, { domain: 'a.example', outcome: 'refused' }])
    expect(textOf(await anna.html('/dashboard/mail'))).toContain(
      'gmail.com 29 29 0 0 0 – All other domains 1 0 0 1 0 –',
    )
    await ended([{ domain: 'gmail.com', outcome: 'bounced' }])
    await ended(accepted, start - 8 * 24 * 60 * minute)
    expect(textOf(await anna.html('/dashboard/mail'))).toContain('gmail.com 30 29 1 0 0 3.3%')
    await ended([
      { domain: 'gmail.com', outcome: 'returned' },
      { domain: 'gmail.com', outcome: 'complained' },
    ])
    expect(textOf(await anna.html('/dashboard/mail'))).toContain('gmail.com 30 29 2 0 1 6.7%')
  })

  test('[DASH-6] lists what came back with the words of the mail server; a reader sees masked addresses', async () => {
    const { app, anna, bob, put, row } = await open()
    const { store } = app.server()
    const id = await put(sanne, 'sent')
    const { id: mailId } = await row(sanne)
    const report = { via: 'ses', mailId, eventKey: '1', reason: `550 5.1.1 <${sanne}> unknown` }
    await store.transact((trx) => applyReport(trx, { kind: 'hard-bounce', ...report }, start))
    const [full, masked] = [await anna.html('/dashboard/mail'), await bob.html('/dashboard/mail')]
    expect(textOf(full)).toMatch(
      /sanne@example\.com today 13:00 Bounced: the address does not exist through Amazon SES 550 5\.1\.1 &lt;sa\*\*\*@example\.com&gt; unknown/,
    )
    expect(masked).toContain('Bounced: the address does not exist')
    expect(masked).not.toMatch(/sanne|people\//)
    expect(textOf(await anna.html(`/dashboard/people/${id}`))).toContain(
      'Bounced: the address does not exist Reported through Amazon SES',
    )
  })

  test('[DASH-6] lists bounces and complaints before other reports, says how many there are, and whom they suppress', async () => {
    const { app, anna, put, row } = await open()
    const { store } = app.server()
    const kinds = ['complaint', 'soft-bounce', 'account', 'account', 'refusal', 'refusal'] as const
    for (const [n, kind] of [...kinds, 'refusal' as const].entries()) {
      await put(`p${n}@a.example`, 'sent')
      const { id: mailId } = await row(`p${n}@a.example`)
      const report = { kind, via: 'ses', mailId, eventKey: `${n}`, reason: 'no' }
      await store.transact((trx) => applyReport(trx, report, start - (7 - n) * minute))
    }
    const text = textOf(await anna.html('/dashboard/mail'))
    expect(text.match(/p\d@a\.example/g)).toEqual([0, 6, 5, 4, 3, 2].map((n) => `p${n}@a.example`))
    expect(text).toContain('6 of 7 reports are shown.')
    expect(text).toContain('Refused because of your mail account: nobody is suppressed')
    expect(text).toContain('Nobody is suppressed for any other reason.')
  })

  test('[DASH-6] lists failed mails with the answer and whom they were for; a reader sees masked addresses', async () => {
    const { anna, bob, put } = await open()
    const id = await put(sanne, 'dead', { reason: '550 5.2.1 <b>closed</b>' })
    for (const path of ['/dashboard/mail', '/dashboard/mail/failed']) {
      const [full, masked] = [await anna.html(path), await bob.html(path)]
      expect(full).toContain(`<a href="/dashboard/people/${id}"><bdi>${sanne}</bdi></a>`)
      expect(full).toContain('550 5.2.1 &lt;b&gt;closed&lt;/b&gt;')
      expect(masked).toContain('s***@example.com')
      expect(masked).not.toMatch(/sanne|people\/|mail\/(?:retry|pause|hold)/)
    }
  })

  test('[DASH-6] lists mails that are tried again with the next try and the answer; a reader sees masked addresses', async () => {
    const { anna, bob, put } = await open()
    const reason = '452 4.2.2 The mailbox is over quota'
    await put('full@a.example', 'due', { attempts: 2, dueAt: start + 20 * minute, reason })
    await put('daan@a.example', 'due', { dueAt: start + minute })
    const html = await anna.html('/dashboard/mail')
    expect(textOf(html)).toMatch(
      new RegExp(`Tried again .*full@a.example confirm mail today 13:20 ${reason}`),
    )
    expect(textOf(html)).not.toContain('daan@')
    expect(await bob.html('/dashboard/mail')).not.toContain('full@')
  })

  test('[DASH-6] lists 50 failed mails on a page, each once', async () => {
    const { anna, put } = await open()
    for (let n = 100; n < 152; n++) await put(`a${n}@example.com`, n % 2 ? 'dead' : 'uncertain')
    const found = async (path: string) => {
      const html = await anna.html(path)
      return {
        emails: html.match(/<bdi>a1\d\d/g)!,
        older: /href="([^"]+before=[^"]+)"/.exec(html)?.[1],
      }
    }
    const first = await found('/dashboard/mail/failed')
    const second = await found(first.older!)
    expect([first.emails.length, second.emails.length, second.older]).toEqual([50, 2, undefined])
    expect(new Set([...first.emails, ...second.emails]).size).toBe(52)
  })

  test('[DASH-6] without a mail server it counts kept mails and says how to connect one', async () => {
    const { OPERATORS, PUBLIC_URL, LIMITS } = env
    const { anna, bob, put } = await open({ OPERATORS, PUBLIC_URL, LIMITS })
    await put(sanne, 'kept')
    const html = await anna.html('/dashboard/mail')
    expect(textOf(html)).toMatch(/Kept, not sent .* 1 mail kept\./)
    expect(html).not.toContain('/dashboard/mail/kept')
    expect((await anna.get('/dashboard/mail/kept')).status).toBe(404)
    expect(textOf(await bob.html('/dashboard/mail'))).toContain('1 mail kept.')
  })
})

describe('kept mails on this machine', async () => {
  const app = await startApp({ env: { OPERATORS: env.OPERATORS } })
  afterAll(() => app.close())

  test('[DASH-6] are listed and shown to operators, in a frame that may do nothing', async () => {
    const [anna, bob] = [
      await signIn(app, 'anna@example.com'),
      await signIn(app, 'bob@example.com'),
    ]
    await fetch(`${app.url}/join`, { method: 'POST', body: new URLSearchParams({ email: sanne }) })
    await app.mailsTo(sanne)
    const list = await anna.html('/dashboard/mail/kept')
    const path = /href="(\/dashboard\/mail\/kept\/[\da-f-]{36})"/.exec(list)![1]!
    expect(await anna.html(path)).toContain(`src="${path}/body?scheme=light"`)
    expect(await anna.html(path)).toContain('sandbox=""')
    const body = await anna.get(`${path}/body`)
    expect(body.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    for (const each of ['/dashboard/mail/kept', path, `${path}/body`])
      expect([each, (await bob.get(each)).status]).toEqual([each, 403])
    expect(textOf(await bob.html('/dashboard/mail'))).toMatch(/1 mail kept\./)
  })
})

describe('acts on mail', () => {
  const paths = ['pause', 'resume', 'hold', 'release', 'retry'].map(
    (act) => `/dashboard/mail/${act}`,
  )

  test('[DASH-6] are asked for and done by operators alone, and asking changes nothing', async () => {
    const scene = await open()
    await scene.put(sanne, 'dead')
    for (const path of paths) {
      expect([path, (await scene.anna.get(path)).status]).toEqual([path, 200])
      expect([path, (await scene.bob.get(path)).status]).toEqual([path, 403])
      expect([path, (await scene.bob.post(path)).status]).toEqual([path, 403])
    }
    expect(await acts(scene)).toEqual([])
    expect((await scene.row(sanne)).state).toBe('dead')
  })

  test('[DASH-6] pause and resume: the screen says what happened, with an undo', async () => {
    const scene = await open()
    const { anna } = scene
    const paused = await anna.act('/dashboard/mail/pause')
    expect(textOf(paused)).toContain('Paused mail.')
    expect(paused).toContain('action="/dashboard/mail/resume"')
    expect(textOf(await anna.act('/dashboard/mail/pause'))).toContain(
      'Paused mail: it was paused already.',
    )
    expect(textOf(await anna.html('/dashboard/mail/resume'))).toContain('an operator paused it')
    expect(textOf(await anna.act('/dashboard/mail/resume'))).toContain('Resumed mail.')
    expect(textOf(await anna.act('/dashboard/mail/resume'))).toContain(
      'Resumed mail: it was not paused.',
    )
    expect((await acts(scene)).map(([action]) => action)).toEqual([
      'pause-mail',
      'pause-mail',
      'resume-mail',
      'resume-mail',
    ])
  })

  test('[DASH-6] release asks with the exact number and who gets none, and releases', async () => {
    const { anna, put, row, store } = await open()
    await store.transact((trx) => pauseUntilResumed(trx, 'a test', start))
    await put(sanne, 'overdue')
    await put('daan@example.com', 'kept')
    const question = textOf(await anna.html('/dashboard/mail/release'))
    expect(question).toMatch(/Release 1 mail\? .* people who left/)
    expect(question).toContain('The pause ends with it')
    expect(textOf(await anna.html('/dashboard/mail/release?kept=1'))).toContain('Release 2 mails?')
    expect(textOf(await anna.act('/dashboard/mail/release', { kept: '1' }))).toContain(
      'Released mail (which: kept mails too): 2 mails released.',
    )
    expect([(await row(sanne)).state, (await row('daan@example.com')).state]).not.toContain('kept')
    expect(textOf(await anna.html('/dashboard/mail/release'))).toContain('Nothing to release')
  })

  test('[DASH-6] hold sets waiting mails aside, and nothing else can be done while one is unfinished', async () => {
    const { anna, put, row, store } = await open()
    await store.transact((trx) => pauseUntilResumed(trx, 'a test', start))
    await put(sanne, 'due')
    expect(textOf(await anna.act('/dashboard/mail/hold'))).toContain(
      'Held all waiting mail: 1 mail held.',
    )
    expect((await row(sanne)).state).toBe('overdue')
    await store.transact((trx) => pauseUntilResumed(trx, unfinishedHold, start))
    for (const act of ['pause', 'resume', 'release'])
      expect(textOf(await anna.act(`/dashboard/mail/${act}`))).toContain(
        'nothing was done, because a hold is at work',
      )
    expect(textOf(await anna.html('/dashboard/mail'))).toContain(
      'If it is no longer running, hold the mails again.',
    )
  })

  test('[DASH-6] a hold that waits for the mail server goes on after its answer, and the screen says so until it has ended', async () => {
    const { anna, put, store } = await open()
    await store.transact((trx) => pauseUntilResumed(trx, 'a test', start))
    await put(sanne, 'sending', { leaseUntil: start + 60 * minute })
    const answer = await anna.post('/dashboard/mail/hold')
    const screen = answer.headers.get('location')!
    expect(textOf(await anna.html(screen))).toContain('Not finished yet: Held all waiting mail.')
    await store.db.updateTable('outbox').set({ state: 'sent', leaseUntil: null }).execute()
    await expect
      .poll(async () => textOf(await anna.html(screen)), { timeout: 30_000 })
      .toContain('Held all waiting mail: 0 mails held.')
  })

  test('[DASH-6] a hold that still waits ends before its server closes the store, and another press finishes it', async () => {
    const { app, anna, put, store } = await open()
    await put(sanne, 'sending', { leaseUntil: start + 60 * minute })
    await anna.post('/dashboard/mail/hold')
    const before = app.log.length
    await app.stop()
    expect(app.log.slice(before).map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        action: 'hold-mail',
        msg: 'an act ended unfinished, because the server stops',
      }),
    )
    await app.start()
    await store.db.updateTable('outbox').set({ state: 'sent', leaseUntil: null }).execute()
    expect(textOf(await anna.act('/dashboard/mail/hold'))).toContain(
      'Held all waiting mail: 0 mails held.',
    )
    expect(app.log.join()).not.toContain('"level":"error"')
  })

  test('[DASH-6] retry sends one mail again, or all that failed in one way, and says who gets none', async () => {
    const { anna, put, row, store } = await open()
    await store.transact((trx) => pauseUntilResumed(trx, 'a test', start))
    const full = { reason: '552 5.2.2 mailbox full' }
    for (const name of ['a', 'b', 'c']) await put(`${name}@example.com`, 'dead', full)
    await put(sanne, 'dead', { reason: '550 5.7.1 blocked' })
    await store.db
      .updateTable('people')
      .set({ state: 'unsubscribed', leftAt: start + 1 })
      .where('email', '=', 'c@example.com')
      .execute()
    const path = /href="([^"]+kind=552[^"]+)"/.exec(await anna.html('/dashboard/mail'))![1]!
    expect(textOf(await anna.html(path))).toMatch(
      /Retry 2 mails\? .*Mailbox full or closed Not sent 1: left the list/,
    )
    expect(textOf(await anna.act('/dashboard/mail/retry', { kind: '552 5.2.2' }))).toContain(
      '2 mails due again, 1 not: left the list.',
    )
    const states = async () =>
      Promise.all(['a', 'b', 'c'].map(async (name) => (await row(`${name}@example.com`)).state))
    expect([await states(), (await row(sanne)).state]).toEqual([['due', 'due', 'dead'], 'dead'])
    const { id } = await row(sanne)
    expect(textOf(await anna.html(`/dashboard/mail/retry?mail=${id}`))).toContain(sanne)
    await anna.act('/dashboard/mail/retry', { mail: id })
    expect((await row(sanne)).state).toBe('due')
    expect(textOf(await anna.html(`/dashboard/mail/retry?mail=${id}`))).toContain(
      'Nothing to retry',
    )
  })
})
