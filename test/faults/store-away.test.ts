import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { joinByForm, sendCounts } from '#test/visitor.ts'
import { visitorsOf } from '#test/visitors-meanwhile.ts'
import { withoutWrites } from '#test/without-writes.ts'

const dataDir = freshFolder()
const app = await startApp({ env: { DATA_DIR: dataDir } })
afterAll(() => app.close())
const { lost, recovers, areTurnedAway } = visitorsOf(app.url)

test('while another process holds the write lock the page is served, sign-ups and counts are answered 503; afterwards they are taken again', async () => {
  const other = new DatabaseSync(join(dataDir, 'ascend.db'))
  other.exec('begin immediate')
  const uncounted = sendCounts(app.url, [{ event: 'section_view', label: 'hero', count: 1 }])
  await areTurnedAway('locked')
  const { status, headers } = await uncounted
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
  other.exec('rollback')
  other.close()
  await recovers()
})

test('a disk on which nothing can be written: sign-ups are answered 503 and the page is served; afterwards they are taken again', async () => {
  await withoutWrites(app, () => areTurnedAway('read-only'))
  await recovers()
})

test('[FORM-8] a full disk: the plain form says that the address is not stored yet and lets it be sent again; space cures it', async () => {
  const { db } = app.server().store
  const {
    rows: [pages],
  } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${pages!.page_count}`).execute(db)
  const answers = []
  for (let n = 0; n < 2_000 && answers.at(-1)?.status !== 503; n++)
    answers.push(await joinByForm(app.url, `full${n}@example.com`))
  const last = answers.at(-1)!
  const html = await last.text()
  expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(html).toMatch(/not saved yet/i)
  expect(html).toContain(`value="full${answers.length - 1}@example.com"`)
  expect((await fetch(app.url)).status).toBe(200)
  await sql.raw('pragma max_page_count = 1000000').execute(db)
  await recovers()
})

test('no acknowledged sign-up is lost, and each has one mail', async () => {
  expect(lost(await app.server().store.db.selectFrom('outbox').select('email').execute())).toEqual(
    [],
  )
})
