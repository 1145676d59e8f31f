import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { copyTable, emptyTables, tablesOf } from '#server/db/move.ts'
import type { Store } from '#server/db/store.ts'
import { recountLine, isSound } from '#server/line/check.ts'
import { ruleOnCredit } from '#server/line/acts.ts'
import { runWaves, inviteWave } from '#server/line/waves.ts'
import { spotCode, useSpot } from '#server/line/spots.ts'
import { countOverdueCredits } from '#server/line/credits.ts'
import { forgetWhoStayedAway } from '#server/line/enter.ts'
import { freshStore, testSecret, type Engine } from './fresh-store.ts'
import { acts, lineModel, type Act, type From, type Person } from './line-model.ts'
import { linePeople, terms, type LinePeople } from './line-people.ts'
import { recordMeasurement } from './measurements.ts'
import { silentLog } from './silent-log.ts'

/**
 * LINE_SQLITE, LINE_POSTGRES: lives on each engine; LINE_MOVES: after so many one is moved to the
 * other engine, and after the last.
 */
export const livesOf = (name: 'SQLITE' | 'POSTGRES' | 'MOVES', short: number): number =>
  Number(process.env[`LINE_${name}`] ?? short)
const minutes = Number(process.env['LINE_MINUTES'] ?? 5)

/** Ends a run that hangs. */
export const lineModelMs = (minutes + 2) * 60_000

/**
 * Random lives of people in line and of waves, on a store and on the model; after each the two are
 * compared.
 */
export async function tryLives(engine: Engine, numRuns: number): Promise<void> {
  const store = await freshStore(engine)
  // The rules are tried here and not the disk.
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(store.db)
  else await sql`set synchronous_commit = off`.execute(store.db)
  const moveEvery = livesOf('MOVES', 50)
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite'
  const moved = moveEvery > 0 ? await freshStore(other) : null
  const people = await linePeople(store)
  let lived = 0
  await fc.assert(
    fc.asyncProperty(acts, async (script) => {
      await emptied(store)
      people.clock.now += 365 * 24 * 3_600_000
      const model = await live(store, people, script)
      await compare(store, people, model)
      lived++
      if (!moved || (lived % moveEvery > 0 && lived < numRuns)) return
      await move(store, moved)
      const there = await linePeople(moved)
      there.clock.now = people.clock.now
      await compare(moved, there, model)
    }),
    { numRuns, interruptAfterTimeLimit: minutes * 60_000 },
  )
  recordMeasurement(`line on ${engine}: ${lived} of ${numRuns} lives`)
  // A slow machine ends the run by its minutes, with fewer lives.
  expect(lived).toBeGreaterThan(0)
}

const tables = [
  ...(['line', 'line_counts', 'credits'] as const),
  ...(['rewards', 'reward_counts', 'waves', 'wave_spots', 'erased', 'people'] as const),
]

const emptied = ({ transact }: Store) =>
  transact(async (trx) => {
    for (const table of tables) await trx.deleteFrom(table).execute()
    await trx.updateTable('line_head').set({ nextOrder: 1 }).execute()
  })

async function move(from: Store, to: Store): Promise<void> {
  const all = await tablesOf((from.engine === 'sqlite' ? from : to).db)
  await to.transact((trx) => emptyTables(trx, all))
  for (const table of all) await copyTable(from.db, to, table, () => {})
}

type Model = ReturnType<typeof lineModel>

/** Does to the store and to the model the same. */
async function live(store: Store, people: LinePeople, script: readonly Act[]): Promise<Model> {
  const model = lineModel()
  const ids = new Map<Person, string>()
  const idOf = (person: Person) => ids.get(person)!
  let names = 0
  const pick = (list: readonly Person[], n: number): Person | null => list[n % list.length] ?? null
  const those = (fits: (person: Person) => boolean) => model.people.filter(fits)

  async function enter(name: string, by: Person | null, from: From) {
    const owner = by && by.list !== 'erased' ? by : null
    const id = await people.enters(name, owner ? idOf(owner) : undefined, from.address)
    ids.set(model.enter(name, owner, from, people.clock.now), id)
  }

  async function act(one: Act) {
    const { now } = people.clock
    if (one.does === 'wait') return void (people.clock.now += one.hours * 3_600_000)
    if (one.does === 'jobs') {
      const upkeep = { terms, log: silentLog, now, stopping: () => false }
      await countOverdueCredits(store, upkeep)
      await forgetWhoStayedAway(store, upkeep)
      await runWaves(store, testSecret, () => now)
      return model.runJobs(now)
    }
    if (one.does === 'wave') {
      const wave = { spots: one.spots, until: now + one.hours * 3_600_000, quizType: null }
      await store.transact((trx) => inviteWave(trx, { ...wave, by: 'shell' }, testSecret, now))
      return model.inviteWave(one.spots, one.hours * 3_600_000, now)
    }
    if (one.does === 'enter') {
      const name = `p${names++}@${one.domain}`
      const by = one.by === null ? null : pick(model.people, one.by)
      return enter(name, by, one)
    }
    if (one.does === 'again') {
      const erased = pick(
        those(({ list, name }) => list === 'erased' && isLast(name)),
        one.who,
      )
      if (!erased) return
      const by = pick(model.people, one.by)
      const owner = by && by.list !== 'erased' ? by : null
      const id = await people.enters(erased.name, owner ? idOf(owner) : undefined)
      // An address that was erased before counts for nobody.
      ids.set(model.enter(erased.name, null, null, now), id)
      return
    }
    if (one.does === 'rule') {
      const friend = pick(
        those(({ credit }) => credit !== null),
        one.who,
      )
      if (!friend) return
      await store.transact((trx) => ruleOnCredit(trx, idOf(friend), one.ruling, 'anna', now))
      return model.rule(friend, one.ruling, now)
    }
    return onPerson(one.does, one.who, now)
  }

  const isLast = (name: string) =>
    model.people.findLast((person) => person.name === name)!.list === 'erased'

  async function onPerson(
    does: 'return' | 'leave' | 'bounce' | 'complain' | 'erase' | 'take' | 'pass',
    n: number,
    now: number,
  ) {
    if (does === 'return') {
      const person = pick(
        those(({ list }) => list === 'left'),
        n,
      )
      if (!person) return
      await people.confirms(idOf(person))
      return model.comeBack(person, now)
    }
    if (does === 'take' || does === 'pass') {
      const invited = pick(
        those((person) => model.openSpotOf(person, now) !== undefined),
        n,
      )
      if (!invited) return
      await use(idOf(invited), does, now)
      return model[does](model.openSpotOf(invited, now)!)
    }
    const person = pick(
      those(({ list }) => (does === 'erase' ? list !== 'erased' : list === 'confirmed')),
      n,
    )
    if (!person) return
    const known = { id: idOf(person), email: person.name }
    if (does === 'leave') await people.leaves(known.id)
    else if (does === 'erase') await people.erases(known.email)
    else await people.isSilenced(known, does === 'bounce' ? 'bounced' : 'complained')
    model.leave(person, leftAs[does], now)
  }

  async function use(personId: string, does: 'take' | 'pass', now: number) {
    const { id } = await store.db
      .selectFrom('wave_spots')
      .select('id')
      .where('personId', '=', personId)
      .where('state', '=', 'invited')
      .executeTakeFirstOrThrow()
    await store.transact((trx) => useSpot(trx, spotCode(testSecret, id), does, now))
  }

  for (const one of script) await act(one)
  idsOf.set(model, ids)
  return model
}

const leftAs = { leave: 'left', bounce: 'silenced', complain: 'silenced', erase: 'erased' } as const
const idsOf = new WeakMap<Model, ReadonlyMap<Person, string>>()

/** Every place, account, number of friends and credit, and what a recount finds. */
async function compare(store: Store, people: LinePeople, model: Model): Promise<void> {
  const ids = idsOf.get(model)!
  const sorted = model.sorted()
  for (const [index, person] of sorted.entries()) {
    const place = (await people.placeOf(ids.get(person)!))!
    expect({ name: person.name, ...place }).toMatchObject({
      name: person.name,
      place: index + 1,
      behind: sorted.length - index - 1,
      waiting: sorted.length,
      order: person.order,
      friends: model.friendsOf(person),
      confirmedBefore: sorted.filter(({ order }) => order < person.order).length,
    })
    expect(place.confirmedBefore - place.passed + place.passedBy).toBe(place.before)
  }
  const away = await store.db
    .selectFrom('line')
    .selectAll()
    .where('state', 'in', ['left', 'invited', 'taken'])
    .orderBy('personId')
    .execute()
  expect(
    away.map(({ personId: id, state, order, friends }) => [id, state, order, friends]),
  ).toEqual(
    model.people
      .filter(({ where }) => where !== null && where !== 'line')
      .map((person) => [ids.get(person)!, person.where, person.order, model.friendsOf(person)])
      .sort(),
  )
  const credits = await store.db.selectFrom('credits').selectAll().orderBy('friendId').execute()
  expect(
    credits.map(({ friendId: id, ownerId: owner, state, reason }) => [id, owner, state, reason]),
  ).toEqual(
    model.people
      .flatMap(({ credit }, index) =>
        credit
          ? [[ids.get(model.people[index]!)!, ids.get(credit.owner)!, credit.state, credit.reason]]
          : [],
      )
      .sort(),
  )
  const found = await recountLine(store, { repair: false, now: people.clock.now })
  expect(isSound(found) ? 'sound' : found).toBe('sound')
}
