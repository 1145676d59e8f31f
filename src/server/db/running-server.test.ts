import { linkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, freshStore } from '#test/fresh-store.ts'
import { inAnotherProcess } from '#test/other-process.ts'
import { silentLog } from '#test/silent-log.ts'
import { migrations } from './schema.ts'
import { isServerRunning } from './running-server.ts'
import { openStore } from './open.ts'
import { StartRefused } from '#server/config/start-refused.ts'

const open = (dataDir: string, role: 'server' | 'command' = 'server') =>
  openStore({ dataDir }, { log: silentLog, role })

const serverElsewhere = (dataDir: string) =>
  inAnotherProcess(`
  import { openStore } from '${new URL('./open.ts', import.meta.url)}'
  const log = { info() {}, warn() {}, error() {}, debug() {} }
  await openStore({ dataDir: '${dataDir}' }, { log, role: 'server' })
  console.log('open')
`)

test('a second server on a data folder is refused in one sentence, and the first keeps running', async () => {
  const dataDir = freshFolder()
  const first = await open(dataDir)
  await expect(open(dataDir)).rejects.toThrow(
    new StartRefused(
      `Another server runs on the data folder ${dataDir}: stop it first, or name another folder in DATA_DIR.`,
    ),
  )
  await first.ping()
  await first.close()
})

test.each<[string, (dataDir: string) => string]>([
  ['after its lock file was deleted', withoutLockFile],
  ['on a folder with symbolic links to its files', (dataDir) => linked(dataDir, symlinkSync)],
  ['on a folder with hard links to its files', (dataDir) => linked(dataDir, linkSync)],
  ['on a symbolic link to its folder', linkedFolder],
])('a second server is refused %s, and can start once the first is killed', async (_, arrange) => {
  const dataDir = freshFolder()
  const first = await serverElsewhere(dataDir)
  const other = arrange(dataDir)
  await expect(open(other)).rejects.toThrow(/^Another server runs on the data folder /)
  await first.kill()
  await (await open(dataDir)).close()
})

function withoutLockFile(dataDir: string): string {
  rmSync(join(dataDir, 'server.lock'))
  return dataDir
}

function linkedFolder(dataDir: string): string {
  const link = join(freshFolder(), 'link')
  symlinkSync(dataDir, link)
  return link
}

/** Another folder with the files of the store. */
function linked(dataDir: string, link: (from: string, to: string) => void): string {
  const other = freshFolder()
  for (const name of ['ascend.db', 'ascend.db-wal', 'ascend.db-shm'])
    link(join(dataDir, name), join(other, name))
  return other
}

test('the check for a running server works beside it, however often, while others start', async () => {
  const dataDir = freshFolder()
  expect([
    isServerRunning(dataDir),
    (await open(dataDir, 'command').then((store) => store.close()), isServerRunning(dataDir)),
  ]).toEqual([false, false])
  const server = await serverElsewhere(dataDir)
  expect(isServerRunning(dataDir)).toBe(true)
  await server.kill()
  expect(isServerRunning(dataDir)).toBe(false)
  for (let start = 0; start < 20; start++) {
    const store = open(dataDir)
    isServerRunning(dataDir)
    await (await store).close()
  }
})

test('kill -9 of a server releases the data folder', async () => {
  const dataDir = freshFolder()
  const first = await serverElsewhere(dataDir)
  await expect(open(dataDir)).rejects.toBeInstanceOf(StartRefused)
  await first.kill()
  await (await open(dataDir)).close()
})

test('a command works beside the server of another process', async () => {
  const dataDir = freshFolder()
  const server = await serverElsewhere(dataDir)
  const command = await open(dataDir, 'command')
  await command.transact((trx) =>
    trx.insertInto('budgets').values({ key: 'command', tat: 1 }).execute(),
  )
  expect(await command.db.selectFrom('budgets').selectAll().execute()).toEqual([
    { key: 'command', tat: 1 },
  ])
  await command.close()
  await server.kill()
})

test('a newer command does not change the tables under an older server', async () => {
  const dataDir = freshFolder()
  const server = await open(dataDir)
  const newer = [
    ...migrations,
    { name: 'later', statements: ['create table later (id integer primary key) strict'] },
  ]
  await expect(
    openStore({ dataDir }, { log: silentLog, role: 'command', migrations: newer }),
  ).rejects.toBeInstanceOf(StartRefused)
  await server.close()
})

test('only the owner can read the files', async () => {
  const dataDir = join(freshFolder(), 'made', 'here')
  const store = await freshStore('sqlite', { dataDir })
  expect(
    [dataDir, 'ascend.db', 'ascend.db-wal', 'server.lock'].map((name, at) =>
      (statSync(at ? join(dataDir, name) : name).mode & 0o777).toString(8),
    ),
  ).toEqual(['700', '600', '600', '600'])
  await store.close()
})
