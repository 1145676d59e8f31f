import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { readSecrets } from '#server/config/secrets.ts'
import { startApp } from '#test/app.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { operatorCommand } from '#test/operator.ts'
import { silentLog } from '#test/silent-log.ts'
import { mayMount, smallDisk } from '#test/small-disk.ts'
import { joinByCall, joinByForm } from '#test/visitor.ts'
import { StoreUnavailable } from './store.ts'
import { DiskFull } from '#server/config/start-refused.ts'
import { writeJournalEntry } from './journal.ts'
import { readJournal } from './journal-file.ts'
import { openStore, openWhenSpace } from './open.ts'
import { SqliteDriver } from './sqlite.ts'

const sentence = (folder: string) =>
  `The disk of the data folder ${folder} is full: make room, or name another folder in DATA_DIR.`

describe.skipIf(!mayMount)('on a disk that is full (a real one: needs the right to mount)', () => {
  test('a starting server serves the page and answers sign-ups 503, and accepts them within seconds of free space, without a restart', async () => {
    const disk = smallDisk()!
    const app = await startApp({ env: { DATA_DIR: join(disk.folder, 'data') } })
    await joinByCall(app.url, 'before@example.com')
    await app.stop()
    disk.fill()
    await app.start()
    expect([
      (await fetch(app.url)).status,
      (await fetch(`${app.url}/readyz`)).status,
      (await fetch(`${app.url}/healthz`)).status,
    ]).toEqual([200, 503, 200])
    const call = await joinByCall(app.url, 'during@example.com')
    expect([call.status, Number(call.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(await (await joinByForm(app.url, 'during@example.com')).text()).toContain(
      'value="during@example.com"',
    )
    disk.free()
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect((await joinByCall(app.url, 'after@example.com')).status).toBe(200)
    const people = await app
      .server()
      .store.db.selectFrom('people')
      .select('email')
      .orderBy('email')
      .execute()
    expect(people.map(({ email }) => email)).toEqual(['after@example.com', 'before@example.com'])
    await app.close()
  })

  test('a first start is refused in one sentence with the remedy, and leaves nothing that stops a later start', async () => {
    const disk = smallDisk()!
    const dataDir = join(disk.folder, 'data')
    disk.fill()
    await expect(
      openStore({ dataDir }, { log: silentLog, role: 'server', journalKey: () => testSecret }),
    ).rejects.toThrow(new DiskFull(dataDir).message)
    expect(() => readSecrets({ secrets: undefined, dataDir, databaseUrl: undefined })).toThrow(
      sentence(dataDir),
    )
    expect(readdirSync(dataDir).filter((name) => name.startsWith('secret'))).toEqual([])
    disk.free()
    const store = await freshStore('sqlite', { dataDir })
    expect(readSecrets({ secrets: undefined, dataDir, databaseUrl: undefined })[0]).toHaveLength(64)
    await store.close()
  })

  test.each([
    ['a backup into its own folder', 'backup', []],
    ['an erasure', 'people', ['erase', 'sanne@example.com']],
    ['an export', 'people', ['export', '--to', 'export.csv']],
    ['the status of mail', 'mail', ['status']],
  ])('%s says in one line that the disk is full and what to do', async (_, command, args) => {
    const disk = smallDisk()!
    const dataDir = join(disk.folder, 'data')
    await (await freshStore('sqlite', { dataDir })).close()
    disk.fill()
    const { code, output } = await operatorCommand(
      command,
      { DATA_DIR: dataDir, SECRET_KEY: testSecret },
      ...args.map((arg) => (arg === 'export.csv' ? join(disk.folder, arg) : arg)),
    )
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The disk of [^\n]+ is full[^\n]*: make room, [^\n]+\.\n$/),
    ])
  })

  test('a backup from another disk to it says the same', async () => {
    const [disk, dataDir] = [smallDisk()!, freshFolder()]
    await (await freshStore('sqlite', { dataDir })).close()
    mkdirSync(join(disk.folder, 'backups'))
    disk.fill()
    const { code, output } = await operatorCommand(
      'backup',
      { DATA_DIR: dataDir, SECRET_KEY: testSecret },
      '--to',
      join(disk.folder, 'backups'),
    )
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^The disk of [^\n]+ is full[^\n]*: make room, then run the command again\.\n$/,
      ),
    ])
    expect(readdirSync(join(disk.folder, 'backups'))).toEqual([])
  })
})

test('a store whose disk was full is unavailable until it opens; then it works like any other, with its journal', async () => {
  const dataDir = freshFolder()
  await (await freshStore('sqlite', { dataDir })).close()
  let room = false
  const path = join(dataDir, 'ascend.db')
  const late = openWhenSpace(
    new DiskFull(dataDir),
    dataDir,
    { log: silentLog, journalKey: () => testSecret },
    async () => {
      if (!room) throw new DiskFull(dataDir)
      const file = new DatabaseSync(path)
      const driver = new SqliteDriver(file, () => {})
      return { driver, store: { refusal: () => null, close: async () => file.close() } as never }
    },
  )
  for (const ask of [
    () => late.ping(),
    () => late.probe(),
    () => late.db.selectFrom('people').select('id').execute(),
    () => late.transact(async () => {}),
  ])
    await expect(ask()).rejects.toThrow(new StoreUnavailable(sentence(dataDir)))
  room = true
  await expect
    .poll(() =>
      late.probe().then(
        () => 'open',
        () => 'away',
      ),
    )
    .toBe('open')
  await late.transact(async (trx) => writeJournalEntry(trx, 'left', 'sanne@example.com', 1))
  expect(readJournal(join(dataDir, 'journal'))?.entries).toHaveLength(1)
  await late.close()
  expect(existsSync(path)).toBe(true)
})
