import { readFileSync } from 'node:fs'

/** CPU of one process so far, user and system. */
export const cpuMicrosOf = (pid: number): number => {
  const [, user, system] = statOf(pid)
  return user + system
}

/** The same with its children that have ended: a server that forks, as Postgres does, has theirs only then. */
export const cpuMicrosWithEnded = (pid: number): number => {
  const [, user, system, endedUser, endedSystem] = statOf(pid)
  return user + system + endedUser + endedSystem
}

export const parentOf = (pid: number): number => statOf(pid)[0]

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** /proc/PID/stat: the parent, then utime, stime, cutime and cstime, which count clock ticks of 10 ms. */
function statOf(pid: number): [number, number, number, number, number] {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ').map(Number)
  const micros = (index: number) => fields[index]! * 10_000
  return [fields[1]!, micros(11), micros(12), micros(13), micros(14)]
}
