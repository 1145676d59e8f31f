import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl, findPostgres, runSql, startPostgres } from '#test/postgres.ts'
import { cpuMicrosOfFamily } from './cpu.ts'
import { note } from './measure.ts'

export const benchSecret = 'a-secret-for-benches-that-is-long-enough'

export type BenchPostgres = {
  /** Makes an empty database; answers with what a server needs in its environment to use it. */
  freshDatabase(name: string): Promise<{ DATABASE_URL: string; SECRET_KEY: string }>
  /** CPU of all its processes so far. */
  cpuMicros(): number
  stop(): Promise<void>
}

/**
 * A Postgres that has on the disk what it says yes to, as it is shipped; null, with a sentence,
 * where this machine has none.
 */
export async function startBenchPostgres(): Promise<BenchPostgres | null> {
  if (!findPostgres()) {
    note(
      'There is no Postgres on this machine, so nothing is measured on it: apt-get install postgresql (or: brew install postgresql).',
    )
    return null
  }
  const { url, stop } = await startPostgres({ settings: { fsync: 'on', deadlock_timeout: '1s' } })
  const [row] = await runSql(url, 'show data_directory')
  const postmaster = Number(
    readFileSync(join(String(row!['data_directory']), 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  return {
    stop,
    async freshDatabase(name) {
      await runSql(url, `create database ${name}`)
      return { DATABASE_URL: databaseUrl(url, name), SECRET_KEY: benchSecret }
    },
    cpuMicros: () => cpuMicrosOfFamily(postmaster),
  }
}
