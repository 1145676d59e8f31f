import { expect, test } from 'vitest'
import { freshDatabase, testSecret } from '#test/fresh-store.ts'
import { runSql } from '#test/postgres.ts'
import { spawnServer, untilReady, type ServerProcess } from '#test/server-process.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { visitorsOf } from '#test/visitors-meanwhile.ts'

const nextVersion = 'test/server-of-next-version.ts'
const { databaseUrl } = await freshDatabase()
const env = {
  DATABASE_URL: databaseUrl,
  SECRET_KEY: testSecret,
  LIMITS: 'off',
  PUBLIC_URL: 'http://localhost:3000',
}
const start = async (file?: string) => untilReady(spawnServer({ ...env }, file))

test('an old and a new server on one Postgres, and an old one that restarts, sign people up and confirm them, whoever sent the mail', async () => {
  const old = await start()
  const { acknowledged, lost, keepComing } = visitorsOf(old.url)
  const visitors = keepComing()
  const some = (more: number) =>
    expect.poll(() => acknowledged.length, { timeout: 240_000 }).toBeGreaterThan(more)
  await some(20)
  const next = await start(nextVersion)
  await some(acknowledged.length + 20)
  await visitors.end()
  expect(await runSql(databaseUrl, 'select name from migrations order by id desc limit 1')).toEqual(
    [{ name: 'nicknames' }],
  )
  await eachConfirmsAtTheOther(old, next)

  old.child.kill('SIGTERM')
  expect(await old.exited).toBe(0)
  const oldAgain = await start()
  expect(oldAgain.output()).toContain('the store was written by a newer program, and can be used')
  await eachConfirmsAtTheOther(oldAgain, next)

  await next.kill()
  const wentBack = await start()
  await eachConfirmsAtTheOther(oldAgain, wentBack)
  expect(lost(await runSql(databaseUrl, 'select email from outbox'))).toEqual([])
  await Promise.all([oldAgain, wentBack].map((server) => server.kill()))
})

let count = 0

/** Somebody signs up at each of both, and presses the link of their mail at the other. */
async function eachConfirmsAtTheOther(one: ServerProcess, other: ServerProcess) {
  for (const [signsUp, confirms] of [
    [one, other],
    [other, one],
  ] as const) {
    const email = `rolling${count++}@example.com`
    expect((await joinByCall(signsUp.url, email)).status).toBe(200)
    const pressed = await fetch(
      confirms.url + new URL(linkIn(await textTo(email), 'confirm')).pathname,
      { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } },
    )
    expect(pressed.status).toBe(200)
    expect(await runSql(databaseUrl, `select state from people where email = '${email}'`)).toEqual([
      { state: 'confirmed' },
    ])
  }
}

async function textTo(email: string): Promise<string> {
  const kept = () =>
    runSql(databaseUrl, `select rendered from outbox where email = '${email}' and state = 'kept'`)
  await expect.poll(async () => (await kept()).length, { timeout: 240_000 }).toBe(1)
  return (JSON.parse((await kept())[0]!['rendered'] as string) as { text: string }).text
}
