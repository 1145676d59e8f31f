import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { type Store } from '#server/db/store.ts'
import { connections } from '#server/delivery/transport.ts'
import { drained, drainMs, endMailLeases } from '#test/drained.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { silentLog } from '#test/silent-log.ts'
import { spawnServer, untilReady, type ServerProcess } from '#test/server-process.ts'
import { openMailServer, type ReceivedMail } from '#test/smtp.ts'

const rounds = Number(process.env['LETTER_KILL_ROUNDS'] ?? 2)
const peopleOfRound = 40
/** Fewer than `peopleOfRound`, so that mails are left for every kill. */
const mostMailsOfRound = 20
const waitMs = 90_000

/**
 * A letter goes out while servers are killed: on Postgres one of three, on SQLite the only one. The
 * first is killed while its first mails are fed, the others while mails are sent. The mail server
 * answers nobody while a server starts again, so that few recipients are enough.
 */
test.each(storeEngines)(
  '[LETTER-2] kill -9 while a letter goes out on %s forgets nobody, and sends a second copy only where nobody could know',
  async (engine) => {
    const people = Array.from({ length: rounds * peopleOfRound }, (_, n) => ({
      id: `p${String(n).padStart(6, '0')}`,
    }))
    const { where, ...first } = await freshStore(engine)
    await addListed(first, people)
    // Servers look for letters when they start, and then once a minute.
    await sentLetter(first, Date.now())
    await first.close()
    const smtp = await openMailServer()
    const start = async () =>
      spawnServer({
        LIMITS: 'off',
        PUBLIC_URL: 'http://localhost:3000',
        SMTP_URL: smtp.url,
        SECRET_KEY: testSecret,
        ...('databaseUrl' in where
          ? { DATABASE_URL: where.databaseUrl }
          : { DATA_DIR: where.dataDir }),
      })
    const servers = await Promise.all(Array.from({ length: engine === 'postgres' ? 3 : 1 }, start))
    const store = await openStore(where, { log: silentLog, role: 'command' })

    for (let round = 0; round < rounds; round++) {
      await untilUnderWay(store, smtp.received, round)
      const goOn = holdAnswers(smtp)
      const victim = randomInt(servers.length)
      await servers[victim]!.kill()
      servers[victim] = await untilReady(await start())
      goOn()
    }
    await untilFed(store)
    await stopAll(servers)
    await endMailLeases(store)
    const last = await start()
    const uncertain = await drained(store)
    const mails = await readMails(store)
    await store.close()
    await last.kill()

    const receivedById = Map.groupBy(smtp.received, messageId)
    const copies = mails.map((mail) => ({
      ...mail,
      received: receivedById.get(mail.messageId ?? '')?.length ?? 0,
    }))
    const twice = copies.filter(({ received }) => received === 2)
    recordMeasurement(
      `${engine}: ${rounds} kills, ${people.length} recipients, ${smtp.received.length} received, ${twice.length} of them twice, ${uncertain.size} uncertain`,
    )
    expect(mails.map((mail) => mail.personId)).toEqual(people.map(({ id }) => id))
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

/** Resolves once a kill meets work: the first mails are fed, or more have arrived. */
async function untilUnderWay(store: Store, received: readonly ReceivedMail[], round: number) {
  const more = received.length + randomInt(1, mostMailsOfRound)
  const isUnderWay = async () =>
    round === 0 ? (await readMails(store)).length > 0 : received.length >= more
  await expect.poll(isUnderWay, { timeout: waitMs, interval: 5 }).toBe(true)
}

/** The mail server says nothing about a mail until the returned function is called. */
function holdAnswers(smtp: Awaited<ReturnType<typeof openMailServer>>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  smtp.beforeAnswer = () => promise
  return () => {
    smtp.beforeAnswer = async () => {}
    resolve()
  }
}

/** Everybody has their mail in the outbox. */
const untilFed = (store: Store) =>
  expect.poll(async () => (await runsLeft(store).execute()).length, { timeout: waitMs }).toBe(0)

const runsLeft = ({ db }: Store) =>
  db.selectFrom('letter_runs').select('letterId').where('endedAt', 'is', null)

/** In an orderly way: they end the mails that they are sending. */
async function stopAll(servers: readonly ServerProcess[]) {
  for (const { child } of servers) child.kill('SIGTERM')
  await Promise.all(servers.map(({ exited }) => exited))
}

const readMails = ({ db }: Store) =>
  db
    .selectFrom('outbox')
    .select(['personId', 'state', 'ambiguous', 'messageId'])
    .orderBy('personId')
    .execute()
