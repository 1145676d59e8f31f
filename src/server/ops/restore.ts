import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchAt } from '#contract/launch/launch.ts'
import { plural } from '#contract/english.ts'
import { iso } from '#contract/time.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { commandLog, storeLocation, type Command } from '#server/cli/command.ts'
import type { Config } from '#server/config/config.ts'
import {
  joinSecrets,
  secretFile,
  areSecrets,
  coverAll,
  splitSecrets,
  secretsInFile,
  requireUsedSecrets,
  type Secrets,
} from '#server/config/secrets.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { unpack, type BackupNote } from '#server/db/backup.ts'
import { giveToOwner, makeFolder, onlyOwner, stamp, syncPath } from '#server/db/files.ts'
import { journalPath, type JournalPosition, readJournal } from '#server/db/journal-file.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import { openStore } from '#server/db/open.ts'
import type { Store } from '#server/db/store.ts'
import { takeServerLock } from '#server/db/running-server.ts'
import { describeHeld, holdMails, type Holding } from '#server/delivery/hold.ts'
import { holdImports } from '#server/imports/import-run.ts'
import { describeReplayed, replayJournal, type Since } from '#server/people/replay.ts'
import { withholdOnceMails } from '#server/signup/once-requests.ts'

type RestoreRequest = { file: string; force: boolean; asJson: boolean }

type Sequence = Holding['sequence']

/** With the campaign's sequence. DATA_DIR does not change before the backup is verified. */
export const restoreCommand = (sequence: Sequence): CommandTable<Command> => ({
  name: 'restore',
  server: 'stopped',
  help: 'Puts a backup into DATA_DIR, while no server runs on it. It takes the settings of the server.',
  actions: {
    '': actionsOf<Command>()({
      help: 'Restores FILE, which npm run backup has made, or a plain copy of the store. Waiting mail is held until npm run mail -- release.',
      argument: 'FILE',
      options: {
        force: {
          flag: true,
          help: 'puts it in place of the waitlist that is there, which is moved aside',
        },
        json,
      },
      run: (command, { force, json: asJson }, file) =>
        restore(command, { file: resolve(file), force, asJson }, sequence),
    }),
  },
})

async function restore(
  { config, now, print }: Command,
  request: RestoreRequest,
  sequence: Sequence,
): Promise<number> {
  const where = storeLocation(config)
  if ('databaseUrl' in where)
    throw new StartRefused(
      'DATABASE_URL is set: restore Postgres with its own tools, as docs/operating.md describes. Unset it to restore into DATA_DIR.',
    )
  const { dataDir } = where
  makeFolder(dataDir)
  const unlock = await takeServerLock(
    dataDir,
    `A server runs on the data folder ${dataDir}, or another restore or move: stop it, then restore.`,
  )
  const staging = join(dataDir, 'restoring')
  try {
    if (!request.force && existsSync(join(dataDir, 'ascend.db')))
      throw new StartRefused(
        `There is a waitlist in ${dataDir}: add --force to replace it with the backup, or name another folder in DATA_DIR.`,
      )
    rmSync(staging, { recursive: true, force: true })
    const note = unpack(request.file, join(staging, 'ascend.db'))
    const { secrets, toWrite } = chooseSecrets(note, { ...config, dataDir }, request)
    const lines = await prepare({ staging, dataDir, note, secrets, sequence, now })
    const aside = putInPlace(staging, dataDir, toWrite, now)
    const madeAt = note ? iso(note.at) : null
    const made = madeAt === null ? '' : `, made at ${madeAt},`
    const report = [`${request.file}${made} is restored into ${dataDir}.`, ...aside, ...lines]
    if (request.asJson) print(JSON.stringify({ file: request.file, dataDir, madeAt, report }))
    else for (const line of report) print(line)
    return 0
  } finally {
    rmSync(staging, { recursive: true, force: true })
    await unlock()
  }
}

type Preparing = {
  staging: string
  dataDir: string
  note: BackupNote | null
  secrets: Secrets | null
  sequence: Sequence
  now: number
}

/**
 * Prepares the unpacked store: migrates it, replays the journal and holds its mail. Returns lines
 * of the report.
 */
async function prepare({
  staging,
  dataDir,
  note,
  secrets,
  sequence,
  now,
}: Preparing): Promise<string[]> {
  const store = await openStore(
    { dataDir: staging },
    { log: commandLog(), role: 'command', journalKey: 'none' },
  )
  try {
    const gone = await replay(store, journalPath(dataDir), note, secrets)
    const held = await holdMails(
      { store, sequence, alone: true, time: { now: () => now, rest: sleep }, print: () => {} },
      note ? `restored from the backup of ${iso(note.at)}` : 'restored from a copy of the store',
    )
    const withheld = await withholdOnceMails(store, now)
    const ended = await endSignIns(store)
    const imports = await store.transact((trx) => holdImports(trx, now))
    return [
      ...gone,
      ...describeHeld(held),
      ...ended,
      ...imports.map(
        (name) =>
          `The import of ${name} ran when the backup was made, and waits: continue or discard it in the dashboard.`,
      ),
      ...(await describeLaunchOf(store, withheld, now)),
    ]
  } finally {
    await store.close()
  }
}

/** The state of the launch is that of the backup: an operator may have changed it since. */
async function describeLaunchOf(
  { db }: Pick<Store, 'db'>,
  withheld: number,
  now: number,
): Promise<string[]> {
  const periods = await readLaunchPeriods(db)
  return [
    ...(periods.length > 0
      ? [
          `The launch is ${launchAt(periods, now).state}, as the backup has it. If that changed since, set it again: npm run launch -- show.`,
        ]
      : []),
    ...(withheld > 0
      ? [
          `${withheld} ${plural(withheld, 'address that asked for one mail gets none: it', 'addresses that asked for one mail get none: they')} may have had it since the backup.`,
        ]
      : []),
  ]
}

async function replay(
  store: Parameters<typeof replayJournal>[0],
  path: string,
  note: BackupNote | null,
  secrets: Secrets | null,
): Promise<string[]> {
  const journal = readJournal(path)
  const lines: string[] = []
  if (isLost(note, journal))
    lines.push(
      `The journal ${path} is lost, in whole or in part: people who left, or were suppressed or erased, since the backup may be on the list again.`,
    )
  if (!journal) return lines
  if (!secrets)
    return [
      ...lines,
      'The journal was not replayed: no secret is known. Set SECRET_KEY as the server had it, and restore again.',
    ]
  return [
    ...lines,
    ...describeReplayed(
      await replayJournal(store, journal.entries, secrets, sinceOf(note, journal.position)),
      'backup',
    ),
  ]
}

function sinceOf(note: BackupNote | null, { id }: JournalPosition): Since {
  const isSame = note?.journal?.id === id
  return { at: note?.at ?? 0, line: isSame ? note.journal!.line : Infinity }
}

function isLost(note: BackupNote | null, journal: ReturnType<typeof readJournal>): boolean {
  if (!journal) return true
  const then = note?.journal
  return then ? then.id !== journal.position.id || then.line > journal.position.line : false
}

/**
 * Moves the former store aside and puts the new one in place by one rename, so that there is a
 * store at every moment.
 */
function putInPlace(
  staging: string,
  dataDir: string,
  secrets: Secrets | null,
  now: number,
): string[] {
  const [path, secretPath, old] = [
    join(dataDir, 'ascend.db'),
    secretFile(dataDir),
    join(dataDir, `replaced-${stamp(now)}`),
  ]
  const others = secrets !== null && existsSync(secretPath)
  const replaced = existsSync(path) || others
  if (replaced) makeFolder(old)
  if (others) linkSync(secretPath, join(old, 'secret'))
  if (existsSync(path)) linkSync(path, join(old, 'ascend.db'))
  // SQLite would take a WAL that stays behind for that of the new store.
  for (const end of ['-wal', '-shm'])
    if (existsSync(path + end)) renameSync(path + end, join(old, `ascend.db${end}`))
  if (secrets !== null) {
    writeFileSync(join(staging, 'secret'), joinSecrets(secrets), { mode: onlyOwner.file })
    giveToOwner(join(staging, 'secret'))
    syncPath(join(staging, 'secret'))
    renameSync(join(staging, 'secret'), secretPath)
  }
  syncPath(join(staging, 'ascend.db'))
  renameSync(join(staging, 'ascend.db'), path)
  syncPath(dataDir)
  return replaced ? [`The former waitlist is in ${old}: remove it when you no longer need it.`] : []
}

type ChosenSecrets = { secrets: Secrets | null; toWrite: Secrets | null }

/**
 * The secrets that can verify everything in the restored store; null where neither backup nor
 * folder has one. `toWrite` goes into the folder's secret file.
 */
function chooseSecrets(
  note: BackupNote | null,
  { secrets: given, dataDir }: Pick<Config, 'secrets' | 'dataDir'>,
  { file, force }: { file: string; force: boolean },
): ChosenSecrets {
  if (given) requireUsedSecrets(given, dataDir)
  const inFolder = secretsInFile(dataDir)
  const usable = inFolder && areSecrets(inFolder) ? inFolder : null
  const noted = note && splitSecrets(note.secret)
  if (!noted) return { secrets: given ?? usable, toWrite: null }
  if (!areSecrets(noted))
    throw new StartRefused(`${file} contains no secret: name a file that npm run backup has made.`)
  if (given && !coverAll(given, noted))
    throw new StartRefused(
      `SECRET_KEY lacks a secret that ${file} was made with: add it after the newest, or unset SECRET_KEY to use the secret of the backup.`,
    )
  if (given) return { secrets: given, toWrite: null }
  if (usable && coverAll(usable, noted)) return { secrets: usable, toWrite: null }
  if (inFolder && !force)
    throw new StartRefused(
      `${secretFile(dataDir)} lacks a secret that ${file} was made with: add --force to replace it with that of the backup.`,
    )
  return { secrets: noted, toWrite: noted }
}

/**
 * After a store was restored to an earlier time: operators sign in again. A session may have been
 * ended since, because somebody had stolen it. Mails with a link to sign in that wait are deleted
 * too. Returns lines for the operator.
 */
export function endSignIns(store: Store): Promise<string[]> {
  return store.transact(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('sessions').executeTakeFirst()
    await trx.deleteFrom('sign_in_links').execute()
    await trx
      .deleteFrom('outbox')
      .where('personId', 'is', null)
      .where('template', '=', 'sign-in')
      .where('state', 'in', ['due', 'sending'])
      .execute()
    return numDeletedRows === 0n
      ? []
      : ['The sessions of operators that were open then are ended: sign in to the dashboard again.']
  })
}
