import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runRetention } from '#server/ops/retention.ts'
import { freshFolder, freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { importOptions } from '#test/people-file.ts'
import { silentLog } from '#test/silent-log.ts'
import { importFiles, discardRun, insertUpload, readUpload, startRun } from './import-run.ts'
import { openImportWorker } from './import-job.ts'

const dayMs = 24 * 3_600_000

describe.each(storeEngines)('an import by upload on %s', async (engine) => {
  const open = async () => {
    const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
    const store = await freshStore(engine)
    const dataDir = freshFolder()
    const files = importFiles(dataDir)
    await files.makeFolder()
    const worker = (server = 'web-1:3000', folder = dataDir) =>
      openImportWorker({
        store,
        secrets: [testSecret],
        dataDir: folder,
        server,
        log: silentLog,
        now: () => clock.now,
      })
    const upload = (text: string, id = 'one') => {
      writeFileSync(files.uploadPath(id), text, { mode: 0o600 })
      const run = {
        id,
        operator: 'anna',
        server: 'web-1:3000',
        name: 'list.csv',
        format: 'csv' as const,
        bytes: Buffer.byteLength(text),
        options: importOptions(),
      }
      return store.transact((trx) => insertUpload(trx, run, clock.now))
    }
    const current = async () => (await readUpload(store.db))!
    const start = async () => {
      const run = await current()
      return store.transact((trx) => startRun(trx, run, 'anna', clock.now))
    }
    const people = async () =>
      (await store.db.selectFrom('people').select('email').orderBy('id').execute()).map(
        ({ email }) => email,
      )
    return { clock, store, files, worker, upload, current, start, people, dataDir }
  }
  const names = (dataDir: string) => readdirSync(join(dataDir, 'imports'))
  /** As files that were last written two minutes ago. */
  const age = (dataDir: string) => {
    const before = Date.now() / 1_000 - 120
    for (const name of names(dataDir)) utimesSync(join(dataDir, 'imports', name), before, before)
  }

  test('[DASH-4] an upload and its result are readable by this user only, and are deleted after a day', async () => {
    const { clock, store, worker, upload, dataDir } = await open()
    await upload('email\nsanne@a.test\nnobody\n')
    const { run, stop } = worker()
    await run()
    const folder = join(dataDir, 'imports')
    expect(statSync(folder).mode & 0o77).toBe(0)
    expect(names(dataDir)).toHaveLength(3)
    for (const name of names(dataDir)) expect(statSync(join(folder, name)).mode & 0o77).toBe(0)
    const forget = async (after: number) => {
      age(dataDir)
      const now = clock.now + after
      await runRetention({ store, secretKey: testSecret, now })
      await run()
    }
    await forget(dayMs - 1)
    expect(names(dataDir)).toHaveLength(3)
    await forget(dayMs)
    expect([names(dataDir), await readUpload(store.db)]).toEqual([[], null])
    await stop()
  })

  test('[DASH-4] an import that is worked on a day after its upload is not deleted, unless it stands still', async () => {
    const { clock, store, upload } = await open()
    await upload('email\nsanne@a.test\n')
    const forget = (now: number) => runRetention({ store, secretKey: testSecret, now })
    const changedAt = clock.now + dayMs - 60_000
    await store.db.updateTable('imports').set({ state: 'running', changedAt }).execute()
    await forget(clock.now + dayMs)
    expect(await readUpload(store.db)).not.toBeNull()
    await forget(changedAt + dayMs)
    expect(await readUpload(store.db)).toBeNull()
  })

  test('[DASH-4] the row has no address of the file', async () => {
    const { store, worker, upload, start } = await open()
    await upload('email,status\nsanne@a.test,daan@b.test\nnobody,x\ntobias@a.test,active\n')
    const { run, stop } = worker()
    const row = async () =>
      JSON.stringify(await store.db.selectFrom('imports').selectAll().execute())
    await run()
    expect(await row()).not.toMatch(/(?:sanne|daan|tobias)@/)
    await start()
    await run()
    expect(await row()).not.toMatch(/(?:sanne|daan|tobias)@/)
    await stop()
  })

  test('[DASH-4] a later upload replaces one that waits, and is refused while one is worked on', async () => {
    const { worker, upload, current, start } = await open()
    expect(await upload('email\nsanne@a.test\n')).toBe(true)
    expect(await upload('email\ntobias@a.test\n', 'two')).toBe(false)
    const { run, stop } = worker()
    await run()
    expect(await upload('email\ntobias@a.test\n', 'three')).toBe(true)
    await run()
    expect(await current()).toMatchObject({ id: 'three', state: 'checked' })
    expect(await start()).toBe(true)
    expect(await upload('email\nmila@a.test\n', 'four')).toBe(false)
    await stop()
  })

  test('[DASH-4] an upload whose server does not go on can be replaced, or discarded', async () => {
    const { clock, store, upload, current } = await open()
    await upload('email\nsanne@a.test\n')
    const discard = async () => {
      const run = await current()
      return store.transact((trx) => discardRun(trx, run, clock.now))
    }
    expect(await discard()).toBe(false)
    clock.now += 3 * 60_000
    expect(await upload('email\ntobias@a.test\n', 'two')).toBe(true)
    clock.now += 3 * 60_000
    expect(await discard()).toBe(true)
  })

  test('[DASH-4] a start of an import and its row in the log are one commit', async () => {
    const { store, worker, upload, start, current } = await open()
    await upload('email\nsanne@a.test\n')
    const { run, stop } = worker()
    await run()
    const logged = () =>
      store.db.selectFrom('action_log').select('outcome').where('action', '=', 'import').execute()
    expect(await Promise.all([start(), start()])).toEqual(expect.arrayContaining([true, false]))
    expect(await logged()).toEqual([{ outcome: null }])
    await run()
    expect([await logged(), (await current()).state]).toEqual([
      [{ outcome: '1 of 1 rows' }],
      'done',
    ])
    await stop()
  })

  test('[DASH-4] an import that a stop has interrupted goes on behind its last step: nobody twice, nobody lost, each refused row once', async () => {
    const { worker, upload, current, start, people, files, clock } = await open()
    const rows = Array.from({ length: 3_000 }, (_, row) =>
      row % 10 === 0 ? 'nobody' : row % 10 === 1 ? `row${row - 2}@a.test` : `row${row}@a.test`,
    )
    const text = `email\n${rows.join('\n')}\n`
    await upload(text)
    const first = worker()
    await first.run()
    await start()
    const running = first.run()
    while (((await current()).result?.rows ?? 0) === 0) await new Promise(setImmediate)
    await Promise.all([first.stop(), running])
    const stopped = await current()
    expect(stopped.state).toBe('running')
    expect(stopped.result!.rows).toBeLessThan(3_000)
    expect(await people()).toHaveLength(stopped.result!.entered)

    // What a killed process has written behind its last commit.
    writeFileSync(files.refusedPath('one'), '9,half a li', { flag: 'a' })
    clock.now += 1_000
    const second = worker()
    await second.run()
    const unique = new Set(rows.filter((row) => row !== 'nobody'))
    const { state, result } = await current()
    expect([state, result!.rows, result!.entered]).toEqual(['done', 3_000, unique.size])
    expect(await people()).toEqual([...unique])
    const lines = readFileSync(files.refusedPath('one'), 'utf8').trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(3_000 - unique.size)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(lines.length)
    expect(existsSync(files.uploadPath('one'))).toBe(false)
    await second.stop()
  })

  // SQLite has one server.
  if (engine === 'postgres')
    test('[DASH-4] of two servers the one that has the file works on it', async () => {
      const { worker, upload, current } = await open()
      await upload('email\nsanne@a.test\n')
      const other = worker('web-2:3000', freshFolder())
      await other.run()
      expect((await current()).state).toBe('checking')
      const owner = worker()
      await owner.run()
      expect((await current()).state).toBe('checked')
      await Promise.all([owner.stop(), other.stop()])
    })

  test('[DASH-4] a file that is missing where it should be fails the import with a sentence', async () => {
    const { worker, upload, current, files } = await open()
    await upload('email\nsanne@a.test\n')
    await files.remove('one', ['upload'])
    const { run, stop } = worker()
    await run()
    expect(await current()).toMatchObject({
      state: 'failed',
      error: 'The file is not on this server any more.',
    })
    await stop()
  })
})
