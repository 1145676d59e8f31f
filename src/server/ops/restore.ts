import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { actionsOf, json, type CommandTable } from '#server/cli/arguments.ts'
import { commandLog, storeLocation, type Command } from '#server/cli/command.ts'
import type { Config } from '#server/config/config.ts'
import { describeHeld, holdMails, type Holding } from '#server/delivery/hold.ts'
import {
  areSecrets,
  coverAll,
  joinSecrets,
  splitSecrets,
  type Secrets,
} from '#server/config/secret-list.ts'
import { secretsInFile, requireUsedSecrets, secretFile } from '#server/config/secrets.ts'
import { unpack, type BackupNote } from '#server/db/backup.ts'
import { makeFolder, onlyOwner, stamp, syncPath } from '#server/db/files.ts'
import { journalPath, readJournal } from '#server/db/journal.ts'
import { takeServerLock } from '#server/db/lock.ts'
import { openStore } from '#server/db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { describeReplayed, replayJournal } from './replay.ts'

type Sequence = Holding['sequence']

/** With the campaign's sequence. Nothing of DATA_DIR changes before the backup is found whole. */
export const restoreCommand = (sequence: Sequence): CommandTable<Command> => ({
  name: 'restore',
  server: 'stopped',
  help: 'Puts a backup into DATA_DIR, while no server runs on it. It takes the settings of the server.',
  actions: {
    '': actionsOf<Command>()({
      help: 'FILE is what npm run backup has made, or a plain copy of the store. Mail that waited is held until npm run mail -- release.',
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
  asked: Asked,
  sequence: Sequence,
): Promise<number> {
  const where = storeLocation(config)
  if ('databaseUrl' in where)
    throw new StartRefused(
      'DATABASE_URL is set: Postgres restores its backups itself. docs/operating.md says how. Unset it to restore into DATA_DIR.',
    )
  const { dataDir } = where
  makeFolder(dataDir)
  const unlock = takeServerLock(
    dataDir,
    `A server runs on the data folder ${dataDir}, or another restore or move: stop it, then restore.`,
  )
  const staging = join(dataDir, 'restoring')
  try {
    if (!asked.force && existsSync(join(dataDir, 'ascend.db')))
      throw new StartRefused(
        `There is a waitlist in ${dataDir}: add --force to put the backup in its place, or name another folder in DATA_DIR.`,
      )
    rmSync(staging, { recursive: true, force: true })
    const note = unpack(asked.file, join(staging, 'ascend.db'))
    const { secrets, toKeep } = chooseSecrets(note, { ...config, dataDir }, asked)
    const lines = await prepare({ staging, dataDir, note, secrets, sequence, now })
    const aside = putInPlace(staging, dataDir, toKeep, now)
    const made = note ? `, made at ${new Date(note.at).toISOString()},` : ''
    const report = [`${asked.file}${made} is restored into ${dataDir}.`, ...aside, ...lines]
    if (asked.asJson)
      print(
        JSON.stringify({
          file: asked.file,
          dataDir,
          madeAt: note ? new Date(note.at).toISOString() : null,
          report,
        }),
      )
    else for (const line of report) print(line)
    return 0
  } finally {
    rmSync(staging, { recursive: true, force: true })
    unlock()
  }
}

type Asked = { file: string; force: boolean; asJson: boolean }

type Chosen = { secrets: Secrets | null; toKeep: Secrets | null }

/** Secrets that all of the restored store can be checked with; null where neither backup nor folder has one. `toKeep` is to be put into the folder's file. */
function chooseSecrets(
  note: BackupNote | null,
  { secrets: given, dataDir }: Pick<Config, 'secrets' | 'dataDir'>,
  { file, force }: Asked,
): Chosen {
  if (given) requireUsedSecrets(given, dataDir)
  const inFolder = secretsInFile(dataDir)
  const kept = inFolder && areSecrets(inFolder) ? inFolder : null
  const noted = note && splitSecrets(note.secret)
  if (!noted) return { secrets: given ?? kept, toKeep: null }
  if (!areSecrets(noted))
    throw new StartRefused(`${file} holds no secret: name a file that npm run backup has made.`)
  if (given && !coverAll(given, noted))
    throw new StartRefused(
      `SECRET_KEY lacks a secret that ${file} was made with: add it after the newest, or leave SECRET_KEY out to use the backup's own.`,
    )
  if (given) return { secrets: given, toKeep: null }
  if (kept && coverAll(kept, noted)) return { secrets: kept, toKeep: null }
  if (inFolder && !force)
    throw new StartRefused(
      `${secretFile(dataDir)} lacks a secret that ${file} was made with: add --force to put the backup's in its place.`,
    )
  return { secrets: noted, toKeep: noted }
}

type Preparing = {
  staging: string
  dataDir: string
  note: BackupNote | null
  secrets: Secrets | null
  sequence: Sequence
  now: number
}

/** Makes the unpacked store one that may be served: up to date, without who has gone since, and then with its mail held. Returns what to tell. */
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
      note
        ? `restored from the backup of ${new Date(note.at).toISOString()}`
        : 'restored from a copy of the store',
    )
    return [...gone, ...describeHeld(held)]
  } finally {
    await store.close()
  }
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
      `The journal ${path} is lost, in whole or in part: who left, was suppressed or erased since the backup may be on the list again.`,
    )
  if (!journal) return lines
  if (!secrets)
    return [
      ...lines,
      'The journal was not replayed: no secret is known. Set SECRET_KEY as the server had it, and restore again.',
    ]
  return [
    ...lines,
    ...describeReplayed(await replayJournal(store, journal.entries, secrets, note?.at ?? 0)),
  ]
}

function isLost(note: BackupNote | null, journal: ReturnType<typeof readJournal>): boolean {
  if (!journal) return true
  const then = note?.journal
  return then ? then.id !== journal.position.id || then.bytes > journal.position.bytes : false
}

/** What was there is moved aside whole; the new store comes last, by one rename, so that no moment is without a store. */
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
  if (replaced) mkdirSync(old, { mode: onlyOwner.folder })
  if (others) linkSync(secretPath, join(old, 'secret'))
  if (existsSync(path)) linkSync(path, join(old, 'ascend.db'))
  // A WAL that stays behind would be taken for the new store's.
  for (const end of ['-wal', '-shm'])
    if (existsSync(path + end)) renameSync(path + end, join(old, `ascend.db${end}`))
  if (secrets !== null) {
    writeFileSync(join(staging, 'secret'), joinSecrets(secrets), { mode: onlyOwner.file })
    syncPath(join(staging, 'secret'))
    renameSync(join(staging, 'secret'), secretPath)
  }
  syncPath(join(staging, 'ascend.db'))
  renameSync(join(staging, 'ascend.db'), path)
  syncPath(dataDir)
  return replaced ? [`What was there before is in ${old}: remove it when you need it no more.`] : []
}
