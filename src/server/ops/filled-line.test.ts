import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { openStore } from '#server/db/open.ts'
import { type StoreLocation } from '#server/db/store.ts'
import { importPeople } from '#server/imports/import.ts'
import {
  freshDatabase,
  freshFolder,
  freshStore,
  storeEngines,
  testSecret,
  type Engine,
} from '#test/fresh-store.ts'
import { afterFile } from '#test/after-file.ts'
import { emailOf, fillLine, goOn, openSpots, readLine, statesIn } from '#test/filled-line.ts'
import { dayMs, linePeople } from '#test/line-people.ts'
import { operate } from '#test/operator.ts'
import { importOptions, peopleFile } from '#test/people-file.ts'
import { silentLog } from '#test/silent-log.ts'
import { timeLimits } from '#test/time-limits.ts'
import { backupCommand } from './backup.ts'
import { moveCommand } from './move.ts'
import { restoreCommand } from './restore.ts'

const envOf = (where: StoreLocation): Record<string, string> => ({
  SECRET_KEY: testSecret,
  ...('dataDir' in where ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }),
})
const placeOf = (where: StoreLocation) => ('dataDir' in where ? where.dataDir : where.databaseUrl)
const freshPlace = async (engine: Engine): Promise<StoreLocation> =>
  engine === 'postgres' ? freshDatabase() : { dataDir: freshFolder() }

async function opened(where: StoreLocation) {
  const store = await openStore(where, { log: silentLog, role: 'server', timeLimits })
  afterFile(() => store.close())
  return store
}

describe.each(storeEngines)('a filled line on %s', (engine) => {
  test('[LINE-1] [LINE-8] is the same after a move to the other engine and back, and goes on there', async () => {
    const store = await freshStore(engine)
    const { people, mila } = await fillLine(store)
    const before = await readLine(store)
    expect(before.recount).toBe('sound')
    expect(await statesIn(store)).toEqual({
      credits: ['counted', 'place-only', 'refused', 'taken-back', 'waiting'],
      rewards: ['reached', 'yours'],
      wave_spots: ['came', 'expired', 'invited', 'left', 'passed'],
      numbers: [1, 2],
    })
    await store.close()
    const { now } = people.clock
    let from: StoreLocation = store.where
    for (const to of [engine === 'sqlite' ? 'postgres' : 'sqlite', engine] as const) {
      const target = await freshPlace(to)
      await operate(moveCommand, envOf(from), `--to ${placeOf(target)}`, now)
      const moved = await opened(target)
      expect(await readLine(moved)).toEqual(before)
      if (to === engine) {
        expect(await goOn(moved, mila, now)).toEqual({
          order: before.nextOrder,
          credit: [mila, 'counted'],
          taken: true,
          passedOn: 4,
        })
        expect((await readLine(moved)).recount).toBe('sound')
      }
      await moved.close()
      from = target
    }
  })

  test('[LINE-1] takes imported people at its end, in the order of their file', async () => {
    const store = await freshStore(engine)
    const { people } = await fillLine(store)
    const before = await readLine(store)
    const names = ['zoe', 'adam', 'mia', 'bo', 'yara']
    await importPeople(peopleFile(names.map((name) => ({ email: emailOf(name) }))), terms, false, {
      store,
      secrets: [testSecret],
      now: people.clock.now,
      refuse: async () => {},
    })
    const after = await readLine(store)
    expect(after.recount).toBe('sound')
    const { waiting } = Object.values(before.places)[0]!
    expect(names.map((name) => after.places[emailOf(name)])).toMatchObject(
      names.map((_, n) => ({ place: waiting + n + 1, order: before.nextOrder + n, friends: 0 })),
    )
    for (const [email, { place }] of Object.entries(before.places))
      expect([email, after.places[email]?.place]).toEqual([email, place])
    expect(Object.keys(after.places)).toHaveLength(waiting + names.length)
  })
})

const terms = importOptions({
  people: 'confirmed',
  consentSource: 'stand at the HYROX race',
  consentAt: Date.parse('2026-01-31'),
  consentWording: 'Yes, write to me',
})

describe('a filled line of a backup', () => {
  async function backedUp() {
    const store = await freshStore('sqlite', { dataDir: freshFolder() })
    const filled = await fillLine(store)
    const env = envOf(store.where)
    const folder = freshFolder()
    const { clock } = filled.people
    await operate(backupCommand, env, `--to ${folder}`, clock.now)
    clock.now += 120_000
    async function restored() {
      await store.close()
      const file = join(folder, readdirSync(folder)[0]!)
      await operate(restoreCommand(campaign.sequence), env, `${file} --force`, clock.now)
      return opened(store.where)
    }
    return { store, ...filled, restored }
  }

  test('[LINE-1] [LINE-8] is restored with all places, spots and credits, and goes on', async () => {
    const { store, people, mila, restored } = await backedUp()
    const before = await readLine(store)
    await people.enters(emailOf('later'), mila)
    const after = await restored()
    expect(await readLine(after)).toEqual(before)
    expect(await goOn(after, mila, people.clock.now)).toEqual({
      order: before.nextOrder,
      credit: [mila, 'counted'],
      taken: true,
      passedOn: 4,
    })
    expect((await readLine(after)).recount).toBe('sound')
  })

  test('[LINE-4] is without those who left, were suppressed or erased since, whose credits and spots end', async () => {
    const { store, people, friends, restored } = await backedUp()
    const [spot] = await openSpots(store)
    await people.leaves(friends[0]!)
    await people.isSilenced({ id: friends[1]!, email: emailOf('friend1') }, 'bounced')
    await people.erases(emailOf('friend2'))
    await people.erases(emailOf('athlete5'))
    await people.leaves(spot!.personId!)
    const before = await readLine(store)
    const after = await restored()
    const line = await readLine(after)
    expect(line.recount).toBe('sound')
    expect(line).toEqual(before)
    const { creditOf } = await linePeople(after)
    const credits = await Promise.all(friends.map(creditOf))
    expect(credits.map((credit) => credit?.state)).toEqual(['taken-back', 'taken-back', undefined])
  })

  test('[LINE-4] gives the place back to a person who left since and returns within 30 days', async () => {
    const { store, people, friends, restored } = await backedUp()
    const before = await readLine(store)
    await people.leaves(friends[0]!)
    const after = await restored()
    const again = await linePeople(after)
    again.clock.now = people.clock.now + 29 * dayMs
    await again.confirms(friends[0]!)
    const { places } = await readLine(after)
    expect(places).toEqual(before.places)
  })
})
