import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { drained, drainMs, endMailLeases } from '#test/drained.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshDatabase, freshFolder, storeEngines, testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { silentLog } from '#test/silent-log.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { openMailServer } from '#test/smtp.ts'
import { saveByCall, savedId } from '#test/quiz-taker.ts'
import { joinByCall } from '#test/visitor.ts'
import { openStore } from '#server/db/open.ts'

const rounds = Number(process.env['KILL_ROUNDS'] ?? 2)

/**
 * The server is killed in the midst of its work, again and again; mail is drained once, at the end.
 */
test.each(storeEngines)(
  'kill -9 under load on %s loses nothing that was acknowledged, and mails it once, three times at most where nobody could know',
  async (engine) => {
    const smtp = await openMailServer()
    const port = String(await reservePort())
    const where = engine === 'postgres' ? await freshDatabase() : { dataDir: freshFolder() }
    const env: Record<string, string> = {
      PORT: port,
      LIMITS: 'off',
      PUBLIC_URL: `http://localhost:${port}`,
      SMTP_URL: smtp.url,
      SECRET_KEY: testSecret,
      ...('databaseUrl' in where
        ? { DATABASE_URL: where.databaseUrl }
        : { DATA_DIR: where.dataDir }),
    }
    const acknowledged: string[] = []
    const saved: string[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await untilReady(spawnServer(env))
      await loadUntilKilled(server, round, acknowledged, saved)
    }

    const store = await openStore(where, { log: silentLog, role: 'command' })
    await endMailLeases(store)
    const last = await untilReady(spawnServer(env))
    const uncertain = await drained(store)
    const known = new Set(
      (await store.db.selectFrom('people').select('email').execute()).map(({ email }) => email),
    )
    const kept = new Set(
      (await store.db.selectFrom('quiz_results').select('id').execute()).map(({ id }) => id),
    )
    await store.close()
    await last.kill()

    const receivedBy = Map.groupBy(smtp.received, ({ to }) => to.join(' '))
    const count = (email: string) => receivedBy.get(email)?.length ?? 0
    const again = acknowledged.filter((email) => count(email) > 1)
    recordMeasurement(
      `${engine}: ${rounds} kills, ${acknowledged.length} acknowledged, ${saved.length} of them quiz results, ${smtp.received.length} received, ${again.length} of them more than once, ${uncertain.size} uncertain`,
    )
    expect(acknowledged.length).toBeGreaterThan(rounds * 20)
    expect(acknowledged.filter((email) => !known.has(email))).toEqual([])
    expect(saved.length).toBeGreaterThan(rounds * 5)
    expect(saved.filter((id) => !kept.has(id))).toEqual([])
    expect(acknowledged.filter((email) => count(email) === 0 && !uncertain.has(email))).toEqual([])
    expect(acknowledged.filter((email) => count(email) > 3)).toEqual([])
    for (const email of again)
      expect(
        new Set(receivedBy.get(email)!.map(({ raw }) => /^Message-ID: .*$/im.exec(raw)![0])).size,
      ).toBe(1)
  },
  drainMs * 2 + rounds * 20_000,
)

async function loadUntilKilled(
  server: Awaited<ReturnType<typeof untilReady>>,
  round: number,
  acknowledged: string[],
  saved: string[],
) {
  const until = acknowledged.length + randomInt(30, 60)
  let count = 0
  let killed = false
  const visitor = async (name: number) => {
    while (!killed) {
      const email = `r${round}-v${name}-${count++}@example.com`
      if (count % 4 === 0) {
        const id = await saveByCall(server.url, email).then(savedId, () => null)
        if (id) {
          saved.push(id)
          acknowledged.push(email)
        }
      } else if (
        await joinByCall(server.url, email).then(
          ({ status }) => status === 200,
          () => false,
        )
      )
        acknowledged.push(email)
      if (acknowledged.length >= until && !killed) {
        killed = true
        await server.kill()
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, name) => visitor(name)))
}
