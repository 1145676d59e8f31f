import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { joinByCall, joinByForm, sendCounts } from '#test/visitor.ts'

const promised = { answerMs: 2_000, recoveryMs: 5_000 }
const dataDir = freshFolder()
const app = await startApp({ env: { DATA_DIR: dataDir } })
afterAll(() => app.close())

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => { const start = performance.now(); return [await work, performance.now() - start] }

async function untilAccepted(email: string): Promise<number> {
  const start = performance.now()
  while ((await joinByCall(app.url, email)).status !== 200) if (performance.now() - start > 3 * promised.recoveryMs) throw new Error('it does not recover')
  return performance.now() - start
}

test('while another process holds the write lock the page is served, sign-ups and counts are answered 503; afterwards they are taken again', async () => {
  const other = new DatabaseSync(join(dataDir, 'ascend.db'))
  other.exec('begin immediate')
  const [refused, ms] = await timed(joinByCall(app.url, 'locked@example.com'))
  const uncounted = await sendCounts(app.url, [{ event: 'section_view', label: 'hero', count: 1 }])
  const page = await fetch(app.url)
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
  other.exec('rollback')
  other.close()
  console.log(`503 after ${ms.toFixed(0)} ms`)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0, page.status]).toEqual([503, true, 200])
  expect([uncounted.status, Number(uncounted.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(ms).toBeLessThan(3 * promised.answerMs)
  console.log(`recovered after ${(await untilAccepted('locked@example.com')).toFixed(0)} ms`)
})

test('[FORM-8] a full disk: the plain form says that the address is not stored yet and lets it be sent again; space cures it', async () => {
  const { db } = app.server().store
  const { rows: [pages] } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${pages!.page_count}`).execute(db)
  const answers = []
  for (let n = 0; n < 2_000 && answers.at(-1)?.status !== 503; n++) answers.push(await joinByForm(app.url, `full${n}@example.com`))
  const last = answers.at(-1)!
  const html = await last.text()
  expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(html).toMatch(/not stored yet/i)
  expect(html).toContain(`value="full${answers.length - 1}@example.com"`)
  expect((await fetch(app.url)).status).toBe(200)
  await sql.raw('pragma max_page_count = 1000000').execute(db)
  console.log(`recovered after ${(await untilAccepted('space@example.com')).toFixed(0)} ms`)
})
