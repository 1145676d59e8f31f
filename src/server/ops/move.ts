import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { commandLog, storeLocation, requireWaitlist, type Command } from '#server/cli/command.ts'
import type { Config } from '#server/config/config.ts'
import {
  coverAll,
  joinSecrets,
  knownSecrets,
  secretFile,
  secretsInFile,
} from '#server/config/secrets.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { giveToOwner, onlyOwner } from '#server/db/files.ts'
import { deleteMeta, readMeta, writeMeta } from '#server/db/meta.ts'
import {
  copyMeta,
  copyTable,
  emptyTables,
  filledTables,
  isBeginningOf,
  sumTable,
  tablesOf,
  refuseMoved,
  type Table,
} from '#server/db/move.ts'
import { openStore } from '#server/db/open.ts'
import { type Db, type StoreLocation, type Store, nameOf } from '#server/db/store.ts'

type Move = {
  from: Store
  to: Store
  source: StoreLocation
  target: StoreLocation
  tables: readonly Table[]
  print: Command['print']
}

/** Moves the whole waitlist to the other engine. */
export const moveCommand: CommandTable<Command> = {
  name: 'move',
  server: 'stopped',
  help: 'Moves the whole waitlist between SQLite and Postgres, while no server runs on it. It takes the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    '': actionsOf<Command>()({
      help: 'Moves everything from the data folder to Postgres with --to postgres://user:password@host:5432/ascend, and back with --to FOLDER. An interrupted move continues when it is started again.',
      options: {
        to: {
          value: 'PLACE',
          required: true,
          help: 'an empty Postgres database, or a data folder without a waitlist',
        },
        json: { ...json, help: 'prints JSON at the end, and the progress to standard error' },
      },
      run: (command, { to, json: asJson }) => moveWaitlist(command, targetOf(to), asJson),
    }),
  },
}

async function moveWaitlist(
  { config, now, print, note }: Command,
  target: StoreLocation,
  asJson: boolean,
): Promise<number> {
  const source = storeLocation(config)
  if ('dataDir' in source === 'dataDir' in target)
    throw new StartRefused(
      `A move is between SQLite and Postgres, but ${nameOf(source)} and ${nameOf(target)} are on the same engine: set DATABASE_URL as the server has it, or name the other engine in --to.`,
    )
  requireWaitlist(source)
  checkSecrets(source, target, config)
  const from = await openStore(source, { log: commandLog(), role: 'mover' })
  try {
    if (from.refusal()) throw new StartRefused(from.refusal()!)
    const to = await openTarget(target)
    try {
      const tables = await tablesOf('dataDir' in source ? from.db : to.db)
      const where = writeSecret(source, target, config)
      const report = asJson ? note : print
      await move({ from, to, source, target, tables, print: report }, now)
      if (asJson) {
        const sums = tables.map(async (table) => ({
          table: table.name,
          ...(await sumTable(to.db, table)),
        }))
        const [fromName, toName] = [nameOf(source), nameOf(target)]
        print(JSON.stringify({ from: fromName, to: toName, tables: await Promise.all(sums) }))
      }
      report(
        `${where} ${capital(nameOf(source))} is unchanged, but no server starts on it any more.`,
      )
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  return 0
}

function targetOf(to: string): StoreLocation {
  if (/^\w+:\/\//.test(to) && !/^(?:postgres(?:ql)?|sqlite):/.test(to))
    throw new StartRefused('--to is neither postgres://… nor a folder: correct it.')
  return /^postgres(ql)?:/.test(to)
    ? { databaseUrl: to }
    : { dataDir: resolve(to.replace(/^sqlite:(\/\/)?/, '')) }
}

/** Errors about the target name `--to` instead of the setting. */
const openTarget = (target: StoreLocation): Promise<Store> =>
  openStore(target, { log: commandLog(), role: 'mover' }).catch((error: unknown) => {
    throw error instanceof StartRefused
      ? new StartRefused(error.message.replaceAll(/DATABASE_URL|DATA_DIR/g, '--to'))
      : error
  })

/** One transaction locks the source, so that no command can write to it during the move. */
async function move(it: Move, now: number): Promise<void> {
  await writeMeta(it.from.db, 'leaving', 'yes')
  await it.from.transact(async (source) => {
    if ((await begin(it, source)) === 'to copy') await copyAll(it, source)
    // The last step: until here a server may use the source, and afterwards only the target.
    await writeMeta(source, 'moved', JSON.stringify({ to: nameOf(it.target), at: now }))
    await deleteMeta(source, 'leaving')
  })
}

/**
 * Starts a move, or resumes an interrupted one, unless the source was used in between. `copied`: a
 * move ended between its copy and its last step, and neither store was used since.
 */
async function begin(it: Move, source: Db): Promise<'to copy' | 'copied'> {
  const { to, target, tables, print } = it
  await refuseMoved(source, capital(nameOf(it.source)))
  await refuseMoved(to.db, capital(nameOf(target)))
  if ((await readMeta(source, 'arriving')) !== null)
    throw new StartRefused(
      `${capital(nameOf(it.source))} contains an incomplete move: finish that move first.`,
    )
  await sameSchema(source, to.db)
  const isHalf = (await readMeta(to.db, 'arriving')) !== null
  const filled = await filledTables(to.db, tables)
  if (isHalf || filled.length > 0) {
    const isBegun = await isBeginningOf(to.db, source, tables)
    if (isHalf && isBegun) {
      print('Resuming the interrupted move.')
      return 'to copy'
    }
    if (isBegun && (await isBeginningOf(source, to.db, tables))) return 'copied'
    if (!isHalf)
      throw new StartRefused(
        `${capital(nameOf(target))} is not empty (${filled.join(', ')}): name an empty one.`,
      )
    print('The previous move cannot be resumed; starting over.')
  }
  await to.transact(async (trx) => {
    await emptyTables(trx, tables)
    await writeMeta(trx, 'arriving', 'yes')
  })
  return 'to copy'
}

async function sameSchema(source: Db, target: Db): Promise<void> {
  const versions = [source, target].map((db) =>
    db
      .selectFrom('migrations')
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirst(),
  )
  const [left, right] = await Promise.all(versions)
  if (left?.id !== right?.id)
    throw new StartRefused(
      `The two stores have different versions (${left?.id} and ${right?.id}): move with the newest program.`,
    )
}

async function copyAll(it: Move, source: Db): Promise<void> {
  const { from, to, tables, print } = it
  for (const table of tables)
    await copyTable(source, to, table, (rows) => print(`  ${table.name}: ${rows} rows so far`))
  await copyMeta(source, to)
  if (to.engine === 'postgres') await sql`analyze`.execute(to.db)
  await compare(it, source)
  for (const store of [from, to]) if (store.engine === 'postgres') await store.ping()
  await deleteMeta(to.db, 'arriving')
}

async function compare({ to, tables, print }: Move, source: Db): Promise<void> {
  const differing: string[] = []
  for (const table of tables) {
    const [left, right] = await Promise.all([sumTable(source, table), sumTable(to.db, table)])
    const same = left.rows === right.rows && left.checksum === right.checksum
    if (!same) differing.push(table.name)
    print(
      `${String(left.rows).padStart(10)} ${table.name.padEnd(14)} ${left.checksum.slice(0, 16)} ${same ? 'the same on both sides' : `but ${right.rows} rows, ${right.checksum.slice(0, 16)}, in the copy`}`,
    )
  }
  if (differing.length === 0) return
  throw new StartRefused(
    `The copy differs from the source (${differing.join(', ')}): the source stays in use; run the move again, which starts over.`,
  )
}

type Given = Pick<Config, 'secrets'>

/**
 * The secrets key the links of forms, the budgets and the hashes of people who left, so the target
 * must have those of the source. Throws StartRefused.
 */
function checkSecrets(source: StoreLocation, target: StoreLocation, { secrets }: Given): void {
  if ('dataDir' in source) knownSecrets({ secrets, dataDir: source.dataDir })
  const arriving = 'dataDir' in target ? secretsInFile(target.dataDir) : null
  if (secrets && arriving && !coverAll(arriving, secrets))
    throw new StartRefused(
      `${fileOf(target)} lacks a secret of SECRET_KEY: name another folder in --to.`,
    )
}

/**
 * Writes the secrets into a data folder that has none. Returns a sentence that says where they are,
 * without their values.
 */
function writeSecret(source: StoreLocation, target: StoreLocation, { secrets }: Given): string {
  const [kept, wanted] = [fileOf(source), fileOf(target)]
  if (wanted) {
    if (secrets && !existsSync(wanted)) {
      writeFileSync(wanted, joinSecrets(secrets), { mode: onlyOwner.file, flag: 'wx' })
      giveToOwner(wanted)
    }
    return `The secret is in ${wanted}: start the server with this folder as DATA_DIR, and without DATABASE_URL.`
  }
  if (!secrets && kept)
    return `The secret is in ${kept}: start the server with DATABASE_URL, and SECRET_KEY set to what that file holds.`
  return 'The secret is the SECRET_KEY that is set now: start the server with DATABASE_URL and that same SECRET_KEY.'
}

const fileOf = (place: StoreLocation) => ('dataDir' in place ? secretFile(place.dataDir) : null)

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
