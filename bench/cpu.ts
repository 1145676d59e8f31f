import { readFileSync } from 'node:fs'

/** CPU of one process so far, user and system. */
export function cpuMicrosOf(pid: number): number {
  const { own } = microsOf(pid)
  return own
}

/**
 * The same with all its children, those that have ended included: of a server that forks, as
 * Postgres does.
 */
export function cpuMicrosOfFamily(pid: number): number {
  const { own, ended } = microsOf(pid)
  return childrenOf(pid).reduce((sum, child) => sum + ofChild(child), own + ended)
}

/**
 * /proc/PID/stat has utime, stime, cutime and cstime in clock ticks of 10 ms; the second pair is
 * that of children that have ended.
 */
function microsOf(pid: number): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)
  const micros = (index: number) => (fields[index]! + fields[index + 1]!) * 10_000
  return { own: micros(11), ended: micros(13) }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Nothing, where it has ended since it was listed. */
function ofChild(pid: number): number {
  try {
    return cpuMicrosOf(pid)
  } catch {
    return 0
  }
}
