import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { letterFormBytes, letterPath, letterPaths } from '#contract/letters/screens.ts'
import type { CheckState } from '#contract/mails/doctor.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { addListed } from '#test/letters.ts'
import { signIn, type SignedIn } from '#test/signed-in.ts'
import { silentLog } from '#test/silent-log.ts'
import { readLetterCounts } from '#server/letters/letter.ts'
import { storeRun } from '#server/ops/doctor/doctor.ts'
import { storeReport, type Report } from '#server/bounces/reports.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { holdAllLetters } from '#server/letters/states.ts'
import { queueMails } from '#server/outbox/outbox.ts'

const start = Date.parse('2026-11-24T11:00:00Z')
/** A port where no mail server listens: letters stay as the test writes them. */
const env = {
  OPERATORS: 'anna@example.com, jo@example.com, reader:bob@example.com',
  PUBLIC_URL: 'https://fuel.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Fuel Protocol <hello@fuel.example>',
  LIMITS: 'on',
}
const clock = { now: start }
let app: TestApp
let anna: SignedIn
let jo: SignedIn
let bob: SignedIn
beforeAll(async () => {
  app = await startApp({ now: () => clock.now, env })
  ;[anna, jo, bob] = (await Promise.all(
    ['anna', 'jo', 'bob'].map((name) => signIn(app, `${name}@example.com`, clock.now)),
  )) as [SignedIn, SignedIn, SignedIn]
  await addListed(await app.store(), [
    { id: '01', email: 'sanne@gmail.com', quizType: 'focus' },
    { id: '02', email: 'daan@example.com' },
    { id: '03', email: 'noor@example.com' },
    { id: '04', email: 'bram@example.com', state: 'unconfirmed', confirmedAt: null },
  ])
})
afterAll(() => app.close())

const text = {
  subject: 'We are live',
  preview: 'The shop is open',
  body: '# We are live\n\nThe shop is open.\n\n[Open the shop](https://fuel.example/shop)',
  type: '',
  source: '',
}
const draft = async (fields: Partial<typeof text> = {}): Promise<string> => {
  const answer = await anna.post(letterPaths.new, { ...text, ...fields, do: 'save' })
  return /letters\/([\w-]+)/.exec(answer.headers.get('location')!)![1]!
}
/** A text of the campaign with which a letter begins. */
function startOf(name: string) {
  const { subject, preview, body } = campaign.mails.letterStarts![name]!
  return { subject, preview, body: body.replaceAll('{brand}', campaign.brand) }
}
const stored = async (id: string) =>
  (await app.store()).db
    .selectFrom('letters')
    .innerJoin('letter_texts', 'letterId', 'id')
    .selectAll()
    .where('id', '=', id)
    .where('language', '=', 'en')
    .executeTakeFirstOrThrow()
const letters = async () =>
  (await (await app.store()).db.selectFrom('letters').select('id').execute()).length
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
const send = { revision: '1', people: '3', day: '', time: '' }

describe('a draft', () => {
  test('[LINE-10] can begin with a text of the campaign, and an unknown one is empty', async () => {
    const { subject, preview } = campaign.mails.letterStarts!.here!
    expect(textOf(await anna.html(letterPaths.new))).toContain('Start from a template: It is here')
    const begun = await anna.html(letterPaths.start('here'))
    expect(begun).toContain(`value="${subject}"`)
    expect(begun).toContain(`value="${preview}"`)
    expect(await anna.html(letterPaths.start('constructor'))).not.toContain(`value="${subject}"`)
  })

  test('[LETTER-1] [LINE-10] names the gaps of its text in one hint until it is edited, tested or sent', async () => {
    const hint =
      'Fill in {until}, {shop} and {erased} before you send: they are the gaps of this text.'
    const calm = (html: string) => {
      expect(textOf(html)).toContain(hint)
      expect(html).not.toMatch(/(subject|preview|body)(-nl)?-problems"[^>]*><li|aria-invalid/)
    }
    const html = await anna.html(letterPaths.start('here'))
    calm(html)
    const begun = { ...text, ...startOf('here') }
    calm(await (await anna.post(letterPaths.new, { ...begun, do: 'count' })).text())
    const id = await draft(begun)
    calm(await anna.html(letterPath(id)))
    for (const pressed of ['send', 'test']) {
      const answer = await anna.post(letterPaths.new, { ...begun, do: pressed })
      const shown = textOf(await answer.text())
      expect([answer.status, shown]).toEqual([422, expect.not.stringContaining(hint)])
      expect(shown).toContain('Line 3: Fill in {until}, or write \\{ to show a brace.')
    }
    const body = begun.body.replaceAll('{until}', 'Friday')
    const edited = await draft({ ...begun, preview: 'Open until Friday', body })
    const shown = textOf(await anna.html(letterPath(edited)))
    expect(shown).not.toContain(hint)
    expect(shown).toContain('Line 7: Fill in {shop}')
  })

  test('[LETTER-1] that is empty opens without an error, and says once it is sent what is missing', async () => {
    const opened = await anna.html(letterPaths.new)
    expect(opened).not.toMatch(/aria-invalid|class="problems wrong"/)
    expect(textOf(opened)).toContain('Nothing is written yet.')
    const answer = await anna.post(letterPaths.new, {
      ...text,
      subject: '',
      preview: '',
      body: '',
      do: 'send',
    })
    expect([answer.status, textOf(await answer.text())]).toEqual([
      422,
      expect.stringMatching(/Write a subject\..*Write the letter\./),
    ])
  })

  test('[LETTER-1] is saved with its audience and shown again with its count', async () => {
    const id = await draft({ type: 'focus' })
    expect(await stored(id)).toMatchObject({
      state: 'draft',
      subject: text.subject,
      body: text.body,
      audience: 'state=confirmed&type=focus',
    })
    const html = await anna.html(letterPath(id))
    expect(textOf(html)).toMatch(/Audience 1 confirmed person/)
    expect(html).toContain('# We are live\n\nThe shop is open.')
  })

  test('[LETTER-1] counts another audience without saving, and keeps what is typed', async () => {
    const id = await draft()
    const answer = await anna.post(letterPath(id), {
      ...text,
      subject: 'Not saved',
      type: 'none',
      revision: '1',
      do: 'count',
    })
    const html = await answer.text()
    expect([answer.status, textOf(html)]).toEqual([
      200,
      expect.stringMatching(/2 confirmed people/),
    ])
    expect(html).toContain('value="Not saved"')
    expect(await stored(id)).toMatchObject({ subject: text.subject, revision: 1 })
  })

  test('[LETTER-1] with problems is saved, and answers 422 with the line before it can be sent', async () => {
    const body = 'Hello\n\n<b>bold</b>\n\n[shop](http://shop.example)'
    const answer = await anna.post(letterPaths.new, { ...text, body, do: 'send' })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toMatch(/Line 3: /)
    expect(html).toMatch(/Line 5: /)
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;')
  })

  test('[LETTER-1] of 10,001 characters and a subject with a line break keep every character', async () => {
    const long = 'a'.repeat(10_001)
    const answer = await anna.post(letterPaths.new, {
      ...text,
      subject: 'one\r\ntwo',
      body: long,
      do: 'test',
    })
    const html = await answer.text()
    expect([answer.status, html.includes(long)]).toEqual([422, true])
    expect(html).toMatch(/id="subject-problems"/)
    expect(html).toMatch(/id="body-problems"/)
  })

  test('[LETTER-1] to nobody cannot be sent', async () => {
    const answer = await anna.post(letterPaths.new, { ...text, type: 'energy', do: 'send' })
    expect([answer.status, textOf(await answer.text())]).toEqual([
      422,
      expect.stringMatching(/Nobody in this audience/),
    ])
  })

  test('[LETTER-1] with hostile text is shown as text everywhere', async () => {
    const hostile = '"><script>alert(1)</script>'
    const id = await draft({ subject: hostile, preview: hostile, body: `</textarea>${hostile}` })
    for (const path of [
      letterPath(id),
      letterPaths.preview(id),
      letterPaths.send(id),
      letterPaths.test(id),
      letterPaths.act(id, 'delete'),
      '/dashboard/letters',
      '/dashboard/activity',
    ])
      expect([path, (await anna.html(path)).includes('<script>alert')]).toEqual([path, false])
    await anna.post(letterPaths.act(id, 'delete'))
  })

  test('[LETTER-1] larger than 128 KiB for each language is refused with a page that says what to do', async () => {
    const before = await letters()
    const answer = await anna.post(letterPaths.new, {
      ...text,
      body: 'a'.repeat(letterFormBytes(campaign.languages)),
      do: 'save',
    })
    expect([answer.status, textOf(await answer.text())]).toEqual([
      413,
      expect.stringMatching(/larger than 256 KB\..* 10,000 characters in each language\. Go back/),
    ])
    expect(await letters()).toBe(before)
  })

  test('[LETTER-1] above 100 KB is named with its size while it is edited, previewed and before it is sent', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, n) => `Short news item ${n + 1}.`).join('\n\n')
    const words = /The HTML has 1\d\d KB\. Gmail shows the first 102 KB .* Shorten the text/
    const screens = async (id: string) =>
      Promise.all(
        [letterPath(id), letterPaths.preview(id), letterPaths.send(id)].map(async (path) =>
          textOf(await anna.html(path)),
        ),
      )
    for (const shown of await screens(await draft({ body: items(440) })))
      expect(shown).toMatch(words)
    for (const shown of await screens(await draft({ body: items(80) })))
      expect(shown).not.toMatch(words)
  })

  test('[LETTER-1] edited in two windows: the second is told, sees both texts, and can replace', async () => {
    const id = await draft()
    await jo.post(letterPath(id), { ...text, subject: 'By Jo', revision: '1', do: 'save' })
    const mine = { ...text, subject: 'By Anna', revision: '1', do: 'save' }
    const answer = await anna.post(letterPath(id), mine)
    const html = await answer.text()
    expect(answer.status).toBe(409)
    expect(textOf(html)).toMatch(/jo@example\.com saved this letter .* By Jo/)
    expect(html).toContain('value="By Anna"')
    expect((await stored(id)).subject).toBe('By Jo')
    const revision = /name="revision" value="(\d+)"/.exec(html)![1]!
    expect((await anna.post(letterPath(id), { ...mine, revision })).status).toBe(303)
    expect((await stored(id)).subject).toBe('By Anna')
  })

  test('[LETTER-1] deleted by somebody else meanwhile can be kept as a new one', async () => {
    const id = await draft()
    await jo.post(letterPaths.act(id, 'delete'))
    const answer = await anna.post(letterPath(id), { ...text, revision: '1', do: 'save' })
    const html = await answer.text()
    expect([answer.status, html.includes(`action="${letterPaths.new}"`)]).toEqual([409, true])
    expect(html).toContain('The shop is open.')
  })

  test('[DASH-2] is not lost when the session has ended', async () => {
    const answer = await fetch(`${app.url}${letterPaths.new}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...text, do: 'save' }),
    })
    const html = await answer.text()
    expect(answer.status).toBe(401)
    expect(html).toContain('name="body" value="# We are live\n\nThe shop is open.')
  })
})

describe('the preview and the test', () => {
  test('[LETTER-1] show the letter as HTML in a frame that may do nothing, as text and as on a phone', async () => {
    const id = await draft()
    expect(await anna.html(letterPaths.preview(id))).toMatch(/<iframe[^>]+sandbox=""/)
    expect(await anna.html(`${letterPaths.preview(id)}?view=phone`)).toContain('data-view="375"')
    expect(await anna.html(`${letterPaths.preview(id)}?view=text`)).toContain(
      'https://fuel.example/shop',
    )
    const body = await anna.get(letterPaths.previewBody(id))
    expect(body.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(await body.text()).toContain('Open the shop')
  })

  test('[LETTER-1] a test is queued to the operator, and the text counts as tested', async () => {
    const id = await draft()
    const html = await anna.act(letterPaths.test(id), { to: 'stranger@example.com' })
    expect(textOf(html)).toMatch(/Queued a test of a letter/)
    expect(textOf(html)).toMatch(/Tested today \d\d:\d\d/)
    const { db } = await app.store()
    const mails = await db
      .selectFrom('outbox')
      .where('personId', 'is', null)
      .select(['email', 'template', 'data'])
      .where('template', '=', 'letter-test')
      .execute()
    expect(mails).toEqual([
      {
        email: 'anna@example.com',
        template: 'letter-test',
        data: JSON.stringify({ letterId: id, language: 'en' }),
      },
    ])
    expect((await stored(id)).testedAt).toBe(clock.now)
  })
})

describe('sending', () => {
  test('[LETTER-2] the page that asks says to how many, how fast, and what stops it', async () => {
    const id = await draft()
    const shown = textOf(await anna.html(letterPaths.send(id)))
    for (const words of [
      /Confirmed people 3 /,
      /500 mails in the first hour, then twice as many each hour up to 3,000/,
      /above 5% bounces in the last 2,000 mails, or 0\.3% complaints/,
      /gmail\.com 1 /,
      /Send to 3 people/,
    ])
      expect(shown).toMatch(words)
    expect((await stored(id)).state).toBe('draft')
  })

  test('[LETTER-2] [DOCTOR-1] the page that asks says what the mail doctor found last', async () => {
    const id = await draft()
    const shown = async () => textOf(await anna.html(letterPaths.send(id)))
    expect(await shown()).toMatch(/Mail doctor not asked yet Ask it before you send/)
    const check = { found: '', advice: null, record: null }
    const store = await app.store()
    const run = (at: number, state: CheckState) =>
      storeRun(store, { at, outcome: state, checks: [{ ...check, key: 'dkim', state }] })
    await run(start - 2, 'wrong')
    expect(await shown()).toMatch(/Mail doctor DKIM wrong See the result/)
    await run(start - 1, 'in order')
    expect(await shown()).toMatch(/Mail doctor found nothing wrong, asked /)
    await store.db.deleteFrom('doctor_runs').execute()
  })

  test('[LETTER-2] pressed by two operators at once sends once and tells the second', async () => {
    const id = await draft()
    const answers = await Promise.all(
      [anna, jo].map((operator) => operator.act(letterPaths.send(id), send)),
    )
    const told = answers.map(textOf)
    expect(told.filter((shown) => /Sent a letter \([^)]*\)\./.test(shown))).toHaveLength(1)
    expect(told.filter((shown) => /nothing was sent, somebody/.test(shown))).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ state: 'sending', counted: 3 })
  })

  test('[LETTER-2] of a letter that was saved meanwhile sends nothing and asks again', async () => {
    const id = await draft()
    await jo.post(letterPath(id), { ...text, subject: 'Other', revision: '1', do: 'save' })
    const answer = await anna.post(letterPaths.send(id), send)
    expect([answer.status, textOf(await answer.text())]).toEqual([
      409,
      expect.stringMatching(/Nothing was sent.* changed/),
    ])
    expect((await stored(id)).state).toBe('draft')
  })

  test.each([
    ['in the past', '2026-11-24', '11:00', /in the past/],
    ['that summer time skips', '2027-03-28', '02:30', /does not exist/],
    ['without a day', '', '10:00', /Enter a day and a time/],
    ['that is no time', '2026-13-40', '10:00', /Enter a day and a time/],
  ])(
    '[LETTER-2] for a time %s is refused, and the time stays typed',
    async (_, day, time, words) => {
      const id = await draft()
      const answer = await anna.post(letterPaths.send(id), { ...send, day, time })
      const html = await answer.text()
      expect([answer.status, textOf(html)]).toEqual([422, expect.stringMatching(words)])
      expect(html).toContain(`name="time" value="${time}"`)
      expect((await stored(id)).state).toBe('draft')
    },
  )

  test('[LETTER-2] a letter is scheduled in the zone of the campaign, and made a draft again', async () => {
    const id = await draft()
    await anna.post(letterPaths.send(id), { ...send, day: '2026-11-26', time: '09:00' })
    expect(await stored(id)).toMatchObject({
      state: 'scheduled',
      plannedAt: Date.parse('2026-11-26T08:00:00Z'),
    })
    expect(textOf(await anna.html(letterPath(id)))).toMatch(/Scheduled .* Thu 26 Nov 09:00/)
    await anna.post(letterPaths.act(id, 'unschedule'))
    expect((await stored(id)).state).toBe('draft')
  })

  test('[LETTER-2] is paused, resumed and stopped, each asked and reported', async () => {
    const id = await draft()
    await anna.post(letterPaths.send(id), send)
    for (const [act, state, words] of [
      ['pause', 'paused', /Paused a letter/],
      ['resume', 'sending', /Resumed a letter/],
      ['stop', 'stopped', /Stopped a letter/],
    ] as const) {
      expect(await anna.html(letterPaths.act(id, act))).toContain('The log names you')
      expect(textOf(await anna.act(letterPaths.act(id, act)))).toMatch(words)
      expect((await stored(id)).state).toBe(state)
    }
    expect(textOf(await jo.html(letterPaths.act(id, 'resume')))).toMatch(/Nothing to do/)
    expect(textOf(await jo.act(letterPaths.act(id, 'resume')))).toMatch(
      /nothing changed, the letter was already stopped/,
    )
  })

  test('[LETTER-4] a stopped letter says how many people had not had it, beside the list of who did not get it', async () => {
    const id = await draft()
    await anna.post(letterPaths.send(id), send)
    const { total } = await readLetterCounts((await app.store()).db, id)
    expect(await anna.html(letterPaths.undelivered(id))).not.toContain('had not had it')
    await anna.post(letterPaths.act(id, 'stop'))
    const shown = textOf(await anna.html(letterPaths.undelivered(id)))
    expect(shown).toContain(`${total.queued} people had not had it when it was stopped`)
    expect(shown).not.toContain('Nobody missed it')
  })

  test('[LETTER-1] a letter that ended is copied to a new draft', async () => {
    const id = await draft()
    await anna.post(letterPaths.send(id), send)
    await anna.post(letterPaths.act(id, 'stop'))
    const answer = await anna.post(letterPaths.copy(id))
    const copyId = /letters\/([\w-]+)/.exec(answer.headers.get('location')!)![1]!
    expect(await stored(copyId)).toMatchObject({ state: 'draft', subject: text.subject })
  })

  test('[LETTER-3] a letter that stopped by itself says why and offers to resume', async () => {
    const id = await draft()
    await anna.post(letterPaths.send(id), send)
    const { db } = await app.store()
    await db
      .updateTable('letters')
      .set({ state: 'paused', pausedBy: 'bounces', pausedAt: clock.now, sendingSince: null })
      .where('id', '=', id)
      .execute()
    const shown = textOf(await anna.html(letterPath(id)))
    expect(shown).toMatch(/Stopped automatically .* too many mails bounced/)
    expect(await bob.html(letterPath(id))).not.toContain(letterPaths.act(id, 'resume'))
  })

  test('[LETTER-2] a letter that is held after a restore says how many people may already have it, also before it is resumed or stopped', async () => {
    const id = await draft()
    await anna.post(letterPaths.send(id), send)
    const { db, transact } = await app.store()
    await transact((trx) => holdAllLetters(trx, clock.now))
    const { total } = await readLetterCounts(db, id)
    const many = `${total.queued} people`
    expect(textOf(await anna.html(letterPath(id)))).toMatch(
      new RegExp(`Held .* put back .* May have it already ${many}`),
    )
    for (const act of ['resume', 'stop'] as const)
      expect(textOf(await anna.html(letterPaths.act(id, act)))).toContain(
        `May have it already up to ${many}`,
      )
    await anna.post(letterPaths.act(id, 'stop'))
    expect(await stored(id)).toMatchObject({ state: 'stopped' })
  })
})

test('[LETTER-4] everybody who did not get a letter is listed once, with the kind of the reason', async () => {
  const id = await draft()
  const store = await app.store()
  await store.db
    .updateTable('letters')
    .set({ state: 'stopped', frozenAt: start, plannedAt: start })
    .where('id', '=', id)
    .execute()
  const names =
    'hard full policy account complained twice dead smtp-full uncertain overdue left got away'
  const people = names
    .split(' ')
    .map((name) => ({ id: `u-${name}`, email: `${name}@undelivered.example` }))
  await addListed(store, people)
  const mails = people.map((person) => ({
    personId: person.id,
    email: person.email,
    template: 'letter' as never,
  }))
  await store.transact((trx) => queueMails(trx, mails, start))
  await store.db
    .updateTable('outbox')
    .set({ letterId: id })
    .where('personId', 'like', 'u-%')
    .execute()
  const mailOf = async (name: string) =>
    (
      await store.db
        .selectFrom('outbox')
        .select('id')
        .where('letterId', '=', id)
        .where('personId', '=', `u-${name}`)
        .executeTakeFirstOrThrow()
    ).id
  const sets = (name: string, state: MailState, reason: string | null = null) =>
    store.db
      .updateTable('outbox')
      .set({ state, reason, waits: 'time' })
      .where('letterId', '=', id)
      .where('personId', '=', `u-${name}`)
      .execute()
  const reports = async (name: string, kind: Report['kind'], via = 'mailbox') =>
    storeReport(
      { store, log: silentLog },
      {
        kind,
        via,
        mailId: await mailOf(name),
        eventKey: `${name} ${kind}`,
        reason: `words of ${name}`,
      },
      start,
    )
  for (const { id: personId } of people) await sets(personId.slice(2), 'sent')
  await reports('hard', 'hard-bounce')
  await reports('full', 'soft-bounce')
  await reports('policy', 'refusal')
  await reports('account', 'account')
  await reports('complained', 'complaint')
  await reports('twice', 'soft-bounce')
  await reports('twice', 'refusal')
  await reports('away', 'out-of-office')
  await sets('dead', 'dead', '554 5.7.1 no')
  await sets('smtp-full', 'dead', '552 5.2.2 full')
  await reports('smtp-full', 'soft-bounce', 'smtp')
  await sets('uncertain', 'uncertain', 'connection lost')
  await sets('overdue', 'overdue', 'late')
  await sets('left', 'cancelled', 'left the list')

  const html = await anna.html(letterPaths.undelivered(id))
  const rows = [...html.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  for (const said of [
    'hard@undelivered.example bounced words of hard',
    'full@undelivered.example mailbox full or closed words of full',
    'policy@undelivered.example refused for policy words of policy',
    'account@undelivered.example about your mail account words of account',
    'complained@undelivered.example complained words of complained',
    'twice@undelivered.example refused for policy words of twice',
    'dead@undelivered.example refused 554 5.7.1 no',
    'smtp-full@undelivered.example mailbox full or closed 552 5.2.2 full',
    'uncertain@undelivered.example may not have arrived connection lost',
    'overdue@undelivered.example too late late',
    'left@undelivered.example not sent left the list',
  ])
    expect(rows.filter((row) => row.startsWith(said))).toHaveLength(1)
  expect(rows).toHaveLength(11)
  expect(await bob.html(letterPaths.undelivered(id))).not.toContain('policy@undelivered')
})

describe('who may', () => {
  test('[DASH-1] a reader sees letters without an address and can open no form of them', async () => {
    const id = await draft()
    const sent = await draft()
    await anna.post(letterPaths.send(sent), send)
    const seen = await Promise.all(
      [
        '/dashboard/letters',
        letterPaths.preview(id),
        letterPath(sent),
        letterPaths.undelivered(sent),
      ].map((path) => bob.html(path)),
    )
    for (const html of seen) expect(html).not.toMatch(/anna@|jo@|sanne|<form[^>]+letters/)
    expect((await bob.get(letterPath(id))).headers.get('location')).toBe(letterPaths.preview(id))
    for (const path of [
      letterPaths.new,
      letterPaths.send(id),
      letterPaths.test(id),
      letterPaths.act(sent, 'stop'),
    ])
      expect([path, (await bob.get(path)).status]).toEqual([path, 403])
  })

  test('[DASH-2] every form of letters refuses readers, other sites and requests without a session', async () => {
    const id = await draft()
    const paths = [
      letterPaths.new,
      letterPath(id),
      letterPaths.test(id),
      letterPaths.send(id),
      letterPaths.copy(id),
      ...(['pause', 'resume', 'stop', 'unschedule', 'delete'] as const).map((act) =>
        letterPaths.act(id, act),
      ),
    ]
    const before = await letters()
    for (const path of paths) {
      const fields = { ...text, ...send, do: 'save' }
      const other = await anna.post(path, fields, { 'sec-fetch-site': 'cross-site' })
      const noToken = await anna.post(path, { ...fields, form_token: 'wrong' })
      const without = await fetch(app.url + path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(fields),
      })
      const reader = await bob.post(path, fields)
      expect([path, other.status, noToken.status, without.status, reader.status]).toEqual([
        path,
        403,
        403,
        401,
        403,
      ])
    }
    expect([await letters(), (await stored(id)).state]).toEqual([before, 'draft'])
  })

  test('a letter that does not exist is the same 404 on every path', async () => {
    const id = '00000000-0000-7000-8000-000000000000'
    for (const path of [
      letterPath(id),
      letterPaths.preview(id),
      letterPaths.previewBody(id),
      letterPaths.send(id),
      letterPaths.test(id),
      letterPaths.undelivered(id),
      letterPaths.act(id, 'stop'),
    ])
      expect([path, (await anna.get(path)).status]).toEqual([path, 404])
  })
})
