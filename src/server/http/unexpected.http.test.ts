import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { joinByCall } from '#test/visitor.ts'

const built = resolve(import.meta.dirname, '../../../dist/fuel')

/** The build with another page bundle in it. */
function distWith(pageBundle: string): string {
  const dist = freshFolder()
  cpSync(built, dist, { recursive: true })
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}')
  writeFileSync(join(dist, 'server/page.js'), pageBundle)
  return dist
}

describe.each([
  ['a page module that cannot be imported', 'throw new Error("broken on import")'],
  [
    'a render that throws',
    'export const renderPage = () => { throw new Error("broken on render") }',
  ],
])('%s', (_, bundle) => {
  test('[ROUTE-3] [ERR-3] shows the error page with status 500, logs the request id, and caches nothing', async () => {
    const app = await startApp({ dist: distWith(bundle) })
    const answer = await fetch(app.url)
    const html = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store'])
    expect(html).toContain('Unexpected Application Error!')
    const id = /Request ([\w-]+)/.exec(html)![1]
    expect(html).toMatch(/<main data-page="unexpected"[\s\S]*href="\/"/)
    expect(
      app.log.some(
        (line) =>
          line.includes('"level":"error"') &&
          line.includes(`"reqId":"${id}"`) &&
          line.includes('broken on'),
      ),
    ).toBe(true)
    expect((await joinByCall(app.url, 'sanne@example.com')).status).toBe(200)
    await app.close()
  })
})

test('a page that fails once is whole at the next request', async () => {
  const app = await startApp({
    dist: distWith(
      'let calls = 0\nexport const renderPage = () => { if (calls++ < 2) throw new Error("broken on render"); return { status: 200, title: "t", head: "", html: "<main>whole</main>", failures: [] } }',
    ),
  })
  expect((await fetch(app.url)).status).toBe(500)
  const answer = await fetch(app.url)
  expect([answer.status, (await answer.text()).includes('whole')]).toEqual([200, true])
  await app.close()
})

test('[FLOW-3] a page on which a section failed is served with status 200, is never cached, and the log names the section and the request', async () => {
  const page =
    'let calls = 0\nexport const renderPage = () => ({ status: 200, title: "t", head: "", html: `<main>${++calls}</main>`, failures: [{ section: "hero", error: new Error("no hero today") }] })'
  const app = await startApp({ dist: distWith(page) })
  const [first, second] = [await fetch(app.url), await fetch(app.url)]
  expect([first.status, first.headers.get('cache-control'), first.headers.get('etag')]).toEqual([
    200,
    'no-store',
    null,
  ])
  expect(await first.text()).not.toBe(await second.text())
  expect(
    app.log.some(
      (line) =>
        line.includes('"section":"hero"') &&
        line.includes('"reqId"') &&
        line.includes('no hero today'),
    ),
  ).toBe(true)
  await app.close()
})
