import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importActPath, importPath } from '#contract/people/imports.ts'
import { formTokenField } from '#contract/dashboard/navigation.ts'
import { openStore } from '#server/db/open.ts'
import { type Store } from '#server/db/store.ts'
import { readRuns, readUpload } from '#server/imports/import-run.ts'
import { freshFolder, freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { operatorCommand } from '#test/operator.ts'
import { reservePort } from '#test/reserved-port.ts'
import { silentLog } from '#test/silent-log.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { formTokenIn, ownForm, signIn, type SignedIn } from '#test/signed-in.ts'

/** Enough for many transactions: the kills come after the first. */
const rows = 10_000
const anna = 'anna@example.com'
/** Ends a wait for what never comes; a slow machine must not reach it. */
const waitMs = 400_000

/** Each tenth row is no address, and each tenth is that of the row before it. */
const list = Array.from({ length: rows }, (_, row) =>
  row % 10 === 9 ? 'nobody' : `row${row % 10 === 8 ? row - 1 : row}@example.com`,
)
const addresses = [...new Set(list.filter((row) => row !== 'nobody'))]
const file = `email\n${list.join('\n')}\n`

test.each(storeEngines)(
  '[DASH-4] kill -9 while an upload is checked and while it is imported on %s: it goes on by itself, nobody is entered twice and nobody is left out',
  async (engine) => {
    const { where, ...first } = await freshStore(engine)
    await first.close()
    const store = await openStore(where, { log: silentLog, role: 'command' })
    const port = String(await reservePort())
    const dataDir = 'dataDir' in where ? where.dataDir : freshFolder()
    const env = {
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      OPERATORS: anna,
      SECRET_KEY: testSecret,
      DATA_DIR: dataDir,
      ...('databaseUrl' in where && { DATABASE_URL: where.databaseUrl }),
    }
    const start = async () => {
      const server = await untilReady(spawnServer(env))
      return { server, browser: await signIn({ url: server.url, store: async () => store }, anna) }
    }
    const until = (isReached: (run: Run) => boolean) =>
      expect
        .poll(async () => isReached(await readUpload(store.db)), { timeout: waitMs, interval: 5 })
        .toBe(true)

    const checking = await start()
    const run = await upload(checking.server.url, checking.browser)
    await checking.server.kill()
    const running = await start()
    await until((upload) => upload?.state === 'checked')
    await running.browser.post(importActPath(run, 'run'))
    await until((upload) => (upload?.result?.entered ?? 0) > 0)
    await running.server.kill()
    const killed = (await readUpload(store.db))!
    recordMeasurement(`${engine}: killed after ${killed.result!.rows} of ${rows} rows`)
    expect(killed.state).toBe('running')
    expect(await peopleIn(store)).toHaveLength(killed.result!.entered)

    const last = await start()
    await until((upload) => upload?.state === 'done')
    expect((await readUpload(store.db))!.result).toMatchObject({ rows, entered: addresses.length })
    expect(await peopleIn(store)).toEqual(addresses.toSorted())
    const refused = await last.browser.get(`${importPath}/${run}/refused.csv`)
    const lines = (await refused.text()).trimEnd().split('\r\n').slice(1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(rows - addresses.length)
    expect(lines).toHaveLength(rows - addresses.length)
    await last.server.kill()
    await store.close()
  },
  4 * waitMs,
)

test('[DASH-4] kill -9 of an import from a shell: the same command again enters the others', async () => {
  const { where, ...first } = await freshStore('sqlite')
  await first.close()
  const { dataDir } = where as { dataDir: string }
  const path = join(dataDir, 'list.csv')
  writeFileSync(path, file)
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }
  const words = ['import', path, '--unconfirmed', '--yes'] as const
  const store = await openStore(where, { log: silentLog, role: 'command' })
  const victim = spawn(process.execPath, ['scripts/run-command.ts', 'people', ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  const exited = once(victim, 'exit')
  await expect
    .poll(async () => (await peopleIn(store)).length, { timeout: waitMs, interval: 5 })
    .toBeGreaterThan(0)
  victim.kill('SIGKILL')
  await exited
  expect(await peopleIn(store)).not.toHaveLength(addresses.length)

  const { code, stdout } = await operatorCommand('people', env, ...words)
  expect([code, stdout]).toEqual([0, expect.stringContaining('here already: unconfirmed')])
  expect(await peopleIn(store)).toEqual(addresses.toSorted())
  const runs = await readRuns(store.db, 'command')
  expect(runs.map(({ state }) => state)).toEqual(['done', 'running'])
  await store.close()
})

type Run = Awaited<ReturnType<typeof readUpload>>

/** Returns the id of the import that the upload began. */
async function upload(url: string, browser: SignedIn): Promise<string> {
  const body = new FormData()
  body.append(formTokenField, formTokenIn(await browser.html('/dashboard')))
  body.append('people', 'unconfirmed')
  body.append('file', new Blob([file]), 'list.csv')
  const answer = await fetch(url + importPath, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookie, ...ownForm },
    body,
  })
  return answer.headers.get('location')!.split('/').at(-1)!
}

const peopleIn = async ({ db }: Store) =>
  (await db.selectFrom('people').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  )
