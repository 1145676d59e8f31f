import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { commandLog, storeLocation, requireWaitlist, type Command } from '#server/cli/command.ts'
import {
  copyMeta,
  copyTable,
  emptyTables,
  filledTables,
  sumTable,
  tablesOf,
  type Table,
} from '#server/db/copy-tables.ts'
import { clearMark, readMarks, refuseMoved, setMark } from '#server/db/move-marks.ts'
import { nameOf, openStore, type Db, type StoreLocation, type Store } from '#server/db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { checkSecrets, writeSecret } from './move-secret.ts'

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
  const { id, copied } = await begin(it)
  await it.from.transact(async (source) => {
    if ((await readMarks(source)).leaving !== id)
      throw new StartRefused(
        `${capital(nameOf(it.source))} was used during the move: run the move again.`,
      )
    if (!copied) await copyAll(it, source, id)
    // The last step: until here a server may use the source, and afterwards only the target.
    await setMark(source, 'moved', JSON.stringify({ to: nameOf(it.target), at: now }))
    await clearMark(source, 'leaving')
  })
}

async function copyAll(it: Move, source: Db, id: string): Promise<void> {
  const { from, to, tables, print } = it
  for (const table of tables)
    await copyTable(source, to, table, (rows) => print(`  ${table.name}: ${rows} rows so far`))
  await copyMeta(source, to)
  if (to.engine === 'postgres') await sql`analyze`.execute(to.db)
  await compare(it, source)
  for (const store of [from, to]) if (store.engine === 'postgres') await store.ping()
  await to.transact(async (trx) => {
    await clearMark(trx, 'arriving')
    await setMark(trx, 'arrived', id)
  })
}

/**
 * Starts a move, or resumes an interrupted one. It starts over if the source was used in between.
 */
async function begin({
  from,
  to,
  source,
  target,
  tables,
  print,
}: Move): Promise<{ id: string; copied: boolean }> {
  const [left, right] = [await readMarks(from.db), await readMarks(to.db)]
  refuseMoved(left, capital(nameOf(source)))
  refuseMoved(right, capital(nameOf(target)))
  if (left.arriving)
    throw new StartRefused(
      `${capital(nameOf(source))} contains an incomplete move: finish that move first.`,
    )
  if (from.refusal()) throw new StartRefused(from.refusal()!)
  await sameSchema(from, to)
  const again = left.leaving
  if (again && again === right.arrived) return { id: again, copied: true }
  if (again && again === right.arriving) {
    print('Resuming the interrupted move.')
    return { id: again, copied: false }
  }
  const filled = right.arriving ? [] : await filledTables(to.db, tables)
  if (filled.length > 0)
    throw new StartRefused(
      `${capital(nameOf(target))} is not empty (${filled.join(', ')}): name an empty one.`,
    )
  if (right.arriving) print('The previous move cannot be resumed; starting over.')
  const id = randomUUID()
  await to.transact(async (trx) => {
    await emptyTables(trx, tables)
    await setMark(trx, 'arriving', id)
  })
  await setMark(from.db, 'leaving', id)
  return { id, copied: false }
}

async function sameSchema(from: Store, to: Store): Promise<void> {
  const [left, right] = await Promise.all(
    [from, to].map(
      async ({ db }) =>
        (
          await db
            .selectFrom('migrations')
            .select((row) => row.fn.max('id').as('id'))
            .executeTakeFirst()
        )?.id,
    ),
  )
  if (left !== right)
    throw new StartRefused(
      `The two stores have different versions (${left} and ${right}): move with the newest program.`,
    )
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
  await setMark(to.db, 'arriving', 'differs')
  throw new StartRefused(
    `The copy differs from the source (${differing.join(', ')}): the source stays in use; run the move again, which starts over.`,
  )
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
