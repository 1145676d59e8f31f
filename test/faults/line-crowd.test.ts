import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { isSound, recountLine } from '#server/line/check.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { freshStore, storeEngines, testSecret, type FreshStore } from '#test/fresh-store.ts'
import type { Press } from '#test/line-crowd.ts'
import { linePeople } from '#test/line-people.ts'
import { inAnotherProcess } from '#test/other-process.ts'

const crowd = Number(process.env['LINE_CROWD'] ?? 200)
const newcomers = crowd * 0.6
const listed = crowd * 0.5
const leaving = crowd * 0.4

test.each(storeEngines)(
  '[LINE-1] [LINE-2] a crowd confirms and leaves at once through three processes on %s: places are 1 to n and every account adds up',
  async (engine) => {
    const store = await freshStore(engine)
    const people = await linePeople(store)
    const ids = await joinAll(store, newcomers + listed)
    const [old, fresh] = [ids.slice(0, listed), ids.slice(listed)]
    await store.transact(async (trx) => {
      for (const id of old) await confirmPerson(trx, id, Date.now())
    })
    const codes: string[] = []
    for (const id of old.slice(0, 40)) codes.push(await people.codeOf(id))
    // Some of the owners of links leave while their friends confirm.
    const presses = [
      ...fresh.map((id, n): Press => ({ id, does: 'confirm', code: codes[n % 40]! })),
      ...old.slice(20, 20 + leaving).map((id): Press => ({ id, does: 'leave', code: '' })),
    ].sort((a, b) => (a.id.slice(-6) < b.id.slice(-6) ? -1 : 1))
    await throughProcesses(store, presses, 3)

    const rows = await store.db
      .selectFrom('line')
      .selectAll()
      .where('state', '=', 'waiting')
      .$narrowType<{ order: number }>()
      .orderBy('key')
      .orderBy('order')
      .execute()
    expect(rows).toHaveLength(newcomers + listed - leaving)
    expect(Math.max(...rows.map(({ order }) => order))).toBe(newcomers + listed)
    for (const [index, row] of rows.entries()) {
      const place = (await people.placeOf(row.personId))!
      expect(place).toMatchObject({ place: index + 1, behind: rows.length - index - 1 })
      expect(place.confirmedBefore).toBe(rows.filter(({ order }) => order < row.order).length)
      expect(place.confirmedBefore - place.passed + place.passedBy).toBe(index)
    }
    const found = await recountLine(store, { repair: false, now: Date.now() })
    expect(isSound(found) ? 'sound' : found).toBe('sound')
    if (engine === 'postgres') expect(await deadlocks(store)).toBe(0)
  },
  120_000,
)

async function joinAll(store: FreshStore, n: number): Promise<string[]> {
  const [consent] = campaign.consents
  const signUps = Array.from({ length: n }, (_, index) => ({
    email: `athlete${index}@example.com`,
    placement: 'hero',
    source: '',
    consent,
  }))
  const added = await store.transact((trx) => addPeople(trx, signUps, 'double', Date.now()))
  return [...added.values()]
}

async function throughProcesses(store: FreshStore, presses: readonly Press[], processes: number) {
  const programs = await Promise.all(
    Array.from({ length: processes }, (_, n) =>
      inAnotherProcess(`
        import { pressAll } from './test/line-crowd.ts'
        console.log('ready')
        const presses = ${JSON.stringify(presses.filter((_press, index) => index % processes === n))}
        await pressAll(${JSON.stringify(store.where)}, ${JSON.stringify(testSecret)}, presses)
        console.log('done')`),
    ),
  )
  const said = await Promise.all(programs.map((program) => program.nextLine()))
  expect(said).toEqual(programs.map(() => 'done'))
  await Promise.all(programs.map((program) => program.kill()))
}

async function deadlocks({ db }: FreshStore): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return Number(rows[0]!.deadlocks)
}
