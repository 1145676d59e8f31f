import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshDatabase, freshFolder, freshStore } from '#test/fresh-store.ts'
import { runSql } from '#test/postgres.ts'
import { silentLog } from '#test/silent-log.ts'
import { openStore } from './open.ts'
import { type StoreLocation } from './store.ts'
import { StartRefused } from '#server/config/start-refused.ts'

/** The one sentence in which the start is refused. */
async function refused(where: StoreLocation): Promise<string> {
  const error = await openStore(where, { log: silentLog, role: 'server' }).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartRefused)
  const { message } = error as StartRefused
  expect(message).toMatch(/^[^\n]+\.$/)
  return message
}

test.each(['/proc/ascend', '/dev/null/ascend', '/dev/null'])(
  'a data folder at %s, where even root may not write',
  async (dataDir) => {
    expect(await refused({ dataDir })).toMatch(
      new RegExp(
        `^The data folder ${dataDir} cannot be written \\(\\w+\\): let this user write there, or name another folder in DATA_DIR\\.$`,
      ),
    )
  },
)

test('a file in place of the data folder', async () => {
  const dataDir = join(freshFolder(), 'file')
  writeFileSync(dataDir, '')
  expect(await refused({ dataDir })).toContain(`The data folder ${dataDir} cannot be written`)
})

test('a file that is no database', async () => {
  const dataDir = freshFolder()
  writeFileSync(join(dataDir, 'ascend.db'), 'Dear diary, '.repeat(1_000))
  expect(await refused({ dataDir })).toBe(
    `${join(dataDir, 'ascend.db')} is not a readable database (file is not a database): restore a backup, or move it away to start over.`,
  )
})

test('the database of another program', async () => {
  const dataDir = freshFolder()
  const file = new DatabaseSync(join(dataDir, 'ascend.db'))
  file.exec('create table songs (id integer primary key)')
  file.close()
  expect(await refused({ dataDir })).toBe(
    `${join(dataDir, 'ascend.db')} is the database of another program: move it away, or name another folder in DATA_DIR.`,
  )
})

test('a store that another program has locked', async () => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  await store.close()
  const file = new DatabaseSync(join(dataDir, 'ascend.db'))
  file.exec('pragma locking_mode = exclusive; begin exclusive')
  expect(await refused({ dataDir })).toContain('is locked by another program')
  file.close()
  await (await store.reopen()).ping()
})

test('a Postgres database that holds tables of another program', async () => {
  const where = await freshDatabase(null)
  await runSql(where.databaseUrl, 'create table people (id int)')
  expect(await refused(where)).toMatch(
    /\(DATABASE_URL\) holds tables of another program \(people\): name an empty database\.$/,
  )
})

test('a Postgres user who may not create tables', async () => {
  const url = new URL((await freshDatabase(null)).databaseUrl)
  await runSql(url.href, 'create role guest login; revoke create on schema public from public')
  url.username = 'guest'
  expect(await refused({ databaseUrl: url.href })).toMatch(
    /does not let this user create or read its tables \(permission denied for schema public\): grant it that right, or name another user in DATABASE_URL\.$/,
  )
})

test.each([
  [
    'nobody listens',
    (url: URL) => (url.port = '1'),
    /^The database at 127\.0\.0\.1:1\/ascend_\w+ \(DATABASE_URL\) does not answer \(ECONNREFUSED\): start it, or correct DATABASE_URL\.$/,
  ],
  [
    'no such database',
    (url: URL) => (url.pathname = '/nowhere'),
    /nowhere \(DATABASE_URL\) does not exist: create it, or correct DATABASE_URL\.$/,
  ],
  [
    'no such user',
    (url: URL) => (url.username = 'nobody'),
    /refuses this user or password: correct DATABASE_URL\.$/,
  ],
  [
    'another protocol',
    (url: URL) => (url.href = url.href.replace('postgres:', 'mysql:')),
    /^DATABASE_URL is not an address of the form postgres:/,
  ],
])('a DATABASE_URL where %s, without a word of the password', async (_, spoil, sentence) => {
  const url = new URL((await freshDatabase()).databaseUrl)
  url.password = 'hunter2'
  spoil(url)
  const message = await refused({ databaseUrl: url.href })
  expect(message).toMatch(sentence)
  expect(message).not.toContain('hunter2')
})
