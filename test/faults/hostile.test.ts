import { expect, test } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { drained, drainMs } from '#test/drained.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { hostileLoad, refusedOf, sayHostile } from '#test/hostile-load.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'

const requests = Number(process.env['HOSTILE_REQUESTS'] ?? 400)
const seed = Number(process.env['HOSTILE_SEED'] ?? 1)

test(
  'hostile addresses and bodies at half of what the server can answer: every honest visitor who joins meanwhile is accepted, and nobody else is mailed',
  async () => {
    const mail = await openMailServer()
    const port = await reservePort()
    const dataDir = freshFolder()
    const server = await untilReady(
      spawnServer({
        PORT: String(port),
        DATA_DIR: dataDir,
        PUBLIC_URL: `http://localhost:${port}`,
        SMTP_URL: mail.url,
        MAILS_PER_HOUR: '1000000',
        TRUSTED_PROXIES: '127.0.0.1',
      }),
    )
    const report = await hostileLoad(port, { requests, seed })
    const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
    await drained(store)
    const people = await store.db.selectFrom('people').select('email').execute()
    await store.close()
    await server.kill()

    recordMeasurement(`${requests} ${sayHostile(report)}`)
    expect([refusedOf(report.alone), refusedOf(report.attacked)]).toEqual([0, 0])
    expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(report.emails.toSorted())
    expect(people.map(({ email }) => email).sort()).toEqual(report.emails.toSorted())
    expect(Object.keys(report.attack.statuses).filter((status) => status.startsWith('5'))).toEqual(
      [],
    )
    expect(
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    ).toEqual([])
  },
  drainMs + 60_000 + requests * 100,
)
