import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '#server/config/start-refused.ts'
import { copyChecked, findDamage, removeUnfinishedCopies } from './copy.ts'
import { giveToOwner, makeFolder, onlyOwner, stamp } from './files.ts'
import { applicationId } from './integrity.ts'
import { journalPath, type JournalPosition } from './journal-file.ts'
import { journalPosition } from './read-journal.ts'
import { readMeta, writeMeta, type MetaKey } from './meta.ts'
import { refuseOtherSchema } from './migration.ts'
import { migrations } from './schema.ts'
import type { Db, Store } from './store.ts'

/**
 * The entry that a backup has in `meta`; a copy made before a migration has none. `secret` is the
 * text of the server's secret file. `at` is in ms.
 */
export type BackupNote = { at: number; secret: string; journal: JournalPosition | null }

type Backup = { path: string; people: number; removed: string[] }

const noteKey = 'backup' satisfies MetaKey
const backupName = /^ascend-\d{8}T\d{9}Z\.db$/

/**
 * Copies the store of `dataDir` into `folder`, beside a running server: one checked file that only
 * its owner can read. `keep` is how many backups stay there. Throws StartRefused if the copy is
 * damaged.
 */
export async function backUp(
  dataDir: string,
  {
    folder,
    secret,
    keep,
    now,
  }: { folder: string; secret: string; keep?: number | undefined; now: number },
): Promise<Backup> {
  const path = join(folder, `ascend-${stamp(now)}.db`)
  removeUnfinishedCopies(dataDir, folder)
  const note: BackupNote = { at: now, secret, journal: journalPosition(journalPath(dataDir)) }
  const source = new DatabaseSync(join(dataDir, 'ascend.db'), { timeout: 5_000 })
  let people = 0
  try {
    const damage = await copyChecked(source, path, (copy) => {
      checkSchema(copy, `The store in ${dataDir} (DATA_DIR)`)
      copy
        .prepare(
          'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
        )
        .run(noteKey, JSON.stringify(note))
      people = Number(copy.prepare('select count(*) as people from people').get()?.['people'])
    })
    if (damage)
      throw new StartRefused(
        `The store in ${dataDir} is damaged (${damage}): no backup was made, and the earlier ones stay. Restore the last one.`,
      )
  } finally {
    source.close()
  }
  return { path, people, removed: keep === undefined ? [] : removeOlder(path, keep) }
}

/** A backup that is dated after the new one is of a clock that was ahead: it stays, uncounted. */
function removeOlder(path: string, keep: number): string[] {
  const folder = dirname(path)
  const older = readdirSync(folder)
    .filter((name) => backupName.test(name) && name <= basename(path))
    .sort()
    .slice(0, -keep)
  for (const name of older) rmSync(join(folder, name))
  return older
}

/**
 * Copies a backup to `path`, checks the copy and removes the note from it. Returns the note, or
 * null for a copy made before a migration. The backup stays unchanged. Throws StartRefused if it is
 * damaged, of another schema, or no backup.
 */
export function unpack(backup: string, path: string): BackupNote | null {
  if (!isStore(backup))
    throw new StartRefused(
      `${backup} is not a backup of a waitlist: name a file that npm run backup has made.`,
    )
  makeFolder(dirname(path))
  copyFileSync(backup, path)
  chmodSync(path, onlyOwner.file)
  giveToOwner(path)
  let note: BackupNote | null = null
  const damage = findDamage(path, (copy) => {
    checkSchema(copy, backup)
    // The mark says that a server was running when the copy was made. The copy itself is complete.
    copy
      .prepare('delete from meta where key in (?, ?)')
      .run('server' satisfies MetaKey, 'journal to compare' satisfies MetaKey)
    const value = copy.prepare('select value from meta where key = ?').get(noteKey)?.['value']
    if (typeof value !== 'string') return
    note = JSON.parse(value)
    // Overwrites the deleted secret with zeros: it must stay in its own file only.
    copy.exec('pragma secure_delete = on')
    copy.prepare('delete from meta where key = ?').run(noteKey)
  })
  if (damage)
    throw new StartRefused(
      `${backup} is damaged (${damage}): nothing was changed; restore an earlier backup.`,
    )
  return note
}

/** Throws StartRefused for a store that this program cannot use, or could not restore. */
function checkSchema(file: DatabaseSync, name: string): void {
  const made = file
    .prepare('select value from meta where key = ?')
    .get('schema' satisfies MetaKey)?.['value']
  refuseOtherSchema(made, migrations, name, 'sqlite')
}

/**
 * Reads SQLite's header, which has the application id at byte 68. Files of other programs must not
 * be opened as databases.
 */
function isStore(path: string): boolean {
  const header = Buffer.alloc(100)
  try {
    const file = openSync(path, 'r')
    readSync(file, header, 0, 100, 0)
    closeSync(file)
  } catch {
    return false
  }
  return (
    header.toString('latin1', 0, 15) === 'SQLite format 3' &&
    header.readInt32BE(68) === applicationId
  )
}

/** `isChecked`: `npm run backup` made it, which reads and checks the whole copy. */
type LastBackup = { atMs: number; isChecked: boolean }

export async function readLastBackup(db: Db): Promise<LastBackup | null> {
  const last = await readMeta(db, 'last backup')
  const checked = last === null ? null : await readMeta(db, 'last checked backup')
  return last === null ? null : { atMs: Number(last), isChecked: checked === last }
}

/** For backups that this program does not make, as those of Postgres. */
export const recordBackup = (store: Store, now: number): Promise<unknown> =>
  store.transact((trx) => writeMeta(trx, 'last backup', String(now)))

/**
 * After a backup on SQLite. Returns false where the store could not be written: the backup is whole
 * all the same.
 */
export function recordOwnBackup(dataDir: string, now: number): boolean {
  const store = new DatabaseSync(join(dataDir, 'ascend.db'), { timeout: 5_000 })
  try {
    store
      .prepare(
        'insert into meta (key, value) values (?, ?), (?, ?) on conflict (key) do update set value = excluded.value',
      )
      .run('last backup', String(now), 'last checked backup', String(now))
    return true
  } catch {
    return false
  } finally {
    store.close()
  }
}
