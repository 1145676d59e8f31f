import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutOwnScript } from '#test/own-script.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { linePaths } from '#contract/line/screens.ts'
import { createLetter } from '#server/letters/letter.ts'
import { everyone } from '#server/letters/audience.ts'
import { addListed, oneText, sentLetter } from '#test/letters.ts'
import { linePeople } from '#test/line-people.ts'
import { signIn, type SignedIn } from '#test/signed-in.ts'
import { skippingHeadings } from '#test/headings.ts'
import { joinByCall, sendCounts } from '#test/visitor.ts'
import { maskAddress } from '#contract/address/mask-address.ts'

/** Hostile texts for the columns that store visitors' own words. */
const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><b>bold</b>',
  '=cmd|calc',
  '+1+1',
  '@SUM(A1)',
  'javascript:alert(1)',
  '{{7*7}}${7*7}',
  '&lt;b&gt;',
  'مرحبا-\u05d0\u05d1',
  'a'.repeat(64),
]
const operators = 'anna@example.com, reader:bob@example.com'
const readerSees = 'bob@example.com'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { OPERATORS: operators } })
  for (const [index, source] of payloads.entries())
    await joinByCall(app.url, `person${index}+tag'${index}@host${index}.example`, {
      source,
      medium: source,
      campaign: source,
      referrer: 'evil.example',
    })
  await sendCounts(app.url, [{ event: 'section_view', label: 'hero', count: 1 }])
  const store = await app.store()
  const { db } = store
  for (const subject of payloads.slice(0, 2))
    await store.transact((trx) =>
      createLetter(
        trx,
        { ...oneText({ subject, preview: subject, body: subject }), audience: everyone },
        'anna@example.com',
        Date.now(),
      ),
    )
  await addListed(store, [{ id: 'listed', email: 'person98@host98.example' }])
  const people = await linePeople(store)
  const owner = await people.enters('person96@host96.example')
  for (const domain of ['host97.example', 'mailinator.com'])
    await people.enters(`person97@${domain}`, owner)
  await db.updateTable('line').set({ name: payloads[0]! }).execute()
  await db
    .updateTable('rewards')
    .set({ state: 'withdrawn', note: `${payloads[1]} person97@mailinator.com` })
    .execute()
  const sent = await sentLetter(store, Date.now())
  await db
    .updateTable('outbox')
    .set({ state: 'dead', letterId: sent.id, reason: '550 5.1.1 <b>no</b> "such" user' })
    .where('email', 'like', 'person0%')
    .execute()
})
afterAll(() => app.close())

/** Every screen that a chain of links leads to, by its path without the query's text. */
async function crawl(browser: SignedIn): Promise<Map<string, string>> {
  const screens = new Map<string, string>()
  const waiting = ['/dashboard']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (screens.has(path)) continue
    const answer = await browser.get(path)
    const isScreen = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    screens.set(path, isScreen ? await answer.text() : '')
    expect([path, answer.status < 500]).toEqual([path, true])
    for (const [, href] of screens.get(path)!.matchAll(/href="(\/dashboard[^"#]*)"/g))
      waiting.push(href!.replaceAll('&amp;', '&'))
  }
  return screens
}

describe('every screen that links lead to', () => {
  test('[DASH-1] shows a reader no whole address', async () => {
    const screens = await crawl(await signIn(app, readerSees))
    expect(screens.size).toBeGreaterThan(8)
    expect([...screens.keys()]).toEqual(
      expect.arrayContaining([linePaths.line, linePaths.credits, linePaths.rewards]),
    )
    for (const [path, html] of screens) {
      const others = html.replaceAll(readerSees, '').replaceAll('hello@example.com', '')
      expect([path, others.match(/person\d|anna@/g)]).toEqual([path, null])
    }
    expect([...screens.values()].join('')).toContain(
      maskAddress(`person1+tag'1@host1.example`).replaceAll("'", '&#x27;'),
    )
  })

  test('[DASH-4] shows what visitors typed as text, and has no address in a link', async () => {
    const screens = await crawl(await signIn(app, 'anna@example.com'))
    expect(screens.size).toBeGreaterThan(20)
    for (const [path, html] of screens) {
      expect([
        path,
        withoutOwnScript(html).match(
          /<script|<img|<b>(?:no<|bold)|onmouseover='|style=|href="javascript/g,
        ),
      ]).toEqual([path, null])
      expect([path, /@|%40/.test(path)]).toEqual([path, false])
    }
    const all = [...screens.values()].join('')
    expect(all).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('has headings that skip no level', async () => {
    for (const [path, html] of await crawl(await signIn(app, 'anna@example.com')))
      expect([path, skippingHeadings(html)]).toEqual([path, []])
  })
})
