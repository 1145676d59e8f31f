import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { actionsOf, json, type CommandTable } from '#server/cli/arguments.ts'
import { commandLog, placeOf, requireWaitlist, type Command } from '#server/cli/command.ts'
import {
  carryMeta,
  carryTable,
  emptyTables,
  filledTables,
  sumTable,
  tablesOf,
  type Table,
} from '#server/db/copy-tables.ts'
import { clearMark, readMarks, refuseMoved, setMark } from '#server/db/move-marks.ts'
import { nameOf, openStore, type Db, type Place, type Store } from '#server/db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { checkSecrets, settleSecret } from './move-secret.ts'

type Move = {
  from: Store
  to: Store
  source: Place
  target: Place
  tables: readonly Table[]
  print: Command['print']
}

/** Carries the whole waitlist to the other engine. */
export const moveCommand: CommandTable<Command> = {
  name: 'move',
  server: 'stopped',
  help: 'Moves the whole waitlist between SQLite and Postgres, while no server runs on it. It takes the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    '': actionsOf<Command>()({
      help: 'From the data folder to Postgres with --to postgres://user:password@host:5432/ascend, and back with --to FOLDER. An interrupted move continues when it is started again.',
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
  target: Place,
  asJson: boolean,
): Promise<number> {
  const source = placeOf(config)
  if ('dataDir' in source === 'dataDir' in target)
    throw new StartRefused(
      `A move is between SQLite and Postgres, and both ${nameOf(source)} and ${nameOf(target)} are of one kind: set DATABASE_URL as the server has it, or name the other kind in --to.`,
    )
  requireWaitlist(source)
  checkSecrets(source, target, config)
  const from = await openStore(source, { log: commandLog(), role: 'mover' })
  try {
    const to = await openTarget(target)
    try {
      const tables = await tablesOf('dataDir' in source ? from.db : to.db)
      const where = settleSecret(source, target, config)
      const tell = asJson ? note : print
      await move({ from, to, source, target, tables, print: tell }, now)
      if (asJson)
        print(
          JSON.stringify({
            from: nameOf(source),
            to: nameOf(target),
            tables: await Promise.all(
              tables.map(async (table) => ({
                table: table.name,
                ...(await sumTable(to.db, table)),
              })),
            ),
          }),
        )
      tell(
        `${where} ${capital(nameOf(source))} is left as it was, but no server starts on it any more.`,
      )
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  return 0
}

function targetOf(to: string): Place {
  return /^postgres(ql)?:/.test(to)
    ? { databaseUrl: to }
    : { dataDir: resolve(to.replace(/^sqlite:(\/\/)?/, '')) }
}

/** What is wrong with the target is wrong with `--to`. */
const openTarget = (target: Place): Promise<Store> =>
  openStore(target, { log: commandLog(), role: 'mover' }).catch((error: unknown) => {
    throw error instanceof StartRefused
      ? new StartRefused(error.message.replaceAll(/DATABASE_URL|DATA_DIR/g, '--to'))
      : error
  })

/** The source stays in one transaction: no command that writes beside a server can write into it until it is left. */
async function move(it: Move, now: number): Promise<void> {
  const { id, copied } = await begin(it)
  await it.from.transact(async (source) => {
    if ((await readMarks(source)).leaving !== id)
      throw new StartRefused(`${capital(nameOf(it.source))} was used just now: run the move again.`)
    if (!copied) await carryAll(it, source, id)
    // The last step of all: until here the source may still be served, and afterwards the target alone.
    await setMark(source, 'moved', JSON.stringify({ to: nameOf(it.target), at: now }))
    await clearMark(source, 'leaving')
  })
}

async function carryAll(it: Move, source: Db, id: string): Promise<void> {
  const { from, to, tables, print } = it
  for (const table of tables)
    await carryTable(source, to, table, (rows) => print(`  ${table.name}: ${rows} rows so far`))
  await carryMeta(source, to)
  if (to.engine === 'postgres') await sql`analyze`.execute(to.db)
  await compare(it, source)
  for (const store of [from, to]) if (store.engine === 'postgres') await store.ping()
  await to.transact(async (trx) => {
    await clearMark(trx, 'arriving')
    await setMark(trx, 'arrived', id)
  })
}

/** A new move, or the same one where it was interrupted; from the beginning where the source was used in between. */
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
      `${capital(nameOf(source))} holds the half of a move: let that one end first.`,
    )
  if (from.refusal()) throw new StartRefused(from.refusal()!)
  await sameSchema(from, to)
  const again = left.leaving
  if (again && again === right.arrived) return { id: again, copied: true }
  if (again && again === right.arriving) {
    print('Going on with the move that was interrupted.')
    return { id: again, copied: false }
  }
  const filled = right.arriving ? [] : await filledTables(to.db, tables)
  if (filled.length > 0)
    throw new StartRefused(
      `${capital(nameOf(target))} is not empty (${filled.join(', ')}): name an empty one.`,
    )
  if (right.arriving)
    print('What arrived of an earlier move cannot be gone on with: beginning anew.')
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
      `The two stores are of different versions (${left} and ${right}): move with the newest program.`,
    )
}

async function compare({ to, tables, print }: Move, source: Db): Promise<void> {
  const differing: string[] = []
  for (const table of tables) {
    const [left, right] = await Promise.all([sumTable(source, table), sumTable(to.db, table)])
    const same = left.rows === right.rows && left.checksum === right.checksum
    if (!same) differing.push(table.name)
    print(
      `${String(left.rows).padStart(10)} ${table.name.padEnd(14)} ${left.checksum.slice(0, 16)} ${same ? 'the same on both sides' : `but ${right.rows} rows, ${right.checksum.slice(0, 16)}, arrived`}`,
    )
  }
  if (differing.length === 0) return
  await setMark(to.db, 'arriving', 'differs')
  throw new StartRefused(
    `What arrived is not what left (${differing.join(', ')}): the source is still the one to serve; run the move again, which begins anew.`,
  )
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
