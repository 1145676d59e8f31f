import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { openStore, type Store } from '#server/db/open.ts'
import { connections } from '#server/delivery/transport.ts'
import { readLetter } from '#server/letters/letter.ts'
import { drained, drainMs } from '#test/drained.ts'
import { freePort } from '#test/free-port.ts'
import { freshDatabase, freshFolder, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { silentLog } from '#test/silent-log.ts'
import { spawnServer, untilReady, type ServerProcess } from '#test/server-process.ts'
import { openMailServer, type ReceivedMail } from '#test/smtp.ts'

const rounds = Number(process.env['LETTER_KILL_ROUNDS'] ?? 3)
const peopleOfRound = 150
const waitMs = 30_000

/**
 * A letter goes out while servers are killed: on Postgres one of three, on SQLite the only one. In
 * the first round they are killed while recipients are queued.
 */
test.each(storeEngines)(
  '[LETTER-2] kill -9 while a letter goes out on %s forgets nobody, and sends a second copy only where nobody could know',
  async (engine) => {
    const smtp = await openMailServer()
    const where = engine === 'postgres' ? await freshDatabase() : { dataDir: freshFolder() }
    const start = async () =>
      untilReady(
        spawnServer({
          PORT: String(await freePort()),
          LIMITS: 'off',
          PUBLIC_URL: 'http://localhost:3000',
          SMTP_URL: smtp.url,
          SECRET_KEY: testSecret,
          ...('databaseUrl' in where
            ? { DATABASE_URL: where.databaseUrl }
            : { DATA_DIR: where.dataDir }),
        }),
      )
    const servers = await Promise.all(Array.from({ length: engine === 'postgres' ? 3 : 1 }, start))
    const store = await openStore(where, { log: silentLog, role: 'command' })
    const people = Array.from({ length: rounds * peopleOfRound }, (_, n) => ({
      id: `p${String(n).padStart(6, '0')}`,
    }))
    await addListed(store, people)
    const letter = await sentLetter(store, Date.now())

    for (let round = 0; round < rounds; round++) {
      await untilUnderWay(store, smtp.received, round)
      const victim = randomInt(servers.length)
      await servers[victim]!.kill()
      servers[victim] = await start()
    }
    await untilQueued(store, letter.id)
    const uncertain = await drained(store)
    const mails = await readMails(store)
    await store.close()
    await Promise.all(servers.map((server: ServerProcess) => server.kill()))

    const receivedById = Map.groupBy(smtp.received, messageId)
    const copies = mails.map((mail) => ({
      ...mail,
      received: receivedById.get(mail.message_id ?? '')?.length ?? 0,
    }))
    const twice = copies.filter(({ received }) => received === 2)
    recordMeasurement(
      `${engine}: ${rounds} kills, ${people.length} recipients, ${smtp.received.length} received, ${twice.length} of them twice, ${uncertain.size} uncertain`,
    )
    expect(mails.map((mail) => mail.person_id)).toEqual(people.map(({ id }) => id))
    expect(copies.filter(({ received, state }) => received === 0 && state !== 'uncertain')).toEqual(
      [],
    )
    expect(copies.filter(({ received, ambiguous }) => received > 1 + ambiguous)).toEqual([])
    expect(copies.filter(({ received }) => received > 2)).toEqual([])
    expect(twice.length).toBeLessThanOrEqual(rounds * connections)
    // Every copy has the Message-ID of its row.
    expect(copies.reduce((sum, { received }) => sum + received, 0)).toBe(smtp.received.length)
  },
  drainMs * 2 + rounds * 60_000,
)

const messageId = ({ raw }: ReceivedMail) => /^Message-ID: (.*)$/im.exec(raw)![1]!.trim()

/** Resolves once a kill meets work: the first rows are queued, or more mails have arrived. */
async function untilUnderWay(store: Store, received: readonly ReceivedMail[], round: number) {
  const more = received.length + randomInt(5, 60)
  const isUnderWay = async () =>
    round === 0 ? (await readMails(store)).length > 0 : received.length >= more
  await expect.poll(isUnderWay, { timeout: waitMs * 3, interval: 20 }).toBe(true)
}

const untilQueued = (store: Store, id: string) =>
  expect
    .poll(async () => (await readLetter(store.db, id))?.queuedAt ?? null, { timeout: waitMs * 3 })
    .not.toBeNull()

const readMails = ({ db }: Store) =>
  db
    .selectFrom('outbox')
    .select(['person_id', 'state', 'ambiguous', 'message_id'])
    .orderBy('person_id')
    .execute()
