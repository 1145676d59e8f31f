import { afterAll, describe, expect, test } from 'vitest'
import { moveClock } from '#test/move-clock.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { sentLetter, weAreLive } from '#test/letters.ts'
import { saveByCall } from '#test/quiz-taker.ts'
import { joinByCall, linkIn, seen } from '#test/visitor.ts'
import { readLetterCounts } from '#server/letters/letter.ts'
import { openLetterPlanner } from '#server/letters/states.ts'

const ownPage = { 'sec-fetch-site': 'same-origin' }
/** Of this site: the person's own link is shared on others. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, to]) => to)

describe.each(engines)('links in mails on %s', async (engine) => {
  const app = await startApp({ engine })
  afterAll(() => app.close())
  const mailTo = async (email: string) => {
    await joinByCall(app.url, email)
    return (await app.mailsTo(email))[0]!
  }
  const press = (link: string, headers: Record<string, string> = ownPage) =>
    fetch(link, { method: 'POST', headers })

  test('a GET shows a page with a button and changes nothing; the button confirms', async () => {
    const link = linkIn((await mailTo('sanne@example.com')).text, 'confirm')
    for (let n = 0; n < 3; n++) {
      const page = await fetch(link)
      expect([
        page.status,
        page.headers.get('cache-control'),
        page.headers.get('x-robots-tag'),
        page.headers.get('referrer-policy'),
      ]).toEqual([200, 'no-store, no-transform', 'noindex', 'same-origin'])
      expect(await page.text()).toMatch(/<form[^>]*method="post"[\s\S]*<button/)
    }
    expect(await stateOf(app, 'sanne@example.com')).toBe('unconfirmed')
    expect((await press(link)).status).toBe(200)
    expect(await stateOf(app, 'sanne@example.com')).toBe('confirmed')
  })

  test('each link of a mail works with a character too many, as a GET and as a POST', async () => {
    const mail = await mailTo('copied@example.com')
    const links = [
      ...mail.text.matchAll(/https?:\/\/\S+\/(?:confirm|unsubscribe|me)\/[\w-]+/g),
    ].map(([link]) => link)
    expect(links.length).toBe(3)
    const texts = ['.', ')', '%3E', ',', "'", '%22', '=', '%20', '%0D', '/', '&utm=1', '%E2%80%8B']
    for (const link of links)
      for (const changed of [
        ...texts.map((text) => link + text),
        link.replace(/([^/]+)$/, '3D$1'),
      ]) {
        const page = await fetch(changed)
        expect([changed, page.status]).toEqual([changed, 200])
      }
    expect((await press(`${links.find((link) => link.includes('confirm'))}).`)).status).toBe(200)
    expect(await stateOf(app, 'copied@example.com')).toBe('confirmed')
    expect((await press(`${links.find((link) => link.includes('unsub'))}%3E`, {})).status).toBe(200)
    expect(await stateOf(app, 'copied@example.com')).toBe('unsubscribed')
  })

  test('confirming twice is a friendly answer', async () => {
    const link = linkIn((await mailTo('twice@example.com')).text, 'confirm')
    await press(link)
    const [again, page] = [await press(link), await fetch(link)]
    expect([again.status, page.status]).toEqual([200, 200])
    expect(await page.text()).not.toContain('<form')
  })

  test('[ROUTE-5] after the confirmation the next step is the quiz, and the way back is below it', async () => {
    const link = linkIn((await mailTo('next@example.com')).text, 'confirm')
    for (const answer of [await press(link), await fetch(link)])
      expect(linksIn(await answer.text())).toEqual([
        '/',
        '/quiz/1',
        '/',
        '/line',
        '/line',
        '/privacy',
      ])
  })

  test('[ROUTE-5] a person with a saved quiz result is not led to the quiz again', async () => {
    await saveByCall(app.url, 'typed@example.com', { type: 'stress' })
    const link = linkIn((await app.mailsTo('typed@example.com'))[0]!.text, 'confirm')
    for (const answer of [await press(link), await fetch(link)])
      expect(linksIn(await answer.text())).toEqual(['/', '/', '/line', '/line', '/privacy'])
  })

  test("'Not you? Remove this address' takes an unconfirmed address off", async () => {
    const link = linkIn((await mailTo('notme@example.com')).text, 'unsubscribe')
    await fetch(link)
    expect(await stateOf(app, 'notme@example.com')).toBe('unconfirmed')
    expect(await (await fetch(link)).text()).toContain('Remove this address?')
    const removed = await press(link)
    expect([removed.status, (await removed.text()).includes('Removed.')]).toEqual([200, true])
    expect(await stateOf(app, 'notme@example.com')).toBe('unsubscribed')
    expect((await press(link)).status).toBe(200)
  })

  test('the "you are on the list" mail carries one-click headers, and they work with any body and origin (RFC 8058)', async () => {
    const { text } = await mailTo('list@example.com')
    await press(linkIn(text, 'confirm'))
    await joinByCall(app.url, 'list@example.com')
    const listed = (await app.mailsTo('list@example.com', 3)).at(-1)!
    expect(listed.subject).toContain('You are on the')
    const unfolded = listed.raw.replace(/\r\n[ \t]+/g, ' ')
    const link = /^List-Unsubscribe:\s*<([^>]+)>/im.exec(unfolded)![1]!
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
    const oneClick = new FormData()
    oneClick.set('List-Unsubscribe', 'One-Click')
    expect((await fetch(link, { method: 'POST', body: oneClick })).status).toBe(200)
    expect(await stateOf(app, 'list@example.com')).toBe('unsubscribed')
  })

  test.each([
    ['no body', {}],
    ['urlencoded', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    [
      'a body of no known type',
      { body: 'x'.repeat(8 * 1024), headers: { 'content-type': 'garbage' } },
    ],
    [
      'plain text from another origin',
      {
        body: 'x',
        headers: {
          'content-type': 'text/plain',
          origin: 'https://mail.example',
          'sec-fetch-site': 'cross-site',
        },
      },
    ],
  ])('a one-click POST with %s acts at once', async (name, init) => {
    const email = `${name.replaceAll(' ', '')}@example.com`
    const link = linkIn((await mailTo(email)).text, 'unsubscribe')
    expect((await fetch(link, { method: 'POST', ...init })).status).toBe(200)
    expect(await stateOf(app, email)).toBe('unsubscribed')
  })

  test('a one-click POST of more than 8 KiB is answered 413 and changes nothing', async () => {
    const link = linkIn((await mailTo('large@example.com')).text, 'unsubscribe')
    expect(
      (
        await fetch(link, {
          method: 'POST',
          body: 'x'.repeat(8 * 1024 + 1),
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(413)
    expect(await stateOf(app, 'large@example.com')).toBe('unconfirmed')
  })

  test.each(['text/plain', 'application/json', 'multipart/form-data; boundary=x', 'garbage'])(
    'the confirm button as %s is answered 415 and changes nothing',
    async (type) => {
      const email = `${type.replaceAll(/\W/g, '')}@example.com`
      const link = linkIn((await mailTo(email)).text, 'confirm')
      const answer = await fetch(link, {
        method: 'POST',
        body: '{}',
        headers: { ...ownPage, 'content-type': type },
      })
      expect([answer.status, await stateOf(app, email)]).toEqual([415, 'unconfirmed'])
    },
  )

  test.each([
    ['an empty form', '', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no body and no type', undefined, {}],
  ])('the confirm button with %s confirms', async (name, body, headers) => {
    const email = `${name.replaceAll(' ', '')}@example.com`
    const link = linkIn((await mailTo(email)).text, 'confirm')
    expect(
      (
        await fetch(link, {
          method: 'POST',
          body: body ?? null,
          headers: { ...ownPage, ...headers },
        })
      ).status,
    ).toBe(200)
    expect(await stateOf(app, email)).toBe('confirmed')
  })

  test('the confirm button with more than 8 KiB is answered 413 and changes nothing', async () => {
    const link = linkIn((await mailTo('heavy@example.com')).text, 'confirm')
    expect(
      (
        await fetch(link, {
          method: 'POST',
          body: new URLSearchParams({ x: 'x'.repeat(8 * 1024) }),
          headers: ownPage,
        })
      ).status,
    ).toBe(413)
    expect(await stateOf(app, 'heavy@example.com')).toBe('unconfirmed')
  })

  test('a page of another site cannot press the confirm button', async () => {
    const link = linkIn((await mailTo('csrf@example.com')).text, 'confirm')
    expect((await press(link, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await stateOf(app, 'csrf@example.com')).toBe('unconfirmed')
  })

  test('a page of another site cannot act by any link, except to end mails', async () => {
    const routes = app
      .server()
      .app.guarded.filter(
        ({ methods, guard }) =>
          methods.includes('POST') && (guard === 'link' || guard === 'button'),
      )
    expect(routes.map(({ url }) => url)).toContain('/tell-once/:token/delete')
    for (const [header, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
    ] as const) {
      const open: string[] = []
      for (const { url } of routes) {
        const link = app.url + url.replaceAll(/:\w+/g, 'a'.repeat(43))
        const { status } = await press(link, { [header]: value })
        if (status !== 403) open.push(url)
      }
      // One press of a mail program, which may come from any page (RFC 8058).
      expect(open).toEqual(['/unsubscribe/:token', '/unsubscribe/:token/friends'])
    }
  })

  test('a link works however often one network has pressed links', async () => {
    const limited = await startApp({ engine, env: { LIMITS: '' } })
    await joinByCall(limited.url, 'often@example.com')
    const link = linkIn((await limited.mailbox(1))[0]!.text, 'unsubscribe')
    const statuses = []
    for (let n = 0; n < 60; n++) statuses.push((await fetch(link, { method: 'POST' })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await limited.close()
  })

  test('links in a mail are of PUBLIC_URL, whatever Host and forwarding headers say', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    await app.server().app.inject({
      method: 'POST',
      url: '/functions/v1/send-welcome-email',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: { email: 'host@example.com', firstName: 'host' },
    })
    const [mail] = await app.mailsTo('host@example.com')
    expect(mail!.raw).not.toContain('evil')
    expect(linkIn(mail!.text, 'confirm').startsWith(`${app.url}/confirm/`)).toBe(true)
  })

  test('of the input only the address is in the confirm mail', async () => {
    await joinByCall(app.url, 'quiet@example.com', {
      body: { email: 'quiet@example.com', firstName: 'You have won' },
      source: 'won',
      placement: 'won',
      headers: { 'user-agent': 'won' },
    })
    const [mail] = await app.mailsTo('quiet@example.com')
    expect([mail!.subject, mail!.html, mail!.text].join('\n')).not.toMatch(/\bwon\b/i)
  })

  test('a token used for another purpose, and an unknown token, get the same 404', async () => {
    const { text } = await mailTo('mixed@example.com')
    const [confirm, unsubscribe] = [linkIn(text, 'confirm'), linkIn(text, 'unsubscribe')]
    const wrong = [
      confirm.replace('/confirm/', '/unsubscribe/'),
      unsubscribe.replace('/unsubscribe/', '/confirm/'),
      `${app.url}/confirm/${'A'.repeat(43)}`,
      `${app.url}/confirm/x`,
      `${app.url}/unsubscribe/%00`,
    ]
    const answers = await Promise.all(
      wrong.flatMap((link) => [fetch(link), press(link)]).map(async (answer) => seen(await answer)),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]!.status).toBe(404)
    expect(await stateOf(app, 'mixed@example.com')).toBe('unconfirmed')
  })

  test('[LETTER-4] leaving by the link of a letter counts there once; leaving by the link of another mail does not', async () => {
    const [reader, other] = ['reader@example.com', 'other@example.com']
    for (const email of [reader, other]) await press(linkIn((await mailTo(email)).text, 'confirm'))
    const store = await app.store()
    const { id } = await sentLetter(store, Date.now())
    await openLetterPlanner({ store, now: Date.now, queued: () => {} }).run()
    const linkOf = async (email: string, of: (subject: string) => boolean) => {
      const mails = await app.mailsTo(email, 3)
      return linkIn(mails.find(({ subject }) => of(subject))!.text, 'unsubscribe')
    }
    const left = async () => (await readLetterCounts(store.db, id)).total.left
    await press(await linkOf(other, (subject) => subject !== weAreLive.subject))
    expect([await stateOf(app, other), await left()]).toEqual(['unsubscribed', 0])
    const link = await linkOf(reader, (subject) => subject === weAreLive.subject)
    for (let n = 0; n < 2; n++) expect((await press(link)).status).toBe(200)
    expect([await stateOf(app, reader), await left()]).toEqual(['unsubscribed', 1])
  })
})

describe('expired links', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ now: () => clock })
  afterAll(() => app.close())

  test('a confirm link works for 30 days, an unsubscribe link as long as the person exists', async () => {
    await joinByCall(app.url, 'old@example.com')
    const { text } = (await app.mailbox(1))[0]!
    moveClock(app, clock, clock + 30 * 24 * 3_600_000, (at) => (clock = at))
    expect((await fetch(linkIn(text, 'confirm'))).status).toBe(404)
    expect((await fetch(linkIn(text, 'unsubscribe'))).status).toBe(200)
  })
})

describe('OPT_IN=single', async () => {
  const app = await startApp({ env: { OPT_IN: 'single' } })
  afterAll(() => app.close())

  test('a new address is on the list at once and gets the welcome mail, whose leave link works', async () => {
    await joinByCall(app.url, 'single@example.com')
    const [mail] = await app.mailbox(1)
    expect(await stateOf(app, 'single@example.com')).toBe('confirmed')
    expect(mail!.raw).toMatch(/^List-Unsubscribe-Post:/im)
    expect(mail!.text).not.toContain('/confirm/')
    expect((await fetch(linkIn(mail!.text, 'unsubscribe'), { method: 'POST' })).status).toBe(200)
    expect(await stateOf(app, 'single@example.com')).toBe('unsubscribed')
  })
})

const stateOf = async (app: TestApp, email: string) =>
  (
    await (
      await app.store()
    ).db
      .selectFrom('people')
      .select('state')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.state
