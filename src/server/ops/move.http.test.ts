import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { freshDatabase, freshFolder, testSecret } from '#test/fresh-store.ts'
import { operate } from '#test/operator.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { moveCommand } from './move.ts'

const pathOf = (link: string) => new URL(link).pathname
const press = (app: TestApp, path: string) =>
  fetch(app.url + path, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })

test('links in mails that were sent before a move work after it, there and back', async () => {
  const [folder, back, { databaseUrl }] = [freshFolder(), freshFolder(), await freshDatabase()]
  const onSqlite = await startApp({ env: { DATA_DIR: folder, SECRET_KEY: testSecret } })
  await joinByCall(onSqlite.url, 'sanne@example.com')
  const { text } = (await onSqlite.mailbox(1))[0]!
  const [confirm, unsubscribe] = [
    pathOf(linkIn(text, 'confirm')),
    pathOf(linkIn(text, 'unsubscribe')),
  ]
  await onSqlite.close()

  await operate(moveCommand, { DATA_DIR: folder, SECRET_KEY: testSecret }, `--to ${databaseUrl}`)
  const onPostgres = await startApp({ env: { DATABASE_URL: databaseUrl, SECRET_KEY: testSecret } })
  expect([
    (await fetch(onPostgres.url + confirm)).status,
    (await press(onPostgres, confirm)).status,
  ]).toEqual([200, 200])
  expect(await statesIn(onPostgres)).toEqual(['sanne@example.com confirmed'])
  await onPostgres.close()

  await operate(moveCommand, { DATABASE_URL: databaseUrl, SECRET_KEY: testSecret }, `--to ${back}`)
  const onSqliteAgain = await startApp({ env: { DATA_DIR: back } })
  expect((await press(onSqliteAgain, unsubscribe)).status).toBe(200)
  expect(await statesIn(onSqliteAgain)).toEqual(['sanne@example.com unsubscribed'])
  await onSqliteAgain.close()
})

const statesIn = async (app: TestApp) =>
  (await (await app.store()).db.selectFrom('people').select(['email', 'state']).execute()).map(
    ({ email, state }) => `${email} ${state}`,
  )
