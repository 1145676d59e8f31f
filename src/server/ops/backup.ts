import { createReadStream, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { plural } from '#contract/english.ts'
import { UsageError, actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import {
  notDone,
  storeLocation,
  requireWaitlist,
  type Command,
  standardOutput,
} from '#server/cli/command.ts'
import { joinSecrets, knownSecrets } from '#server/config/secrets.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { backUp, recordOwnBackup, streamedPrefix } from '#server/db/backup.ts'
import { giveToOwner } from '#server/db/files.ts'
import { compactJournal } from '#server/db/tidy-journal.ts'

export const backupCommand: CommandTable<Command> = {
  name: 'backup',
  server: 'may run',
  help: 'Makes a checked copy of the waitlist and its secret, beside a running server. It takes the settings of the server (DATA_DIR).',
  actions: {
    '': actionsOf<Command>()({
      help: 'Writes one file that only its owner can read. The file is complete or absent.',
      options: {
        to: {
          value: 'FOLDER',
          help: 'the folder for the file, else DATA_DIR/backups; - writes the copy itself to standard output (with npm run --silent)',
        },
        keep: {
          value: 'N',
          range: [1, 999_999],
          help: 'removes older backups in the folder, except the newest N; those dated in the future stay and do not count',
        },
        json,
      },
      check({ to, keep }) {
        if (to === '-' && keep) throw new UsageError('--keep needs a folder in --to.')
      },
      run: makeBackup,
    }),
  },
}

async function makeBackup(
  { config, now, print, note }: Command,
  { to, keep, json: asJson }: { to: string | undefined; keep: number | undefined; json: boolean },
): Promise<number> {
  const where = storeLocation(config)
  if ('databaseUrl' in where)
    throw new StartRefused(
      'DATABASE_URL is set: back up Postgres with pg_basebackup and its log, as docs/operating.md describes.',
    )
  requireWaitlist(where)
  const { dataDir } = where
  const secret = joinSecrets(knownSecrets({ ...config, dataDir }))
  if (to === '-') return streamBackup({ dataDir, secret, now, note })
  const folder = to ? resolve(to) : join(dataDir, 'backups')
  const { path, people, removed } = await backUp(dataDir, { folder, keep, now, secret }).catch(
    (error) => {
      throw folderError(error, folder)
    },
  )
  record(dataDir, now, note)
  const { size: bytes } = statSync(path)
  if (asJson) print(JSON.stringify({ path, people, bytes, removed }))
  else {
    print(
      `${contains(people, path, bytes)}: keep it where only you can read it, on another machine too.`,
    )
    if (removed.length > 0) print(`Removed: ${removed.join(', ')}`)
  }
  return 0
}

const contains = (people: number, backup: string, bytes: number): string =>
  `${people} ${plural(people, 'person is', 'people are')} in ${backup} (${(bytes / 1e6).toFixed(1)} MB, checked). It holds the secret`

/** After a backup the dashboard shows its time, and the journal is made shorter. */
function record(dataDir: string, now: number, note: Command['note']): void {
  if (!recordOwnBackup(dataDir, now))
    note('The backup is whole, but its time could not be recorded for the dashboard.')
  try {
    compactJournal(dataDir)
  } catch (error) {
    note(
      `The backup is whole, but the journal could not be made shorter (${(error as Error).message}): the next backup tries again.`,
    )
  }
}

const folderErrors = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS'])

/** One sentence for a folder that cannot be created or written; other errors stay as they are. */
function folderError(error: unknown, folder: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!folderErrors.has(code)) return error
  return new StartRefused(
    `The backup cannot be written to ${folder} (${code}): name a folder that exists and that this user may write to.`,
    { cause: error },
  )
}

type Stream = Pick<Command, 'note' | 'now'> & { dataDir: string; secret: string }

/**
 * Writes the checked copy to standard output and leaves nothing in the data folder. If the reader
 * stops early, there is no backup.
 */
async function streamBackup({ dataDir, secret, now, note }: Stream): Promise<number> {
  if (process.stdout.isTTY)
    return notDone(
      note,
      'A backup is not text: send it on, as with `| ssh elsewhere "cat > ascend.db"`.',
    )
  const folder = mkdtempSync(join(dataDir, streamedPrefix))
  giveToOwner(folder)
  try {
    const { path, people } = await backUp(dataDir, { folder, now, secret })
    const { size } = statSync(path)
    const file = createReadStream(path, { fd: openSync(path, 'r') })
    // From here on nothing is left behind, whatever ends this process.
    rmSync(folder, { recursive: true })
    for await (const bytes of file as AsyncIterable<Buffer>)
      if (!(await standardOutput.write(bytes)))
        return notDone(note, 'Standard output was closed before the end: there is no backup.')
    record(dataDir, now, note)
    note(`${contains(people, 'the backup', size)}.`)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
