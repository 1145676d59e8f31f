import { expect, test } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { readLetter } from '#server/letters/letter.ts'
import { openLetterPlanner } from '#server/letters/states.ts'
import { afterFile } from '#test/after-file.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { startPostgres } from '#test/postgres.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'

const people = Array.from({ length: 500 }, (_, n) => `p${String(n).padStart(4, '0')}`)
/** Longer than the store waits for an answer. */
const frozenMs = 3_000

test('[LETTER-2] a Postgres that stands still and restarts while a letter is sent forgets nobody, and sends a second copy only where nobody could know', async () => {
  const postgres = await startPostgres()
  afterFile(() => postgres.stop())
  const store = await openStore({ databaseUrl: postgres.url }, { log: silentLog, role: 'server' })
  afterFile(() => store.close())
  await addListed(
    store,
    people.map((id) => ({ id })),
  )
  const smtp = await openMailServer()
  let failures = 0
  const failed = (error: unknown) => {
    failures++
    throw error
  }
  /** What sends the letter meets a store that is away. */
  const met: typeof store = { ...store, transact: (work) => store.transact(work).catch(failed) }
  const { worker, clock } = mailScene(met, smtp.url, { config: { limits: 'off' } })
  const { id } = await sentLetter(store, noon)
  const harms = [
    { at: 10, harm: postgres.restart },
    { at: 50, harm: standStill },
    { at: 150, harm: postgres.restart },
    { at: 300, harm: standStill },
  ]
  const planner = openLetterPlanner({ store: met, now: () => clock.now, queued: () => {} })
  async function standStill() {
    postgres.freeze()
    await new Promise((done) => setTimeout(done, frozenMs))
    postgres.thaw()
  }
  /** What the server's jobs do, and what a failure of one leaves to the next. */
  const go = async (work: () => Promise<unknown>) => {
    await work().catch(() => undefined)
    clock.now += 1_000
  }
  smtp.beforeAnswer = async () => {
    if (smtp.received.length >= (harms[0]?.at ?? Infinity)) void harms.shift()!.harm()
  }

  await expect
    .poll(
      async () => {
        await go(planner.run)
        await go(worker.drain)
        return (await readLetter(store.db, id).catch(() => null))?.state
      },
      { timeout: 120_000 },
    )
    .toBe('done')
  const mails = await store.db
    .selectFrom('outbox')
    .select(['personId', 'state', 'ambiguous'])
    .orderBy('personId')
    .execute()
  const received = Map.groupBy(smtp.received, ({ to }) => to[0]!.split('@')[0]!)
  recordMeasurement(
    `letter, Postgres away: ${failures} failures, ${smtp.received.length} received of ${people.length}`,
  )
  expect([harms, failures > 0]).toEqual([[], true])
  expect(mails.map(({ personId, state }) => [personId, state])).toEqual(
    people.map((person) => [person, 'sent']),
  )
  expect([...received.keys()].toSorted()).toEqual(people)
  const twice = mails.filter(
    ({ personId, ambiguous }) => received.get(personId!)!.length > 1 + ambiguous,
  )
  expect(twice).toEqual([])
})
