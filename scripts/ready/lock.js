import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A lock without a process id that is younger than this may be one that is being created. */
const youngLockMs = 2_000

/**
 * Only one process can create a folder. A second start waits for the first, and takes over from one
 * that died.
 */
export function takeLock(lock) {
  for (let told = false; ;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const createdAt = changedAt(lock)
    if (createdAt === undefined) continue
    const holder = holderOf(lock)
    if (!isAlive(holder, lock)) {
      moveAway(lock, `${lock}.of-${holder}-${createdAt}`)
      continue
    }
    if (!told)
      process.stderr.write(
        'Another start in this folder is installing or building; waiting for it ...\n',
      )
    told = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
  }
}

export function freeLock(lock) {
  if (holderOf(lock) !== process.pid) return
  const left = readdirSync(dirname(lock)).filter((name) => name.startsWith(`${basename(lock)}.of-`))
  for (const name of [...left, basename(lock)])
    rmSync(join(dirname(lock), name), { recursive: true, force: true })
}

/**
 * Several processes may find the same dead holder. One renames its lock; for the others that name
 * is taken. It has the time that was read before the holder was judged: a lock that another process
 * takes meanwhile has another name.
 */
function moveAway(lock, name) {
  try {
    renameSync(lock, name)
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
  }
}

function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/** Process ids are reused, in a restarted container even by the next start. */
function isAlive(holder, lock) {
  if (!holder) return isYoung(lock)
  if (holder === process.pid) return false
  try {
    process.kill(holder, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  const commandLine = `/proc/${holder}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('ready.js')
}

function isYoung(lock) {
  return Date.now() - (changedAt(lock) ?? 0) < youngLockMs
}

/** In ms; undefined where there is no lock. */
function changedAt(lock) {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs
}
