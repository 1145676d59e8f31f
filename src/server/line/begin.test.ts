import { expect, test } from 'vitest'
import { engines, freshStore, storeEngines } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { linePeople, terms } from '#test/line-people.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { beginLine } from './begin.ts'
import { readHead, readPlace } from './line.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const [engine] = engines
const open = async () => {
  const store = await freshStore(engine!)
  const people = await linePeople(store)
  const begins = (change: Partial<typeof terms>) =>
    beginLine(store, async () => store, { ...terms, ...change }, people.clock.now)
  return { store, people, begins }
}

test('[LINE-1] while people wait by one rule, a start with another one is refused, and says how to change it', async () => {
  const { people, begins } = await open()
  await people.enters('mila@example.com')
  await begins({})
  await expect(begins({ perFriend: 3 })).rejects.toBeInstanceOf(StartRefused)
  await expect(begins({ perFriend: 3 })).rejects.toThrow(
    `npm run line -- rules --per-friend 3 --cap ${terms.cap} --yes`,
  )
})

test('[LINE-1] while nobody waits, a start takes the rule of the campaign', async () => {
  const { store, begins } = await open()
  await begins({ perFriend: 3, cap: 2 })
  expect(await readHead(store.db)).toMatchObject({ perFriend: 3, cap: 2 })
})

test('[LINE-1] [LINE-3] where a friend moves nobody, places stay those of the confirmations, and the link stays', async () => {
  const { people, begins } = await open()
  await begins({ perFriend: 0 })
  const first = await people.enters('mila@example.com')
  const second = await people.enters('vera@example.com')
  await people.enters('finn@example.com', second)
  expect(await people.creditOf(second)).toBeUndefined()
  expect([await people.placeOf(first), await people.placeOf(second)]).toMatchObject([
    { place: 1 },
    { place: 2, friends: 1, withOneMore: null },
  ])
  expect(await people.codeOf(second)).toHaveLength(7)
})

test.each(storeEngines)(
  '[LINE-1] [LINE-3] people who confirmed before the line began get places and links at the start, once, on %s',
  async (engine) => {
    const store = await freshStore(engine)
    const [second] = await confirmed(store, ['finn'], noon)
    const [first] = await confirmed(store, ['mila'], noon - 1)
    const begins = () => beginLine(store, async () => store, terms, noon)
    const links = () =>
      store.db
        .selectFrom('line')
        .select(['personId', 'code', 'moves'])
        .orderBy('personId')
        .execute()
    await begins()
    const given = await links()
    expect(given.map((link) => [link.personId, link.code.length, link.moves])).toEqual(
      [first!, second!].toSorted().map((id) => [id, 7, '[]']),
    )
    expect([await readPlace(store.db, first!), await readPlace(store.db, second!)]).toMatchObject([
      { place: 1 },
      { place: 2 },
    ])
    await begins()
    expect(await links()).toEqual(given)
  },
)
