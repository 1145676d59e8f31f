import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { StartRefused } from '#server/config/start-refused.ts'
import { backupCommand } from '#server/ops/backup.ts'
import { moveCommand } from '#server/ops/move.ts'
import { restoreCommand } from '#server/ops/restore.ts'
import {
  freshDatabase,
  freshFolder,
  freshStore,
  storeEngines,
  testSecret,
} from '#test/fresh-store.ts'
import { operate, operatorCommand } from '#test/operator.ts'
import { runSql } from '#test/postgres.ts'
import { silentLog } from '#test/silent-log.ts'
import { schemaHash } from './migrate.ts'
import { migrations } from './schema.ts'
import { openStore } from './open.ts'
import { type StoreLocation, hostOf } from './store.ts'

const [first] = migrations
/** The schema as another version might have it: one column more. */
const otherSchema = [
  {
    ...first!,
    statements: first!.statements.map((statement) =>
      typeof statement === 'string'
        ? statement.replace('"importedAt" integer,', '"importedAt" integer,\n    country text,')
        : statement,
    ),
  },
]

const sentence = (begin: string, journal: boolean) =>
  `${begin} was made by another version of this program, whose tables differ: start the version that wrote it, and to change to this one take over its export (npm run people -- export)${journal ? ' and its journal of erasures, departures and suppressions' : ''} into an empty store, as docs/operating.md describes under 'A store of another version'.`

describe('the hash of a schema', () => {
  const hash = (...statements: string[]) => schemaHash({ statements })
  const table = 'create table a (id integer primary key, note text) strict'

  test.each([
    [
      'line breaks and spaces',
      ['create table a (\n  id integer primary key,\n\tnote text\n) strict'],
    ],
    [
      'comments',
      ['create table a ( -- of notes\n id integer primary key,\n -- a note\n note text) strict'],
    ],
  ])('does not change by %s', (_, statements) => {
    expect(hash(...statements)).toBe(hash(table))
  })

  test.each([
    ['a column', ['create table a (id integer primary key, note text, at integer) strict']],
    ['a type', ['create table a (id integer primary key, note integer) strict']],
    ['a check', ["create table a (id integer primary key, note text check (note <> '')) strict"]],
    ['a statement', [table, 'create index a_by_note on a (note)']],
    ['another order', ['create table b (id integer primary key) strict', table]],
  ])('changes by %s', (_, statements) => {
    expect(hash(...statements)).not.toBe(hash(table))
  })
})

describe.each(storeEngines)('a store of another schema on %s', (engine) => {
  const nameOf = (where: StoreLocation) =>
    'dataDir' in where
      ? `The store in ${where.dataDir} (DATA_DIR)`
      : `The database at ${hostOf(where.databaseUrl)} (DATABASE_URL)`
  const expected = (where: StoreLocation) => sentence(nameOf(where), engine === 'sqlite')

  async function otherStore() {
    const where = engine === 'sqlite' ? { dataDir: freshFolder() } : await freshDatabase(null)
    const store = await openStore(where, {
      log: silentLog,
      role: 'server',
      migrations: otherSchema,
    })
    await store.close()
    return where
  }

  test.each(['server', 'command', 'mover'] as const)(
    'is refused in one sentence: %s',
    async (role) => {
      const where = await otherStore()
      await expect(openStore(where, { log: silentLog, role })).rejects.toThrow(
        new StartRefused(expected(where)),
      )
    },
  )

  test('opens with the version that made it, unchanged', async () => {
    const where = await otherStore()
    await expect(openStore(where, { log: silentLog, role: 'server' })).rejects.toThrow(StartRefused)
    const store = await openStore(where, {
      log: silentLog,
      role: 'server',
      migrations: otherSchema,
    })
    expect(await store.db.selectFrom('people').selectAll().execute()).toEqual([])
    await store.close()
  })

  test('is refused also if it is of a version that kept no hash, with thirteen migrations', async () => {
    const store = await freshStore(engine)
    await store.db.deleteFrom('meta').where('key', '=', 'schema').execute()
    const more = Array.from({ length: 12 }, (_, n) => ({
      id: n + 2,
      name: `${n + 2}`,
      breaking: 0,
      appliedAt: 1,
    }))
    await store.db.insertInto('migrations').values(more).execute()
    await store.close()
    await expect(store.reopen()).rejects.toThrow(new StartRefused(expected(store.where)))
  })

  test('is refused by a move, as its source and as its target', async () => {
    const other = await otherStore()
    const free = engine === 'sqlite' ? await freshDatabase() : { dataDir: freshFolder() }
    await expect(operate(moveCommand, envOf(other), `--to ${placeOf(free)}`)).rejects.toThrow(
      new StartRefused(expected(other)),
    )
    const source = await freshStore(engine === 'sqlite' ? 'postgres' : 'sqlite')
    await source.close()
    await expect(
      operate(moveCommand, envOf(source.where), `--to ${placeOf(other)}`),
    ).rejects.toThrow(new StartRefused(expected(other).replace(/DATABASE_URL|DATA_DIR/, '--to')))
  })
})

const placeOf = (where: StoreLocation) => ('dataDir' in where ? where.dataDir : where.databaseUrl)
const envOf = (where: StoreLocation): Record<string, string> => ({
  SECRET_KEY: testSecret,
  ['dataDir' in where ? 'DATA_DIR' : 'DATABASE_URL']: placeOf(where),
})

const otherFolder = async () => {
  const dataDir = freshFolder()
  const store = await openStore(
    { dataDir },
    { log: silentLog, role: 'server', migrations: otherSchema },
  )
  await store.close()
  return dataDir
}

test.each([['people', 'stats'], ['mail', 'status'], ['retention', 'status'], ['backup']])(
  'npm run %s prints the sentence for a store of another schema, and exits with 1',
  async (name, ...args) => {
    const dataDir = await otherFolder()
    const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }
    expect(await operatorCommand(name, env, ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${sentence(`The store in ${dataDir} (DATA_DIR)`, true)}\n`,
    })
    const files = readdirSync(dataDir, { recursive: true }).map(String)
    expect(files.filter((path) => path.endsWith('.db'))).toEqual(['ascend.db'])
  },
)

test('a backup of another schema is not restored, and the data folder stays as it is', async () => {
  const from = await otherFolder()
  const [target, file] = [freshFolder(), join(from, 'ascend.db')]
  await expect(
    operate(restoreCommand(campaign.sequence), { DATA_DIR: target, SECRET_KEY: testSecret }, file),
  ).rejects.toThrow(new StartRefused(sentence(file, true)))
  expect(readdirSync(target)).not.toContain('ascend.db')
})

test('a backup, a restore and a move keep the hash: the store opens afterwards', async () => {
  const [dataDir, folder, target] = [freshFolder(), freshFolder(), freshFolder()]
  const store = await freshStore('sqlite', { dataDir })
  await store.close()
  const env = { SECRET_KEY: testSecret, DATA_DIR: dataDir }
  await operate(backupCommand, env, `--to ${folder}`)
  const file = join(folder, readdirSync(folder)[0]!)
  await operate(restoreCommand(campaign.sequence), { ...env, DATA_DIR: target }, file)
  const { databaseUrl } = await freshDatabase(null)
  await operate(moveCommand, { ...env, DATA_DIR: target }, `--to ${databaseUrl}`)
  const moved = await openStore({ databaseUrl }, { log: silentLog, role: 'server' })
  await moved.close()
  const hash = new DatabaseSync(file, { readOnly: true })
    .prepare('select value from meta where key = ?')
    .get('schema')?.['value']
  expect(await runSql(databaseUrl, `select value from meta where key = 'schema'`)).toEqual([
    { value: hash },
  ])
})
