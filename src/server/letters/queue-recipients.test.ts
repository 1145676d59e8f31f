import { describe, expect, test } from 'vitest'
import type { Store } from '#server/db/open.ts'
import { erase } from '#server/signup/erasure.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { parseAudience } from './audience.ts'
import {
  countAudience,
  countAudienceExactly,
  countByProvider,
  countOthers,
} from './count-audience.ts'
import { openLetterPlanner } from './planner.ts'
import { queueRecipients } from './queue-recipients.ts'

const now = Date.parse('2026-11-24T09:00:00Z')
const rest = async () => {}
const all = async () => true
const mails = (store: Store) =>
  store.db
    .selectFrom('outbox')
    .select(['personId', 'state', 'priority', 'waits', 'turn', 'data', 'dueAt'])
    .orderBy('turn')
    .execute()
const queue = (store: Store, goOn = all) =>
  queueRecipients(store, { now: () => now, goOn, queued: () => {}, rest })

describe.each(storeEngines)('recipients of a letter on %s', (engine) => {
  test('[LETTER-2] get one row each, in the order of joining, with turns and counts by provider', async () => {
    const store = await freshStore(engine)
    await addListed(store, [
      { id: 'a', quizType: 'focus' },
      { id: 'b', email: 'bo@gmail.com' },
      { id: 'c', state: 'unsubscribed' },
      { id: 'd', confirmedAt: now + 1 },
      { id: 'e', email: 'ed@gmail.com' },
    ])
    const { id } = await sentLetter(store, now, { at: now + 1_000 })
    await queue(store)
    await queue(store)
    const row = { state: 'due', priority: 3, data: '{}', dueAt: now + 1_000 }
    expect(await mails(store)).toEqual([
      { ...row, personId: 'a', waits: `#${id} other`, turn: 1, data: '{"quizType":"focus"}' },
      { ...row, personId: 'b', waits: `#${id} gmail.com`, turn: 2 },
      { ...row, personId: 'e', waits: `#${id} gmail.com`, turn: 3 },
    ])
    const counts = store.db.selectFrom('letter_counts').select(['provider', 'outcome', 'count'])
    expect(await counts.orderBy('provider').execute()).toEqual([
      { provider: 'gmail.com', outcome: 'queued', count: 2 },
      { provider: 'other', outcome: 'queued', count: 1 },
    ])
  })

  test('[LETTER-2] an interrupted queue goes on after the last person', async () => {
    const store = await freshStore(engine)
    const people = Array.from({ length: 333 }, (_, n) => ({ id: `p${String(n).padStart(4, '0')}` }))
    await addListed(store, people)
    await sentLetter(store, now)
    let steps = 0
    await queue(store, async () => steps++ < 2)
    const before = (await mails(store)).length
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(people.length)
    await queue(store)
    const rows = await mails(store)
    expect(rows.map((row) => row.personId)).toEqual(people.map(({ id }) => id))
    expect(rows.map((row) => row.turn)).toEqual(people.map((_, at) => at + 1))
  })

  test('[LETTER-2] two processes that queue at once give each person one row', async () => {
    const store = await freshStore(engine)
    const people = Array.from({ length: 700 }, (_, n) => ({ id: `p${String(n).padStart(4, '0')}` }))
    await addListed(store, people)
    await sentLetter(store, now)
    await Promise.all([queue(store), queue(store), queue(store)])
    const rows = await mails(store)
    expect(rows.map((row) => row.personId)).toEqual(people.map(({ id }) => id))
    expect(new Set(rows.map((row) => row.turn)).size).toBe(people.length)
  })

  test('[LETTER-2] people who are erased while a letter is queued get no copy, and nobody else is forgotten', async () => {
    const store = await freshStore(engine)
    const people = Array.from({ length: 400 }, (_, n) => ({ id: `p${String(n).padStart(4, '0')}` }))
    await addListed(store, people)
    await sentLetter(store, now)
    const erased = people.filter((_, at) => at % 40 === 7)
    const eraseAll = async () => {
      for (const { id } of erased)
        await erase(
          store,
          async () => `${id}@example.com`,
          testSecret,
          () => now,
        )
    }
    await Promise.all([queue(store), eraseAll()])
    const left = people.filter((person) => !erased.includes(person))
    expect((await mails(store)).map((row) => row.personId)).toEqual(left.map(({ id }) => id))
  })

  test('[LETTER-1] an audience is counted, exactly, by provider, with those it leaves out', async () => {
    const { db, ...store } = await freshStore(engine)
    await addListed({ db, ...store }, [
      { id: 'a', quizType: 'focus' },
      { id: 'b', email: 'bo@gmail.com', quizType: 'focus' },
      { id: 'c', email: 'ci@mail.gmail.com', quizType: 'energy' },
      { id: 'd', state: 'unconfirmed', confirmedAt: null, quizType: 'focus' },
      { id: 'e', state: 'bounced', quizType: 'focus' },
    ])
    const everyone = parseAudience('')!
    expect(await countAudience(db, everyone)).toEqual({ people: 3, isMore: false })
    expect(await countByProvider(db, everyone)).toEqual([
      { provider: 'other', people: 2 },
      { provider: 'gmail.com', people: 1 },
    ])
    const focus = parseAudience('type=focus&source=direct')!
    expect(await countAudienceExactly(db, focus)).toBe(2)
    expect(await countByProvider(db, focus)).toEqual([
      { provider: 'gmail.com', people: 1 },
      { provider: 'other', people: 1 },
    ])
    expect(await countOthers(db, focus)).toMatchObject({ unconfirmed: 1, bounced: 1 })
  })
})

test('of several servers one works on letters; another takes over when it has stopped', async () => {
  const store = await freshStore('postgres')
  await addListed(store, [{ id: 'a' }])
  const planner = () => openLetterPlanner({ store, now: () => now, queued: () => {} })
  const [first, second] = [planner(), planner()]
  await sentLetter(store, now)
  await first.run()
  await sentLetter(store, now)
  await second.run()
  expect(await mails(store)).toHaveLength(1)
  await first.stop()
  await second.run()
  expect(await mails(store)).toHaveLength(2)
  await second.stop()
})
