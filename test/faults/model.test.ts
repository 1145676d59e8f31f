import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { StoreUnavailable } from '#server/db/store.ts'
import { freshStore, type FreshStore } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { emptied, lifeOnStore } from '#test/person-on-store.ts'
import { act, alone, script, type Script } from '#test/person-scripts.ts'
import { live } from '#test/live.ts'

const roundsOf = (name: string, short: number) => Number(process.env[`MODEL_${name}`] ?? short)
const minutes = Number(process.env['MODEL_MINUTES'] ?? 30)
const lives = (name: string, short: number) => test.skipIf(roundsOf(name, short) === 0)

lives('SQLITE', 25)(
  '[QUIZ-9] on SQLite every address lives as promised, whatever is done to it in whatever order',
  async () => {
    const store = await freshStore('sqlite')
    // The rules are tried here and not the disk, which other tests have the power cut for.
    await tried('SQLITE', 25, script(alone), [store], async () => {
      await sql`pragma synchronous = off`.execute(store.db)
    })
  },
  timeFor('SQLITE', 25),
)

lives('POSTGRES', 8)(
  '[QUIZ-9] the same on Postgres',
  async () => {
    await tried('POSTGRES', 8, script(alone), [await freshStore('postgres')])
  },
  timeFor('POSTGRES', 8),
)

lives('TWO', 5)(
  '[QUIZ-9] with two processes on one Postgres it is as if one of them had come first',
  async () => {
    const store = await freshStore('postgres')
    const moment = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(act, act) },
      { weight: 1, arbitrary: alone },
    )
    await tried('TWO', 5, script(moment), [store, await store.reopen()])
  },
  timeFor('TWO', 5),
)

/**
 * At most MODEL_MINUTES long. MODEL_REPLAY takes the script that a failure prints, and runs that
 * one alone.
 */
async function tried(
  name: string,
  short: number,
  scripts: fc.Arbitrary<Script>,
  stores: FreshStore[],
  prepare = async () => {},
) {
  const replay = JSON.parse(process.env['MODEL_REPLAY'] ?? 'null') as Script | null
  await prepare()
  let left = stores
  const run = async (one: Script, triesLeft = 5): Promise<void> => {
    let again = false
    await emptied(left[0]!)
    const lives = left.map((store) => lifeOnStore(store, one.optIn))
    try {
      await live(one, lives)
    } catch (error) {
      // A machine that stands still for a second and a half says nothing of the rules, and nobody
      // knows what was committed: the same life from the beginning.
      if (error instanceof StoreUnavailable && triesLeft > 0) again = true
      else
        throw new Error(`${(error as Error).message}\nMODEL_REPLAY='${JSON.stringify(one)}'`, {
          cause: error,
        })
    } finally {
      left = lives.map((life) => life.store())
    }
    if (again) return run(one, triesLeft - 1)
  }
  if (replay)
    return replay.moments.some((moment) => moment.length > stores.length) ? undefined : run(replay)
  const rounds = roundsOf(name, short)
  const start = performance.now()
  let lived = 0
  await fc.assert(
    fc.asyncProperty(scripts, async (one) => {
      await run(one)
      lived++
    }),
    { numRuns: rounds, interruptAfterTimeLimit: minutes * 60_000 },
  )
  expect(lived).toBeGreaterThan(0)
  recordMeasurement(
    `model ${name}: ${lived} of ${rounds} lives, ${((performance.now() - start) / 1_000).toFixed(0)} s`,
  )
}

function timeFor(name: string, short: number): number {
  return 60_000 + roundsOf(name, short) * 2_000
}
