import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestRunner } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { type OpenOptions, type StoreLocation, type Store } from '#server/db/store.ts'
import { databaseUrl, runSql, templateDatabase } from './postgres.ts'
import { afterFile } from './after-file.ts'
import { silentLog } from './silent-log.ts'
import { timeLimits } from './time-limits.ts'

export type Engine = 'sqlite' | 'postgres'

const both: Engine[] = ['sqlite', 'postgres']
/** `sqlite` in `npm run check`, `both` in `npm run test:long -- postgres`. */
const wanted = process.env['TEST_ENGINES']

/** For tests of the store, of a sign-up's transaction and of a claim, which differ by engine. */
export const storeEngines: readonly Engine[] = wanted === 'sqlite' ? ['sqlite'] : both

/** For all other tests: SQLite, and Postgres as well in `npm run test:long -- postgres`. */
export const engines: readonly Engine[] = wanted === 'both' ? both : ['sqlite']

/** As SECRET_KEY, wherever a test needs one. */
export const testSecret = 'a-secret-for-the-tests-long-enough-for-it'

export type FreshStore = Store & {
  where: StoreLocation
  /** The same store again, e.g. after `close` or as a second program. */
  reopen(options?: Partial<OpenOptions>): Promise<FreshStore>
}

/**
 * An empty, migrated store, gone after the test file. `dataDir` puts SQLite's files into a folder
 * of the caller's.
 */
export async function freshStore(
  engine: Engine,
  options: Partial<OpenOptions> & { dataDir?: string } = {},
): Promise<FreshStore> {
  if (engine === 'postgres') return openAt(await freshDatabase(), options)
  const { dataDir = freshFolder(), ...open } = options
  if (Object.keys(options).length === 0)
    writeFileSync(join(dataDir, 'ascend.db'), await (migrated ??= migratedFile()))
  return openAt({ dataDir }, open)
}

let migrated: Promise<Buffer> | undefined

/** A store without rows. Copying it takes a fifth of the time of the migrations. */
async function migratedFile(): Promise<Buffer> {
  const dataDir = freshFolder()
  await (await openAt({ dataDir }, {})).close()
  return readFileSync(join(dataDir, 'ascend.db'))
}

/** A folder that is removed after the test file. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-store-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * An empty, migrated Postgres database, gone after the test file; `template` null leaves it without
 * tables. `npm run check` has no Postgres: it skips the test that calls this.
 */
export async function freshDatabase(
  template: string | null = templateDatabase,
): Promise<{ databaseUrl: string }> {
  if (wanted === 'sqlite') TestRunner.getCurrentTest()?.context.skip('needs Postgres')
  const server = process.env['ASCEND_TEST_POSTGRES']
  if (!server)
    throw new Error(
      'ASCEND_TEST_POSTGRES is not set: run the tests through Vitest with its globalSetup test/postgres.ts',
    )
  const name = `ascend_${randomUUID().replaceAll('-', '')}`
  await runSql(
    server,
    `create database ${name}${template ? ` template ${template} ${copied}` : ''}`,
  )
  afterFile(() => runSql(server, `drop database if exists ${name} with (force)`))
  return { databaseUrl: databaseUrl(server, name) }
}

/** Copying the files of a small database takes half the CPU of copying its pages. Postgres 15. */
const copied = 'strategy file_copy'

async function openAt(where: StoreLocation, options: Partial<OpenOptions>): Promise<FreshStore> {
  const store = await openStore(where, {
    log: silentLog,
    role: 'server',
    journalKey: () => testSecret,
    timeLimits,
    ...options,
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= store.close())
  afterFile(close)
  return { ...store, where, close, reopen: (again = {}) => openAt(where, { ...options, ...again }) }
}
