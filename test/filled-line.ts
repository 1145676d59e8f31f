import type { Place } from '#contract/line/line.ts'
import type { Store } from '#server/db/store.ts'
import { readHead } from '#server/line/line.ts'
import { isSound, recountLine } from '#server/line/check.ts'
import { ruleOnCredit } from '#server/line/acts.ts'
import { runWaves, inviteWave } from '#server/line/waves.ts'
import { settleRewards } from '#server/line/rewards.ts'
import { codeOfSpot, useSpot, type SpotAct } from '#server/line/spots.ts'
import { countOverdueCredits } from '#server/line/credits.ts'
import { testSecret } from './fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from './line-people.ts'
import { silentLog } from './silent-log.ts'

/**
 * A line with everything that a line can hold: credits and spots in each of their states, rewards
 * with and without numbers, a name and a renewed code, places noted, people who left and one who is
 * erased. Returns the people, whose clock goes on, and the ids of those whom tests name.
 */
export async function fillLine(store: Store) {
  const people = await linePeople(store)
  const enters = (name: string, owner?: string) => people.enters(emailOf(name), owner)
  const mila = await enters('mila')
  const vera = await enters('vera')
  const others = []
  for (let n = 0; n < 40; n++) others.push(await enters(`athlete${n}`))
  // Its people would get the numbered reward by the offer.
  await store.db.deleteFrom('offer_grants').where('personId', 'in', [mila, vera]).execute()
  const friends = []
  for (let n = 0; n < 3; n++) friends.push(await enters(`friend${n}`, mila))
  await store.db.updateTable('line').set({ name: 'Mila' }).where('personId', '=', mila).execute()
  await creditsInAllStates(store, people, vera)
  people.clock.now += 3 * dayMs
  await settleRewards(store, people.clock.now)
  for (let n = 3; n < 6; n++) await enters(`friend${n}`, vera)
  await spotsInAllStates(store, people)
  await people.leaves(others[20]!)
  await people.erases(emailOf('athlete21'))
  return { people, mila, vera, friends }
}

export const emailOf = (name: string, domain = 'example.com'): string => `${name}@${domain}`

/** Of friends of `owner`, who has one that counts for the place alone. */
async function creditsInAllStates(
  store: Store,
  { clock, enters, leaves }: LinePeople,
  owner: string,
): Promise<void> {
  const doubted = (name: string) => enters(emailOf(name, 'mailinator.com'), owner)
  await doubted('overdue')
  clock.now += terms.rulingDays * dayMs
  const upkeep = { terms, log: silentLog, now: clock.now, stopping: () => false }
  await countOverdueCredits(store, upkeep)
  await doubted('waiting')
  const refused = await doubted('refused')
  await store.transact((trx) => ruleOnCredit(trx, refused, 'refused', 'anna@x.nl', clock.now))
  await leaves(await enters(emailOf('leaving'), owner))
}

/**
 * Two waves: the first has spots that came, expired, passed and left, and what followed them; the
 * second one was used in a shop and has open spots.
 */
async function spotsInAllStates(store: Store, { clock, leaves }: LinePeople): Promise<void> {
  await invite(store, 4, clock.now)
  const [first, second, third] = await openSpots(store)
  await use(store, first!.id, 'take', clock.now)
  await use(store, second!.id, 'pass', clock.now)
  await leaves(third!.personId!)
  clock.now += 2 * dayMs
  await runWaves(store, testSecret, () => clock.now)
  await invite(store, 3, clock.now)
  await use(store, (await openSpots(store)).at(-1)!.id, 'report', clock.now)
}

const invite = (store: Store, spots: number, now: number) =>
  store.transact((trx) =>
    inviteWave(
      trx,
      { spots, until: now + 2 * dayMs, quizType: null, by: 'shell' },
      testSecret,
      now,
    ),
  )

/** Open spots in the order of their invitations. */
export const openSpots = ({ db }: Store) =>
  db
    .selectFrom('wave_spots')
    .select(['id', 'personId', 'codeHash'])
    .where('state', '=', 'invited')
    .orderBy('id')
    .execute()

async function use(store: Store, spotId: string, act: SpotAct, now: number): Promise<boolean> {
  const spot = await store.db
    .selectFrom('wave_spots')
    .select(['id', 'codeHash'])
    .where('id', '=', spotId)
    .executeTakeFirstOrThrow()
  const code = codeOfSpot([testSecret], spot)!
  return (await store.transact((trx) => useSpot(trx, code, act, now)))!.done
}

const tables = [
  ...(['line', 'line_rules', 'budgets', 'credits'] as const),
  ...(['rewards', 'reward_counts', 'waves', 'wave_spots'] as const),
]

/**
 * All that the line says: every place with its account, whether a recount finds nothing, and every
 * row. `nextOrder`: the next order number.
 */
export async function readLine(store: Store) {
  const rows: Record<string, unknown[]> = {}
  for (const table of tables)
    rows[table] = (await store.db.selectFrom(table).selectAll().execute())
      .map((row) => JSON.stringify(row))
      .sort()
  const found = await recountLine(store, { repair: false, now: 0 })
  return {
    recount: isSound(found) ? 'sound' : found,
    nextOrder: (await readHead(store.db))!.nextOrder,
    places: await readPlaces(store),
    rows,
  }
}

/** Which states the rows of the line have, and the numbers of limited rewards. */
export async function statesIn({ db }: Store) {
  const states = async (table: 'credits' | 'rewards' | 'wave_spots') => {
    const rows = await db.selectFrom(table).select('state').distinct().orderBy('state').execute()
    return rows.map(({ state }) => state)
  }
  const rewards = await db.selectFrom('rewards').select('number').orderBy('number').execute()
  return {
    credits: await states('credits'),
    rewards: await states('rewards'),
    wave_spots: await states('wave_spots'),
    numbers: rewards.flatMap(({ number }) => number ?? []),
  }
}

/** Of everybody in the line, by address. Throws where an account does not add up. */
async function readPlaces(store: Store): Promise<Record<string, Place>> {
  const people = await store.db.selectFrom('people').select(['id', 'email']).execute()
  const { placeOf } = await linePeople(store)
  const places: [string, Place][] = []
  for (const { id, email } of people) {
    const place = await placeOf(id)
    if (!place) continue
    if (place.before !== place.confirmedBefore - place.passed + place.passedBy)
      throw new Error(`The account of ${email} does not add up`)
    places.push([email, place])
  }
  return Object.fromEntries(places.sort())
}

/**
 * What the line still does: a friend of `owner` confirms by the link and gets the next order
 * number, an open spot is taken by its code, and an unused one passes on at its end.
 */
export async function goOn(store: Store, owner: string, now: number) {
  const people = await linePeople(store)
  people.clock.now = now
  const friend = await people.enters(emailOf(`friend${now}`), owner)
  const [spot] = await openSpots(store)
  const taken = await use(store, spot!.id, 'take', now)
  const passedOn = await runWaves(store, testSecret, () => now + 2 * dayMs)
  const { order } = (await people.placeOf(friend))!
  const credit = await people.creditOf(friend)
  return { order, credit: [credit?.ownerId, credit?.state], taken, passedOn }
}
