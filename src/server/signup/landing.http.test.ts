import { afterAll, describe, expect, test } from 'vitest'
import { devicePaths } from '#contract/api.ts'
import { campaign } from '#campaign'
import { startApp } from '#test/app.ts'
import { testSecret } from '#test/fresh-store.ts'
import { formIn } from '#test/plain-form.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { withoutWrites } from '#test/without-writes.ts'
import { deviceCookie, deviceMaxAgeMs } from '#server/line/device-cookie.ts'
import { sealedTokens } from '#server/http/forms.ts'

const words = campaign.line!.copy.landing
const app = await startApp({ env: { SECRET_KEY: testSecret } })
afterAll(() => app.close())
const { db } = await app.store()

type Joined = { id: string; code: string; leave: string; me: string }
async function joins(email: string): Promise<Joined> {
  await joinByCall(app.url, email)
  const [mail] = await app.mailsTo(email)
  await fetch(linkIn(mail!.text, 'confirm'), { method: 'POST' })
  const row = await db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'line.personId')
    .select(['people.id', 'line.code'])
    .where('people.email', '=', email)
    .executeTakeFirstOrThrow()
  const { text } = mail!
  return { ...row, leave: linkIn(text, 'unsubscribe'), me: linkIn(text, 'me') }
}

const noor = await joins('noor@example.com')
const kim = await joins('kim@example.com')
const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + path, { headers, redirect: 'manual' })
  return { answer, html: await answer.text() }
}
const friendPage = (code: string) => page(`/?via=${encodeURIComponent(code)}`)
const without = (code: string, html: string) => html.replaceAll(code, '')

describe("[LINE-3] the page behind a friend's link", () => {
  test('is uncached and has the code in each of its forms and in the first link of the quiz', async () => {
    const { answer, html } = await friendPage('K7RM2XQ')
    const forms = html.split('action="/join').length - 1
    expect(forms).toBeGreaterThan(1)
    expect([
      answer.headers.get('cache-control'),
      html.split('name="via" value="K7RM2XQ"').length - 1,
      html.includes('href="/quiz/1?via=K7RM2XQ"'),
      html.includes(words.friend.chip),
      html.includes(words.friend.moves),
    ]).toEqual(['no-store', forms, true, true, true])
    expect(html.split('via&quot;:&quot;K7RM2XQ&quot;').length - 1).toBeGreaterThan(forms)
  })

  test('is the same for a code of somebody, of an erased person and of nobody, in every byte but the code', async () => {
    const gone = await joins('erased@example.com')
    expect((await fetch(`${gone.me}/erase`, { method: 'POST' })).status).toBe(200)
    const known = await friendPage(noor.code)
    const headers = ({ answer }: typeof known) =>
      [...answer.headers].filter(([name]) => !['date', 'content-length'].includes(name))
    for (const code of ['K7RM2XQ', gone.code]) {
      const other = await friendPage(code)
      expect(without(code, other.html)).toBe(without(noor.code, known.html))
      expect(headers(other)).toEqual(headers(known))
    }
  })

  test('promises no move, because one whom 10 friends count for or who is first does not move', () => {
    for (const { moves } of [words.friend, words.friend.named])
      expect(moves).toContain('may move up')
  })

  test('shows the name that the owner shows, as text', async () => {
    await db.updateTable('line').set({ name: '<b>Noor' }).where('personId', '=', noor.id).execute()
    const { html } = await friendPage(noor.code)
    await db.updateTable('line').set({ name: '' }).where('personId', '=', noor.id).execute()
    expect(html).toContain(words.friend.named.chip.replace('{name}', '&lt;b&gt;Noor'))
    expect(html.replace(/<head>.*<\/head>/s, '')).not.toContain('<b>Noor')
  })

  test('reads codes in small letters, with spaces and with punctuation at the end', async () => {
    const { code: own } = noor
    // As messengers and word processors change a link or end a sentence.
    const typed = [own.toLowerCase(), ` ${own} `, `${own}.)`, `“${own}”`, `${own}…`, `${own}/`]
    for (const code of [...typed, `${own}’`, `«${own}»`, `${own}\u200B`])
      expect((await friendPage(code)).html).toContain(`name="via" value="${noor.code}"`)
  })

  test.each(['', 'K7RM2X', 'K7RM2XQQ', 'K7RM2X0', '\'"><script>', 'K'.repeat(500)])(
    'is the normal page for %s, which is no code',
    async (code) => {
      const [normal, other] = [await page('/'), await friendPage(code)]
      expect(other.html).toBe(normal.html)
    },
  )
})

const cookies = deviceCookie(
  app.url,
  sealedTokens([testSecret], 'sealed-device', deviceMaxAgeMs),
  Date.now,
)
/** The cookie that a device gets. */
function deviceOf(personId: string): string {
  let sent = ''
  const reply = { header: (_: string, text: string) => void (sent = text) }
  cookies.setDevice(reply as never, personId)
  return sent
}
const withDevice = (personId: string) => ({ cookie: deviceOf(personId).split(';')[0]! })
const press = (path: string, headers: Record<string, string>) =>
  fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })

describe('[LINE-9] a device that remembers its person', () => {
  test('has one cookie for a year, which no script and no other site reads and which hides whom', () => {
    expect(deviceOf(noor.id)).toMatch(
      /^ascend_device=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(deviceOf(noor.id)).not.toContain(noor.id)
  })

  test('shows the place instead of the form, uncached; without it the page is cached as ever', async () => {
    const { answer, html } = await page('/', withDevice(noor.id))
    expect([answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual([
      'no-store',
      null,
    ])
    expect(html).toContain(words.device.forget)
    expect(html).toContain('<span class="num">1</span>')
    expect(html).not.toContain('data-position="hero"')
    const normal = await page('/')
    expect([normal.answer.headers.get('cache-control'), normal.html.includes('/device/')]).toEqual([
      'no-cache',
      false,
    ])
  })

  test('gets its page compressed, with nothing of the request in it', async () => {
    const path = '/?utm_source=somewhere&q=typed-by-somebody'
    const zipped = await page(path, { ...withDevice(noor.id), 'accept-encoding': 'br' })
    expect([
      zipped.answer.headers.get('content-encoding'),
      zipped.answer.headers.get('vary'),
      zipped.answer.headers.get('cache-control'),
    ]).toEqual(['br', 'Accept-Encoding', 'no-store'])
    const plain = await page(path, { ...withDevice(noor.id), 'accept-encoding': 'identity' })
    expect(plain.answer.headers.get('content-encoding')).toBeNull()
    for (const { html } of [zipped, plain]) {
      expect(html).toContain(words.device.forget)
      expect(html).not.toMatch(/somewhere|typed-by-somebody/)
    }
  })

  test('opens the own page by one press, and forgets by one', async () => {
    const opened = await press(devicePaths.open, withDevice(noor.id))
    const path = opened.headers.get('location')!
    expect([opened.status, path.slice(0, 4)]).toEqual([303, '/me/'])
    expect((await page(path)).answer.status).toBe(200)
    const forgotten = await press(devicePaths.forget, withDevice(noor.id))
    expect([forgotten.headers.get('location'), forgotten.headers.get('set-cookie')]).toEqual([
      '/',
      'ascend_device=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ])
  })

  test('while the store is away answers the press with a button that presses again', async () => {
    const answer = await withoutWrites(app, () => press(devicePaths.open, withDevice(noor.id)))
    const form = formIn(await answer.text(), devicePaths.open)
    expect([answer.status, answer.headers.get('retry-after'), form?.fields]).toEqual([503, '5', {}])
    expect((await press(form!.action, withDevice(noor.id))).status).toBe(303)
  })

  test('opens the own page ten times at once at most, by links that end in a day', async () => {
    const presses = await Promise.all(
      Array.from({ length: 12 }, () => press(devicePaths.open, withDevice(kim.id))),
    )
    const statuses = presses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(303), 429, 429])
    const refused = presses.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { db } = await app.store()
    const links = await db
      .selectFrom('link_tokens')
      .select(['createdAt', 'expiresAt'])
      .where('personId', '=', kim.id)
      .where('purpose', '=', 'me')
      .where('expiresAt', 'is not', null)
      .execute()
    expect(links.map((link) => link.expiresAt! - link.createdAt)).toEqual(
      Array(10).fill(24 * 3_600_000),
    )
  })

  test('does neither for another site', async () => {
    for (const path of Object.values(devicePaths)) {
      const answer = await press(path, { ...withDevice(noor.id), 'sec-fetch-site': 'cross-site' })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
    }
  })

  test('shows the normal page and is forgotten where the person left or the cookie is not ours', async () => {
    const lotte = await joins('lotte@example.com')
    await fetch(lotte.leave, { method: 'POST' })
    for (const headers of [withDevice(lotte.id), { cookie: 'ascend_device=made-up' }]) {
      const { answer, html } = await page('/', headers)
      expect(html).toBe((await page('/')).html)
      expect([answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual([
        'no-store',
        expect.stringContaining('ascend_device=; Max-Age=0'),
      ])
    }
  })
})
