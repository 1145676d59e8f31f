import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LaunchPeriod } from '#contract/launch.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { isOver, spotEnd } from './spots.ts'

const period = fc
  .record({
    state: fc.constantFrom('paused' as const, 'closed' as const),
    startsAt: fc.nat(60),
    lasts: fc.option(fc.integer({ min: 1, max: 30 })),
  })
  .map(({ lasts, ...period }): LaunchPeriod => ({
    ...period,
    endsAt: lasts === null ? null : period.startsAt + lasts,
    listFirstUntil: null,
    eraseAt: null,
  }))
const spot = fc
  .record({ invitedAt: fc.nat(60), lasts: fc.integer({ min: 1, max: 40 }) })
  .map(({ invitedAt, lasts }) => ({ invitedAt, until: invitedAt + lasts }))

describe.each(storeEngines)('on %s', async (engine) => {
  const { db } = await freshStore(engine)

  test('[END-1] [LINE-8] the store finds the spots that are over as the rule does, with any pauses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(period, { maxLength: 4 }),
        spot,
        fc.nat(120),
        async (periods, { invitedAt, until }, later) => {
          const moment = { now: invitedAt + later, periods }
          const { rows } = await sql<{ over: number | boolean }>`
            select ${isOver(moment)} as over from (select
              cast(${invitedAt} as bigint) as "invitedAt", cast(${until} as bigint) as until) as spot`.execute(
            db,
          )
          expect(Boolean(rows[0]!.over)).toBe(spotEnd({ invitedAt, until }, moment) <= moment.now)
        },
      ),
      { numRuns: 500 },
    )
  })
})
