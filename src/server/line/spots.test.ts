import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LaunchPeriod } from '#contract/launch/launch.ts'
import { readSpotCode, spotCodeText } from '#contract/line/line.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { newId } from '#server/db/new-id.ts'
import { codeOfSpot, isOver, spotCode, spotCodeHash, spotEnd } from './spots.ts'

const [older, newer] = ['an older secret of 32 characters!', 'a newer secret of 32 characters!!']

test('[LINE-8] the code of a spot follows from its id and a secret, also after a new secret came', () => {
  const id = newId()
  const code = spotCode(older, id)
  const spot = { id, codeHash: spotCodeHash(code) }
  expect(codeOfSpot([newer, older], spot)).toBe(code)
  expect(codeOfSpot([newer], spot)).toBeNull()
  expect(spotCode(older, newId())).not.toBe(code)
})

test('[LINE-8] a code is 16 letters, read in small letters, without hyphens and with punctuation at its end', () => {
  const code = spotCode(older, 'one')
  expect(spotCodeText(code)).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
  const text = spotCodeText(code)
  for (const typed of [text, code.toLowerCase(), ` ${text}.`, `“${text}”`, `${text}…`])
    expect(readSpotCode(typed)).toBe(code)
  for (const typed of [null, '', code.slice(1), `${code}A`, `0${code.slice(1)}`])
    expect(readSpotCode(typed)).toBeNull()
})

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
