import { afterAll, describe, expect, test } from 'vitest'
import { personActPath, personPath } from '#contract/people/screens.ts'
import { suppress } from '#server/signup/membership.ts'
import { startApp } from '#test/app.ts'
import { signIn } from '#test/signed-in.ts'
import { saveByCall } from '#test/quiz-taker.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

const personActs = ['resend', 'take-off', 'suppress', 'erase'] as const
type PersonAct = (typeof personActs)[number]

const hourMs = 3_600_000
const start = Date.parse('2026-11-21T12:00:00Z')
const env = { OPERATORS: 'anna@ops.test, carl@ops.test, reader:bob@ops.test' }

const clock = { now: start }
const app = await startApp({ env, now: () => clock.now })
afterAll(() => app.close())
const { db } = await app.store()
const as = (name: 'anna' | 'carl' | 'bob') => signIn(app, `${name}@ops.test`, clock.now)

let people = 0
/** Signs a person up and returns their id and address. */
async function joined(meta: Parameters<typeof joinByCall>[2] = {}) {
  const email = `person${++people}@example.com`
  expect((await joinByCall(app.url, email, meta)).status).toBe(200)
  await app.mailsTo(email)
  return { email, id: await idOf(email) }
}
const idOf = async (email: string) =>
  (await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id
const stateOf = async (id: string) =>
  (await db.selectFrom('people').select('state').where('id', '=', id).executeTakeFirst())?.state
const actsOn = (id: string) =>
  db
    .selectFrom('action_log')
    .select(['operator', 'action', 'details', 'outcome'])
    .where('personId', '=', id)
    .orderBy('id')
    .execute()
const textOf = (html: string) =>
  html
    .replaceAll(/<(?:script|style)[^>]*>.*?<\/(?:script|style)>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The outcome that the screen after an act reports. */
const doneIn = (html: string) => /role="status"><p>(.*?)<\/p>/.exec(html)?.[1]

describe('the page of a person', () => {
  test('[DASH-5] shows all stored data on one timeline, oldest first', async () => {
    const { email, id } = await joined({ source: 'newsletter', medium: 'mail', referrer: 'a.test' })
    const [mail] = await app.mailsTo(email)
    clock.now += 3 * 60_000
    await fetch(new URL(linkIn(mail!.text, 'confirm')).pathname.replace(/^/, app.url), {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await app.mailsTo(email, 2)
    const html = await (await as('anna')).html(personPath(id))
    const text = textOf(html)
    for (const part of [
      email,
      'source newsletter , medium mail , linked from a.test',
      'the form at the top of the page',
      'Wording 2026-11-27',
      '3 minutes after the sign-up',
      'Stored and not sent: there was no mail server.',
      'IP address not stored',
    ])
      expect(text).toContain(part)
    const at = ['Signed up Through', 'Agreed', 'Confirmation email', 'Confirmed 3', 'Welcome email']
    const found = at.map((title) => text.indexOf(title, text.indexOf('Everything stored')))
    expect(found.toSorted((a, b) => a - b)).toEqual(found)
    expect(found).not.toContain(-1)
    expect(/<title>(.*?)<\/title>/.exec(html)![1]).not.toContain('@')
  })

  test('[QUIZ-9] shows a result that nobody has confirmed as such, and counts it among what is erased', async () => {
    const { email, id } = await joined()
    const [mail] = await app.mailsTo(email)
    await fetch(linkIn(mail!.text, 'confirm'), {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await saveByCall(app.url, email, { type: 'stress' })
    const anna = await as('anna')
    const text = textOf(await anna.html(personPath(id)))
    expect(text).toMatch(/Quiz: Stress Optimizer ?, not confirmed/)
    expect(text).toContain('It changes nothing until the person confirms it')
    expect(text).not.toContain('Type Stress Optimizer')
    expect(textOf(await anna.html(personActPath(id, 'erase')))).toContain('1 quiz result')
  })

  test('[DASH-5] quotes the words of the mail server, and shows what visitors typed as text', async () => {
    const { email, id } = await joined({ source: '<img src=x onerror=alert(1)>' })
    await db
      .updateTable('outbox')
      .set({ state: 'dead', reason: '552 5.2.2 <b>mailbox full</b>' })
      .where('personId', '=', id)
      .execute()
    const html = await (await as('anna')).html(personPath(id))
    expect(html).toContain('<code>552 5.2.2 &lt;b&gt;mailbox full&lt;/b&gt;</code>')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain(email)
  })

  test('[DASH-5] says what a mail waits for and until when, also to a reader', async () => {
    const { id } = await joined()
    await db
      .updateTable('outbox')
      .set({ state: 'due', waits: 'time', attempts: 1, reason: '450 busy' })
      .set({ dueAt: Date.parse('2026-11-23T13:05:00Z') })
      .where('personId', '=', id)
      .execute()
    for (const name of ['anna', 'bob'] as const)
      expect(textOf(await (await as(name)).html(personPath(id)))).toMatch(
        /Waits for its next try, until Mon 23 Nov 2026 14:05 at the earliest ?\. Last answer: 450 busy/,
      )
    await db
      .updateTable('outbox')
      .set({ state: 'overdue', reason: 'waited for too long' })
      .where('personId', '=', id)
      .execute()
    expect(textOf(await (await as('anna')).html(personPath(id)))).toContain(
      'Held back: waited for too long. An operator can release it.',
    )
  })

  test('[DASH-5] an id that does not exist or is malformed is the 404 screen', async () => {
    const browser = await as('anna')
    const ids = ['019abcde-0000-7000-8000-000000000000', 'x', '%00', 'a'.repeat(400), "'--"]
    for (const id of ids)
      for (const path of [personPath(id), personActPath(id, 'erase')]) {
        const answer = await browser.get(path)
        expect([path, answer.status, (await answer.text()).includes('Page not found')]).toEqual([
          path,
          404,
          true,
        ])
      }
    expect((await browser.post(personActPath(ids[0]!, 'erase'))).status).toBe(404)
  })

  test('[DASH-1] a reader sees no whole address and no act, and every act is refused', async () => {
    const { email, id } = await joined({ source: 'sanne@devries.test' })
    await db
      .updateTable('outbox')
      .set({ reason: `user ${email} unknown`, state: 'dead' })
      .where('personId', '=', id)
      .execute()
    await (await as('anna')).post(personActPath(id, 'take-off'))
    const reader = await as('bob')
    const html = await reader.html(personPath(id))
    expect(html).toContain('p***@example.com')
    expect(html).toContain('s***@devries.test')
    expect(html).toContain('a***@ops.test')
    for (const address of [email, 'sanne@devries.test', 'anna@ops.test'])
      expect(html).not.toContain(address)
    expect(html).not.toContain(`${personPath(id)}/`)
    for (const act of personActs) {
      expect((await reader.get(personActPath(id, act))).status).toBe(403)
      expect((await reader.post(personActPath(id, act), { reason: 'other' })).status).toBe(403)
    }
    expect(await stateOf(id)).toBe('unsubscribed')
  })

  test('[DASH-5] each act asks first: opening its page changes nothing', async () => {
    const { id, email } = await joined()
    clock.now += 25 * hourMs
    const browser = await as('anna')
    const buttons: Record<PersonAct, string> = {
      resend: 'Send it again',
      'take-off': 'Take off the list',
      suppress: 'Suppress',
      erase: 'Erase for good',
    }
    for (const act of personActs) {
      const html = await browser.html(personActPath(id, act))
      expect(html).toContain(`action="${personActPath(id, act)}"`)
      expect(html).toContain(`${buttons[act]}</button>`)
      expect(html).toContain(`<a href="${personPath(id)}" data-back`)
    }
    expect(await stateOf(id)).toBe('unconfirmed')
    expect(await app.mailsTo(email)).toHaveLength(1)
    expect(await actsOn(id)).toEqual([])
  })
})

describe('sending the confirm mail again', () => {
  test('[DASH-5] follows the limits of a sign-up: one in 24 hours, three in all', async () => {
    const { id, email } = await joined()
    const send = async () => doneIn(await (await as('anna')).act(personActPath(id, 'resend')))
    expect(await send()).toContain('nothing changed, one was queued in the last 24 hours.')
    for (const count of [2, 3]) {
      clock.now += 24 * hourMs
      expect(await send()).toContain('Queued the confirm mail again.')
      expect(await app.mailsTo(email, count)).toHaveLength(count)
    }
    clock.now += 24 * hourMs
    expect(await send()).toContain('nothing changed, three confirm mails were queued before')
    expect(textOf(await (await as('anna')).html(personActPath(id, 'resend')))).toContain(
      'The confirm mail cannot be sent again: three were queued',
    )
    expect(await app.mailsTo(email, 3)).toHaveLength(3)
  })

  test('[DASH-5] of two operators at once, one queues a mail and the other is told', async () => {
    const { id, email } = await joined()
    clock.now += 24 * hourMs
    const [anna, carl] = [await as('anna'), await as('carl')]
    const texts = await Promise.all(
      [anna, carl].map(async (browser) => doneIn(await browser.act(personActPath(id, 'resend')))),
    )
    expect(texts.toSorted()).toEqual([
      'Queued the confirm mail again.',
      expect.stringContaining('Queued the confirm mail again: nothing changed, '),
    ])
    expect(await app.mailsTo(email, 2)).toHaveLength(2)
    expect((await actsOn(id)).map(({ outcome }) => outcome === 'done').toSorted()).toEqual([
      false,
      true,
    ])
  })

  test('[DASH-5] is refused for people who are confirmed, left, get no mail or were imported', async () => {
    const { id } = await joined()
    clock.now += 24 * hourMs
    const browser = await as('anna')
    const refused = async (why: string) =>
      expect(doneIn(await browser.act(personActPath(id, 'resend')))).toContain(
        `Queued the confirm mail again: nothing changed, ${why}`,
      )
    const set = (values: object) =>
      db.updateTable('people').set(values).where('id', '=', id).execute()
    await set({ state: 'confirmed', confirmedAt: clock.now })
    await refused('the address is confirmed')
    await set({ state: 'unsubscribed' })
    await refused('the person left the list')
    await set({ state: 'bounced' })
    await refused('the address gets no mail')
    await set({ state: 'unconfirmed', importedAt: clock.now, recentMails: '[]' })
    await refused('the imported person has not asked for one')
  })
})

describe('the other acts', () => {
  test('[DASH-5] taking off is leaving; the second operator is told that it is done', async () => {
    const { id } = await joined()
    const [anna, carl] = [await as('anna'), await as('carl')]
    expect(doneIn(await anna.act(personActPath(id, 'take-off')))).toContain(
      'Took a person off the list.',
    )
    expect(await stateOf(id)).toBe('unsubscribed')
    expect(doneIn(await carl.act(personActPath(id, 'take-off')))).toContain(
      'nothing changed, the person had already left the list',
    )
    expect(textOf(await carl.html(personActPath(id, 'take-off')))).toContain('Nothing to do')
    expect(await actsOn(id)).toEqual([
      { operator: 'anna@ops.test', action: 'take-off', details: '{}', outcome: 'done' },
      {
        operator: 'carl@ops.test',
        action: 'take-off',
        details: '{}',
        outcome: 'nothing changed, the person had already left the list',
      },
    ])
  })

  test('[DASH-5] suppressing needs a reason, which becomes the state', async () => {
    const states = { bounce: 'bounced', complaint: 'complained', other: 'suppressed' }
    const browser = await as('anna')
    for (const [reason, state] of Object.entries(states)) {
      const { id } = await joined()
      for (const wrong of ['', 'because', '__proto__']) {
        const answer = await browser.post(personActPath(id, 'suppress'), { reason: wrong })
        expect([answer.status, (await answer.text()).includes('Choose a reason.')]).toEqual([
          422,
          true,
        ])
      }
      const text = doneIn(await browser.act(personActPath(id, 'suppress'), { reason }))
      expect(text).toContain(`Suppressed a person (reason: ${reason}).`)
      expect(await stateOf(id)).toBe(state)
      expect(textOf(await browser.html(personActPath(id, 'suppress')))).toContain('Nothing to do')
    }
  })

  test('[DASH-5] an act after another one meanwhile changes nothing', async () => {
    const { id, email } = await joined()
    const browser = await as('anna')
    await app.server().store.transact((trx) => suppress(trx, { id, email }, 'bounced', clock.now))
    for (const act of ['suppress', 'take-off'] as const)
      expect(doneIn(await browser.act(personActPath(id, act), { reason: 'other' }))).toContain(
        'nothing changed, the address already got no mail (bounced)',
      )
    expect(await stateOf(id)).toBe('bounced')
  })

  test('[DASH-5] erasing deletes the person; the log stays without the address', async () => {
    const { id, email } = await joined()
    const [anna, carl] = [await as('anna'), await as('carl')]
    const html = await anna.act(personActPath(id, 'erase'))
    expect(doneIn(html)).toBe('Erased a person.')
    expect(html).not.toContain(email)
    expect(await stateOf(id)).toBeUndefined()
    for (const answer of [
      await carl.get(personPath(id)),
      await carl.get(personActPath(id, 'take-off')),
      await carl.post(personActPath(id, 'take-off')),
    ]) {
      expect(answer.status).toBe(410)
      const gone = textOf(await answer.text())
      expect(gone).toContain('No longer stored')
      expect(gone).toContain('By anna@ops.test')
      expect(gone).not.toContain(email)
    }
    expect(JSON.stringify(await db.selectFrom('action_log').selectAll().execute())).not.toContain(
      email,
    )
  })
})
