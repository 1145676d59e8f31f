import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed, feedLetters, sentLetter } from '#test/letters.ts'
import type { Store } from '#server/db/store.ts'
import { erase } from '#server/signup/erasure.ts'
import { leave } from '#server/signup/membership.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { readLetterCounts } from './letter.ts'
import { byProvider, countAudience, countOthers, countParts, parseAudience } from './audience.ts'
import { recordLetterMails } from './outcomes.ts'
import { fedLanes, returnToLanes } from './lanes.ts'
import { stopLetter } from './states.ts'

const now = Date.parse('2026-11-24T09:00:00Z')
const mails = (store: Store) =>
  store.db
    .selectFrom('outbox')
    .select(['personId', 'state', 'priority', 'waits', 'turn', 'data', 'dueAt'])
    .orderBy('personId')
    .execute()
const counts = (store: Store) =>
  store.db
    .selectFrom('letter_counts')
    .select(({ fn }) => ['provider', 'outcome', fn.sum<number>('count').as('count')])
    .groupBy(['provider', 'outcome'])
    .orderBy('provider')
    .orderBy('outcome')
    .execute()
const hasWaitingLock = async ({ db }: Store): Promise<boolean> =>
  (
    await sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
  ).rows.length > 0
const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `p${String(n).padStart(4, '0')}` }))

describe.each(storeEngines)('the people of a letter on %s', (engine) => {
  test('[LETTER-2] get one mail each, in the order of joining, and are counted by provider when send is pressed', async () => {
    const store = await freshStore(engine)
    await addListed(store, [
      { id: 'a', quizType: 'focus' },
      { id: 'b', email: 'bo@gmail.com' },
      { id: 'c', state: 'unsubscribed' },
      { id: 'e', email: 'ed@gmail.com' },
    ])
    const { id } = await sentLetter(store, now)
    const queued = [
      { provider: 'gmail.com', outcome: 'queued', count: 2 },
      { provider: 'other', outcome: 'queued', count: 1 },
    ]
    expect(await counts(store)).toEqual(queued)
    expect(await mails(store)).toEqual([])
    await feedLetters(store, now + 1_000)
    const row = { state: 'due', priority: priorities.letter, data: '{}', dueAt: now + 1_000 }
    expect(await mails(store)).toEqual([
      { ...row, personId: 'a', waits: `#${id} other`, turn: 1, data: '{"quizType":"focus"}' },
      { ...row, personId: 'b', waits: `#${id} gmail.com`, turn: 1 },
      { ...row, personId: 'e', waits: `#${id} gmail.com`, turn: 2 },
    ])
    expect(await counts(store)).toEqual(queued)
  })

  test('[LETTER-2] who confirms after send was pressed gets no copy, and whoever leaves or is erased before their turn is skipped and counted', async () => {
    const store = await freshStore(engine)
    await addListed(store, people(5))
    await sentLetter(store, now)
    await addListed(store, [{ id: 'p0002b', confirmedAt: now + 1 }])
    await store.transact((trx) => leave(trx, 'p0003', now + 2))
    const email = async () => 'p0001@example.com'
    await erase(store, email, testSecret, () => now + 3)
    await feedLetters(store, now + 4)
    expect((await mails(store)).map(({ personId }) => personId)).toEqual([
      'p0000',
      'p0002',
      'p0004',
    ])
    expect(await counts(store)).toEqual([
      { provider: 'other', outcome: 'queued', count: 5 },
      { provider: 'other', outcome: 'skipped', count: 2 },
    ])
  })

  test('[LETTER-2] a letter goes on after the last person whose mail it has, with few mails ready', async () => {
    const store = await freshStore(engine)
    await addListed(store, people(333))
    await sentLetter(store, now)
    const feed = () =>
      store.transact((trx) => fedLanes(trx, { most: 30, mailsPerHour: Infinity }, now))
    await feed()
    const ready = await mails(store)
    expect(ready.length).toBeGreaterThanOrEqual(30)
    await feed()
    expect(await mails(store)).toEqual(ready)
    await feedLetters(store, now)
    const rows = await mails(store)
    expect(rows.map((row) => row.personId)).toEqual(people(333).map(({ id }) => id))
    expect(rows.map((row) => row.turn)).toEqual(people(333).map((_, at) => at + 1))
  })

  test('[LETTER-2] finds the few people of an audience, wherever they stand in the list', async () => {
    const store = await freshStore(engine)
    const list = people(4_500).map((person, at) =>
      at % 1_500 === 1_499 ? { ...person, source: 'podcast' } : person,
    )
    await addListed(store, list)
    await sentLetter(store, now, { audience: { type: '', source: 'utm podcast' } })
    await feedLetters(store, now)
    expect((await mails(store)).map(({ personId }) => personId)).toEqual([
      'p1499',
      'p2999',
      'p4499',
    ])
  })

  test('[LETTER-4] a mail to a name below a large provider is counted with the other domains, before and after it was sent', async () => {
    const store = await freshStore(engine)
    await addListed(store, [
      { id: 'a', email: 'an@fastmail.com' },
      { id: 'b', email: 'bo@victim.fastmail.com' },
      { id: 'c', email: 'ci@tag.victim.fastmail.com' },
      { id: 'd', email: 'di@poczta.onet.pl' },
      { id: 'e', email: 'ed@victim.poczta.onet.pl' },
      { id: 'f', email: 'fe@tag.victim.vip.163.com' },
    ])
    const { id: letterId } = await sentLetter(store, now)
    await feedLetters(store, now)
    const sent = await store.db
      .selectFrom('outbox')
      .select(['id', 'domain', 'letterLanguage'])
      .execute()
    const ended = sent.map((mail) => ({ ...mail, letterId, outcome: 'accepted' as const }))
    await store.transact((trx) => recordLetterMails(trx, ended, now))
    const { providers } = await readLetterCounts(store.db, letterId)
    expect(
      providers.map(({ provider, queued, accepted }) => ({ provider, queued, accepted })),
    ).toEqual([
      { provider: 'other', queued: 4, accepted: 4 },
      { provider: 'fastmail.com', queued: 1, accepted: 1 },
      { provider: 'poczta.onet.pl', queued: 1, accepted: 1 },
    ])
  })

  test('[LETTER-2] nobody is lost where a new version counts a provider as large, or no longer', async () => {
    const store = await freshStore(engine)
    await addListed(store, [
      { id: 'a' },
      { id: 'b', email: 'bo@gmail.com' },
      { id: 'c', email: 'ci@once-large.example' },
      { id: 'd', email: 'di@once-large.example' },
    ])
    const { id } = await sentLetter(store, now)
    const runs = store.db.updateTable('letter_runs').where('letterId', '=', id)
    const providers = async () =>
      (await mails(store)).map(({ personId, waits }) => [personId, waits.split(' ')[1]])
    // As an older version began them: gmail.com was not large, once-large.example was.
    await runs
      .set({ provider: 'once-large.example', people: 2 })
      .where('provider', '=', 'gmail.com')
      .execute()
    await runs.set({ people: 2 }).where('provider', '=', 'other').execute()
    await feedLetters(store, now)
    expect(await providers()).toEqual([
      ['a', 'other'],
      ['b', 'other'],
      ['c', 'once-large.example'],
      ['d', 'once-large.example'],
    ])
    expect((await counts(store)).filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  })

  test('[LETTER-2] servers that feed a letter at once give each person one mail', async () => {
    const store = await freshStore(engine)
    await addListed(store, people(700))
    await sentLetter(store, now)
    await Promise.all([1, 2, 3].map(() => feedLetters(store, now)))
    const rows = await mails(store)
    expect(rows.map((row) => row.personId)).toEqual(people(700).map(({ id }) => id))
    expect(new Set(rows.map((row) => row.turn)).size).toBe(700)
  })

  test('[LETTER-2] a stop cancels also the mails that a server adds or returns at that moment', async () => {
    const store = await freshStore(engine)
    await addListed(store, [...people(100), { id: 'tried', email: 'tried@gmail.com' }])
    const { id } = await sentLetter(store, now)
    const mail = {
      id: 'm',
      personId: 'tried',
      template: 'letter',
      data: '{}',
      email: 'tried@gmail.com',
    }
    const tried = {
      domain: 'gmail.com',
      state: 'due',
      priority: priorities.letter,
      requester: '',
      letterId: id,
    } as const
    const times = { createdAt: now, dueAt: now, attempts: 1, ambiguous: 0, handed: 0, paid: 0 }
    await store.db
      .insertInto('outbox')
      .values({ ...mail, ...tried, ...times, waits: 'time', turn: 0 })
      .execute()
    const [added, stopWaits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const adding = store.transact(async (trx) => {
      await fedLanes(trx, { most: 30, mailsPerHour: Infinity }, now)
      await returnToLanes(trx, [{ ...tried, id: mail.id }], now)
      added.resolve()
      await stopWaits.promise
    })
    await added.promise
    const stopping = store.transact((trx) => stopLetter(trx, id, now))
    if (engine === 'postgres') await expect.poll(() => hasWaitingLock(store)).toBe(true)
    stopWaits.resolve()
    await Promise.all([adding, stopping])
    const states = new Set((await mails(store)).map(({ state }) => state))
    expect(states).toEqual(new Set(['cancelled']))
    expect(await mails(store)).toHaveLength(65)
  })

  test('[LETTER-2] people who are erased while a letter is fed get no copy, and nobody else is forgotten', async () => {
    const store = await freshStore(engine)
    await addListed(store, people(400))
    await sentLetter(store, now)
    const erased = people(400).filter((_, at) => at % 40 === 7)
    const eraseAll = async () => {
      for (const { id } of erased) {
        const email = async () => `${id}@example.com`
        await erase(store, email, testSecret, () => now)
      }
    }
    await Promise.all([feedLetters(store, now), eraseAll()])
    const left = people(400).filter(({ id }) => !erased.some((person) => person.id === id))
    expect((await mails(store)).map((row) => row.personId)).toEqual(left.map(({ id }) => id))
    expect(await counts(store)).toEqual([
      { provider: 'other', outcome: 'queued', count: 400 },
      { provider: 'other', outcome: 'skipped', count: 10 },
    ])
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
    expect(byProvider(await countParts(db, everyone))).toEqual([
      { provider: 'other', people: 2 },
      { provider: 'gmail.com', people: 1 },
    ])
    const focus = parseAudience('type=focus&source=direct')!
    expect(byProvider(await countParts(db, focus))).toEqual([
      { provider: 'gmail.com', people: 1 },
      { provider: 'other', people: 1 },
    ])
    expect(await countOthers(db, focus)).toMatchObject({ unconfirmed: 1, bounced: 1 })
  })
})
