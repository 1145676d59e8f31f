import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreLocation } from '#server/db/store.ts'
import { enterWaiting, openClaims, type Claims } from './due-mails.ts'
import { fill } from './fill.ts'
import { load, startBench, type BenchServer } from './measure.ts'
import type { BenchPostgres } from './postgres.ts'

export type Operation = 'claim' | 'join' | 'confirm' | 'save'
/**
 * us of CPU an operation: of the server's own code, and of all of Postgres's processes. `perSecond`:
 * how many were done; 0 of claims, which are not timed.
 */
export type CpuRun = { server: number; database: number; perSecond: number }
export type Crowd = {
  where: StoreLocation
  claims(): Promise<Claims>
  serve(): Promise<void>
  run(operation: Operation): Promise<CpuRun>
  /** how many people there are by now */
  entered(): number
  close(): Promise<void>
}

/** The links of the mails that are claimed are those that are confirmed. */
const requests: Record<Operation, number> = {
  claim: 1_000,
  join: 4_000,
  confirm: 1_000,
  save: 3_000,
}
const dayMs = 24 * 3_600_000

/**
 * A store with so many people, on which each operation can be run so many `turns`. Its server sends
 * one mail an hour, so that the CPU measured is that of what was asked for.
 */
export async function openCrowd(
  people: number,
  turns: number,
  postgres: BenchPostgres | null,
): Promise<Crowd> {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const database = await postgres?.freshDatabase(`people_${people}`)
  const where: StoreLocation = database
    ? { databaseUrl: database.DATABASE_URL }
    : { dataDir: folder }
  const links = join(folder, 'links')
  let entered = people + turns * requests.claim
  let claims: Claims | undefined
  let server: BenchServer | undefined

  async function perform(operation: Operation): Promise<Pick<CpuRun, 'server' | 'perSecond'>> {
    const count = requests[operation]
    if (operation === 'claim') return { server: await claims!.claim(count), perSecond: 0 }
    if (operation === 'confirm') writeFileSync(links, claims!.tokens.splice(0, count).join('\n'))
    else entered += count
    const { refused, cpuMicros, perSecond } = await load(server!, {
      connections: 64,
      requests: count,
      ...(operation === 'confirm' ? { kind: operation, tokens: links } : { kind: operation }),
    })
    if (refused > 0)
      throw new Error(`${refused} of ${count} were refused (${operation}, ${people} people)`)
    return { server: cpuMicros, perSecond }
  }

  await fill(where, people, Date.now() + dayMs)
  await enterWaiting(where, turns * requests.claim)
  return {
    where,
    claims: async () => (claims = await openClaims(where)),
    async serve() {
      await claims!.close()
      server = await startBench('dist/fuel/server/main.js', {
        DATA_DIR: folder,
        ...database,
        MAILS_PER_HOUR: '1',
      })
    },
    async run(operation) {
      const before = postgres?.cpuMicros() ?? 0
      const ours = await perform(operation)
      return {
        ...ours,
        database: ((postgres?.cpuMicros() ?? 0) - before) / requests[operation],
      }
    },
    entered: () => entered,
    async close() {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
