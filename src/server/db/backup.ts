import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  renameSync,
  existsSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, backup } from 'node:sqlite'
import { StartRefused } from '#server/config/start-refused.ts'
import { giveToOwner, makeFolder, onlyOwner, stamp, syncPath } from './files.ts'
import { applicationId } from './integrity.ts'
import { journalPath, type JournalPosition, journalPosition } from './journal-file.ts'
import { readMeta, writeMeta, type MetaKey } from './meta.ts'
import { refuseOtherSchema } from './migrate.ts'
import { migrations } from './schema.ts'
import { isDamage, isBusy } from './sqlite-errors.ts'
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
type LastBackup = { at: number; isChecked: boolean }

export async function readLastBackup(db: Db): Promise<LastBackup | null> {
  const last = await readMeta(db, 'last backup')
  const checked = last === null ? null : await readMeta(db, 'last checked backup')
  return last === null ? null : { at: Number(last), isChecked: checked === last }
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

/** A checked copy of the store, made before migration `id` and those after it. */
export async function copyBefore(id: number, file: DatabaseSync, dataDir: string): Promise<string> {
  const name = `before-${String(id).padStart(3, '0')}-${stamp(Date.now()).slice(0, 15)}Z.db`
  const path = join(dataDir, 'backups', name)
  const damage = await copyChecked(file, path)
  if (damage)
    throw new StartRefused(
      `The copy ${path}, made before the update of the store, is damaged (${damage}): restore an earlier backup into ${dataDir}.`,
    )
  return path
}

/**
 * Copies a database, which others may write meanwhile, and checks the copy. `path` exists only once
 * the copy is whole and synced. Otherwise nothing of it stays, and the damage is returned. `mark`
 * may write into the copy before it is renamed.
 */
async function copyChecked(
  file: DatabaseSync,
  path: string,
  mark: (copy: DatabaseSync) => void = () => {},
): Promise<string | null> {
  makeFolder(dirname(path))
  const partial = path + partialEnd
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'wx', onlyOwner.file))
  giveToOwner(partial)
  try {
    await backup(file, partial, { rate: allAtOnce })
    const damage = findDamage(partial, mark)
    if (damage) return damage
    syncPath(partial)
    renameSync(partial, path)
    syncPath(dirname(path))
    return null
  } finally {
    for (const end of ['', '-journal']) rmSync(partial + end, { force: true })
  }
}

/** Also of copies that a kill has interrupted. */
const partialEnd = '.partial'

/**
 * One step copies a single snapshot. A copy in several steps would start over at each write of
 * another process, and never end beside a busy server.
 */
const allAtOnce = 0x7f_ff_ff_ff

/**
 * Checks every page, index and reference of a database that nobody else has open. Returns the
 * damage, or null.
 */
function findDamage(path: string, mark: (copy: DatabaseSync) => void = () => {}): string | null {
  const copy = new DatabaseSync(path)
  try {
    // One file without a WAL beside it can be moved by hand.
    copy.exec('pragma journal_mode = delete')
    // The lock shows that somebody still works on the copy.
    copy.exec('begin exclusive')
    const first = copy.prepare('pragma integrity_check(1)').get()?.['integrity_check']
    if (first !== 'ok') return String(first).replace(/^\*\*\*.*\n/, '')
    const orphan = copy.prepare('pragma foreign_key_check').get()
    if (orphan) return `a row of ${String(orphan['table'])} refers to a missing row`
    mark(copy)
    copy.exec('commit')
    return null
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  } finally {
    copy.close()
  }
}

/**
 * Begins the name of a folder in the data folder for a backup that is written to standard output.
 * No operator gives a folder such a name: it is deleted with the copy in it.
 */
export const streamedPrefix = 'unfinished-backup-'

/**
 * Removes the copies in `folder` that a kill has interrupted, and those of backups to standard
 * output. A copy that another process still makes is locked by SQLite, and stays.
 */
export function removeUnfinishedCopies(dataDir: string, folder: string): void {
  removePartials(folder)
  for (const name of namesIn(dataDir).filter((each) => streamedName.test(each))) {
    const streamed = join(dataDir, name)
    removePartials(streamed)
    const rest = namesIn(streamed)
    if (rest.every((each) => copyName.test(each)))
      rmSync(streamed, { recursive: true, force: true })
  }
}

const streamedName = new RegExp(`^${streamedPrefix}[A-Za-z0-9]{6}$`)
const copyName = /^(?:ascend-\d{8}T\d{9}Z|before-\d{3}-\d{8}T\d{6}Z)\.db$/

function removePartials(folder: string): void {
  const copies = namesIn(folder).map((name) => name.replace(/-journal$/, ''))
  for (const name of new Set(copies)) {
    const isOurs = name.endsWith(partialEnd) && copyName.test(name.slice(0, -partialEnd.length))
    if (!isOurs || isLocked(join(folder, name))) continue
    for (const end of ['', '-journal']) rmSync(join(folder, name + end), { force: true })
  }
}

function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const file = new DatabaseSync(path)
  try {
    file.exec('begin exclusive')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    file.close()
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
