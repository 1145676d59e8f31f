import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { engines, freshDatabase, freshFolder, testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { silentLog } from '#test/silent-log.ts'
import { spawnServer, untilReady, type ServerProcess } from '#test/server-process.ts'
import { openMailServer, type ReceivedMail } from '#test/smtp.ts'
import { openStore } from '#server/db/open.ts'
import { type Store } from '#server/db/store.ts'

const rounds = Number(process.env['SEQUENCE_KILL_ROUNDS'] ?? 2)
const daysAfterwards = 12
/**
 * Each begins a minute later than the one before, so that what is due on a day is due when its
 * server starts.
 */
const dayMs = 24 * 3_600_000 + 60_000
const drainMs = 120_000

/**
 * A day a round: the server is killed while people come and the mails of those before them go. Half
 * of them never ask for their sequence.
 */
test.each(engines)(
  '[QUIZ-9] kill -9 of sequences on %s loses no step, keeps their order, and sends one twice only where nobody could know',
  async (engine) => {
    const smtp = await openMailServer()
    const where = engine === 'postgres' ? await freshDatabase() : { dataDir: freshFolder() }
    const env: Record<string, string> = {
      LIMITS: 'off',
      OPT_IN: 'single',
      PUBLIC_URL: 'http://localhost:3000',
      SMTP_URL: smtp.url,
      SECRET_KEY: testSecret,
      ...('databaseUrl' in where
        ? { DATABASE_URL: where.databaseUrl }
        : { DATA_DIR: where.dataDir }),
    }
    const onDay = async (day: number) =>
      untilReady(
        spawnServer(
          { ...env, CLOCK_START: String(noon + day * dayMs) },
          'test/server-with-clock.ts',
        ),
      )
    const acknowledged: string[] = []
    for (let day = 0; day < rounds; day++)
      await loadUntilKilled(await onDay(day), day, acknowledged)

    const store = await openStore(where, { log: silentLog, role: 'command' })
    // A server runs each day: after three days without one its clock would be doubtful for an hour.
    for (let day = rounds; day < rounds + daysAfterwards; day++) {
      const server = await onDay(day)
      await drained(store, noon + day * dayMs)
      await server.kill()
    }
    const rows = await store.db
      .selectFrom('outbox')
      .select(['email', 'template', 'data', 'state', 'ambiguous', 'messageId'])
      .orderBy('id')
      .execute()
    await store.close()

    const receivedById = Map.groupBy(smtp.received, messageId)
    const copies = rows.map((row) => ({
      ...row,
      received: receivedById.get(row.messageId ?? '')?.length ?? 0,
    }))
    const stepsOf = Map.groupBy(copies, ({ email }) => email)
    const expected = ['welcome', ...campaign.sequence!.steps.map(({ name }) => name)]
    recordMeasurement(
      `${engine}: ${rounds} kills, ${acknowledged.length} acknowledged, ${smtp.received.length} received, ${copies.filter(({ received }) => received === 2).length} of them twice, ${copies.filter(({ state }) => state === 'uncertain').length} uncertain`,
    )
    expect(acknowledged.length).toBeGreaterThan(rounds * 3)
    for (const email of acknowledged)
      expect(
        stepsOf
          .get(email)
          ?.map(({ template, data }) => (JSON.parse(data) as { step?: string }).step ?? template),
      ).toEqual(expected)
    // A day passes with each kill, and a welcome mail that is 72 hours late waits for the operator.
    expect(
      copies.filter(
        ({ received, state, template }) =>
          received === 0 &&
          state !== 'uncertain' &&
          !(template === 'welcome' && state === 'overdue'),
      ),
    ).toEqual([])
    expect(
      copies.filter(
        ({ received, ambiguous }) => received > 2 || (received === 2 && ambiguous === 0),
      ),
    ).toEqual([])
    expect(copies.reduce((sum, { received }) => sum + received, 0)).toBe(smtp.received.length)
  },
  drainMs + (rounds + daysAfterwards) * 40_000,
)

const messageId = ({ raw }: ReceivedMail) => /^Message-ID: (.*)$/im.exec(raw)![1]!.trim()

async function loadUntilKilled(server: ServerProcess, round: number, acknowledged: string[]) {
  const until = acknowledged.length + randomInt(4, 10)
  let count = 0
  let killed = false
  const visitor = async (name: number) => {
    while (!killed) {
      const email = `r${round}-v${name}-${count++}@example.com`
      const id = await saveByCall(server.url, email).then(savedId, () => null)
      if (id) acknowledged.push(email)
      if (acknowledged.length >= until && !killed) {
        killed = true
        await server.kill()
      }
      if (id && !killed && count % 2)
        await triggerByCall(server.url, email, id).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, name) => visitor(name)))
}

/** No mail is being sent, and none is due by the server's clock. */
async function drained(store: Store, now: number): Promise<void> {
  for (const deadline = Date.now() + drainMs; ;) {
    const left = await open(store, now)
    if (Object.values(left).flat().length === 0) return
    if (Date.now() > deadline) throw new Error(`still open: ${JSON.stringify(left)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** What a server has to do whose clock shows `now`: one row of each kind. */
async function open({ db }: Store, now: number) {
  const mails = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['due', 'sending'])
    .limit(1)
    .execute()
  const due = await db
    .selectFrom('sequence_places')
    .select('personId')
    .where('dueAt', '<=', now + drainMs)
    .limit(1)
    .execute()
  const asked = await db
    .selectFrom('quiz_results')
    .select('id')
    .where('sequenceDueAt', '<=', now)
    .limit(1)
    .execute()
  return { mails, due, asked }
}
