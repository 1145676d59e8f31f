import { expect, test } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { reservePort } from '#test/reserved-port.ts'
import { engines, freshDatabase, freshFolder, testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { spawnServer, untilReady, type ServerProcess } from '#test/server-process.ts'
import type { Diagnostics } from '#test/server-with-diagnostics.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'
import { visits, type SoakSite } from '#test/soak-visits.ts'
import { watchStandstills } from '#test/standstill.ts'

/**
 * Seconds show that handles come back and nothing is logged as an error; whether memory is flat
 * shows after minutes alone.
 */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 0.07)
const showsMemory = minutes >= 5
const visitEveryMs = 250
const samples = showsMemory ? 30 : 3
const restMs = 120_000
const metricsToken = 'a-token-for-the-metrics'

test.concurrent.each(engines)(
  'on %s mixed traffic leaves memory flat, no handle open and no line of level error',
  async (engine) => {
    const mail = await openMailServer()
    const port = String(await reservePort())
    const where = engine === 'postgres' ? await freshDatabase() : { dataDir: freshFolder() }
    const server = await untilReady(
      spawnServer(
        {
          PORT: port,
          PUBLIC_URL: `http://localhost:${port}`,
          SMTP_URL: mail.url,
          MAILS_PER_HOUR: '1000000',
          TRUSTED_PROXIES: '127.0.0.1',
          METRICS_TOKEN: metricsToken,
          SECRET_KEY: testSecret,
          ...('databaseUrl' in where
            ? { DATABASE_URL: where.databaseUrl }
            : { DATA_DIR: where.dataDir }),
        },
        'test/server-with-diagnostics.ts',
      ),
    )
    const witness = await openStore(where, { log: silentLog, role: 'command' })
    const standstills = watchStandstills(() => witness.ping())
    const before = await diagnosticsOf(server)
    const { count, failed, memory } = await soak(
      { url: server.url, received: mail.received, metricsToken },
      server,
      standstills.within,
    )
    const after = await atRest(server, before)
    server.child.kill('SIGTERM')
    const code = await server.exited
    const errors = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
      .filter((line) => {
        const at = Date.parse((JSON.parse(line) as { time: string }).time)
        return !standstills.within(at, at)
      })
    standstills.stop()
    await witness.close()

    const [, second, last] = thirds(memory)
    recordMeasurement(
      `soak ${engine}: ${minutes} minutes, ${count} visits, MB by thirds ${thirds(memory)
        .map(({ rssMb, liveMb }) => `${rssMb.toFixed(1)} (${liveMb.toFixed(1)} live)`)
        .join(
          ', ',
        )}; open files ${before.files} and ${after.files}; handles ${listOf(before)} and ${listOf(after)}; the machine or its database stood still ${standstills.spells()} times`,
    )
    expect(failed).toEqual([])
    expect(errors).toEqual([])
    expect(more(after, before)).toEqual([])
    expect(code).toBe(0)
    if (showsMemory)
      expect(
        [last.rssMb / second.rssMb, last.liveMb / second.liveMb].filter((ratio) => ratio > 1.1),
      ).toEqual([])
  },
  minutes * 60_000 + 3 * restMs,
)

/**
 * A visit of each kind in turn at a steady pace, whether the former are done or not; memory is
 * looked at all the while.
 */
async function soak(
  site: SoakSite,
  server: ServerProcess,
  stoodStill: (from: number, to: number) => boolean,
) {
  const kinds = Object.entries(visits)
  const total = Math.ceil((minutes * 60_000) / visitEveryMs)
  const failed: string[] = []
  const memory: Diagnostics[] = []
  const running = new Set<Promise<void>>()
  for (let count = 0; count < total; count++) {
    const [kind, visit] = kinds[count % kinds.length]!
    const start = Date.now()
    const visiting = visit(site, {
      email: `visitor@soak${count}.example`,
      from: `${11 + (count >> 16)}.${(count >> 8) & 255}.${count & 255}.7`,
    })
      .catch((error: unknown) => {
        if (!stoodStill(start, Date.now())) failed.push(`somebody who ${kind}: ${String(error)}`)
      })
      .finally(() => running.delete(visiting))
    running.add(visiting)
    if (count % Math.ceil(total / samples) === 0) {
      memory.push(await diagnosticsOf(server))
      site.received.splice(0, site.received.length - 100)
    }
    await new Promise((resolve) => setTimeout(resolve, visitEveryMs))
  }
  await Promise.all(running)
  return { count: total, failed, memory }
}

/**
 * Connections that nobody uses are closed within seconds, also those to the database and the mail
 * server.
 */
async function atRest(server: ServerProcess, before: Diagnostics): Promise<Diagnostics> {
  for (const deadline = Date.now() + restMs; ;) {
    const after = await diagnosticsOf(server)
    if (more(after, before).length === 0 || Date.now() > deadline) return after
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

const more = (after: Diagnostics, before: Diagnostics): string[] => [
  ...Object.entries(after.handles)
    .filter(([kind, count]) => count > (before.handles[kind] ?? 0))
    .map(([kind, count]) => `${count} ${kind}`),
  ...(after.files > before.files ? [`${after.files} files`] : []),
]

const listOf = ({ handles }: Diagnostics) =>
  Object.entries(handles)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(' ')

/** The median of each third. */
function thirds(memory: readonly Diagnostics[]) {
  const third = (from: number) => {
    const part = memory.slice(
      Math.floor((from * memory.length) / 3),
      Math.floor(((from + 1) * memory.length) / 3),
    )
    const median = (figure: 'rssMb' | 'liveMb') =>
      part.map((one) => one[figure]).sort((a, b) => a - b)[part.length >> 1]!
    return { rssMb: median('rssMb'), liveMb: median('liveMb') }
  }
  return [third(0), third(1), third(2)] as const
}

async function diagnosticsOf(server: ServerProcess): Promise<Diagnostics> {
  const before = server.output().length
  server.child.kill('SIGUSR2')
  while (server.child.exitCode === null) {
    const line = /^\{"diagnostics":.*\}\n/m.exec(server.output().slice(before))?.[0]
    if (line) return (JSON.parse(line) as { diagnostics: Diagnostics }).diagnostics
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server ended:\n${server.output().slice(-2_000)}`)
}
