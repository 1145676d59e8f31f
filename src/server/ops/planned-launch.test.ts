import { expect, test } from 'vitest'
import { launchAt } from '#contract/launch/launch.ts'
import { readConfig } from '#server/config/config.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import { beginLaunches, setLaunchState } from '#server/launch/periods.ts'
import { freshFolder, freshStore, storeEngines } from '#test/fresh-store.ts'
import { alertOperators } from './incidents.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const hourMs = 3_600_000
const shop = 'https://shop.example/fuel'

/** A launch in an hour, which was planned with the shop's address. */
async function openPlanned(engine: (typeof storeEngines)[number]) {
  const store = await freshStore(engine)
  const times = { until: null, listFirstUntil: null, eraseAt: null }
  await store.transact((trx) =>
    setLaunchState(trx, { state: 'launched', at: noon + hourMs, by: 'anna', ...times }, noon),
  )
  const read = readConfig({ OPERATORS: 'anna@example.com', DATA_DIR: freshFolder() })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  return {
    stateAt: async (now: number, at: string | null) =>
      launchAt(await readLaunchPeriods(store.db, at), now).state,
    begin: (now: number, at: string | null) => store.transact((trx) => beginLaunches(trx, at, now)),
    alert: (now: number) => alertOperators(store, config, now),
    alerts: async () =>
      (
        await store.db.selectFrom('outbox').where('personId', 'is', null).select('data').execute()
      ).filter(({ data }) => data.includes('The planned launch did not happen')),
  }
}

test.each(storeEngines)(
  "[END-3] a planned launch does not happen without the shop's address, also not later, and operators are mailed once (%s)",
  async (engine) => {
    const { stateAt, begin, alert, alerts } = await openPlanned(engine)
    expect(await stateAt(noon + hourMs, null)).toBe('open')
    await begin(noon + hourMs, null)
    for (const hours of [1, 2, 3, 48]) await alert(noon + hours * hourMs)
    expect(await alerts()).toHaveLength(1)
    expect((await alerts())[0]!.data).toContain("as 'shop' in launch.ts of the campaign")
    await begin(noon + 3 * hourMs, shop)
    expect(await stateAt(noon + 3 * hourMs, shop)).toBe('open')
  },
)

test.each(storeEngines)(
  "[END-3] a launch that has begun stays, if a later campaign does not have the shop's address (%s)",
  async (engine) => {
    const { stateAt, begin, alert, alerts } = await openPlanned(engine)
    expect(await stateAt(noon + hourMs, shop)).toBe('launched')
    await begin(noon + hourMs, shop)
    await begin(noon + 2 * hourMs, null)
    expect(await stateAt(noon + 2 * hourMs, null)).toBe('launched')
    await alert(noon + 2 * hourMs)
    expect(await alerts()).toEqual([])
  },
)
