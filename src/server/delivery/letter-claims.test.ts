import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { waitingOf } from '#contract/letters/letters.ts'
import { hourMs } from '#contract/time.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter, type PersonToAdd } from '#test/letters.ts'
import { noon } from '#test/mailbox.ts'
import type { Store } from '#server/db/store.ts'
import {
  pauseLateLetters,
  pauseLetter,
  resumeLetter,
  stopLetter,
  openLetterPlanner,
} from '#server/letters/states.ts'
import { recordLetterMails } from '#server/letters/outcomes.ts'
import { readyOfRuns } from '#server/letters/lanes.ts'
import { readLetterCounts, readLetter } from '#server/letters/letter.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { leave } from '#server/signup/membership.ts'
import { claimMails } from './claim.ts'
import { returnClaimed } from './record.ts'
import { connections } from './transport.ts'

const { firstHour, perProvider } = campaign.letters.plan
const minute = 60_000
const many = (count: number, domain = 'example.com'): PersonToAdd[] =>
  Array.from({ length: count }, (_, n) => {
    const id = `${domain}-${String(n).padStart(5, '0')}`
    return { id, email: `${id}@${domain}` }
  })

/** A letter to these people. */
async function openLetter(store: Store, people: readonly PersonToAdd[]) {
  await addListed(store, people)
  const { id } = await sentLetter(store, noon)
  const planner = openLetterPlanner({
    store,
    now: () => noon,
    queued: () => {},
  })
  await planner.run()
  return { id, planner }
}

const claim = (store: Store, now: number, mailsPerHour = 100_000, most = connections) =>
  claimMails(
    store,
    {
      secretKey: testSecret,
      most,
      mailsPerHour,
      paced: true,
      host: 'fuel.example',
      sequence: null,
    },
    now,
  )

/** All that can be claimed at one moment; what was claimed counts as sent. */
async function claimAll(store: Store, now: number, mailsPerHour?: number) {
  const domains: string[] = []
  for (let more = true; more;) {
    const step = await claim(store, now, mailsPerHour)
    domains.push(...step.mails.map(({ domain }) => domain))
    more = step.changed > 0 && step.closedUntil === null
  }
  await store.db
    .updateTable('outbox')
    .set({ state: 'sent', leaseOwner: null, leaseUntil: null })
    .where('state', '=', 'sending')
    .execute()
  return domains
}

/** The domains of the mails that leave in an hour of sending. */
async function sentInHour(store: Store, hour: number, mailsPerHour?: number) {
  const domains: string[] = []
  const start = noon + hour * hourMs
  for (let now = start; now < start + hourMs; now += minute)
    domains.push(...(await claimAll(store, now, mailsPerHour)))
  return domains
}

describe.each(storeEngines)('%s: claims of letters', (engine) => {
  test('[LETTER-3] a confirm mail overtakes 10,000 waiting mails of a letter within one claim', async () => {
    const store = await freshStore(engine)
    await openLetter(store, many(10_000))
    await addListed(store, [{ id: 'noor', state: 'unconfirmed', confirmedAt: null }])
    const mail = { personId: 'noor', email: 'noor@example.com', template: 'confirm' } as const
    await store.transact((trx) => queueMails(trx, [mail], noon))
    const { mails } = await claim(store, noon)
    expect(mails.map(({ template }) => template)).toEqual([
      'confirm',
      ...Array(connections - 1).fill('letter'),
    ])
  })

  test('[LETTER-3] a paused letter gives nothing to the next claim, and goes on after a resume', async () => {
    const store = await freshStore(engine)
    const { id } = await openLetter(store, many(20))
    expect((await claim(store, noon)).mails).toHaveLength(connections)
    await store.transact((trx) => pauseLetter(trx, id, 'operator', noon))
    expect(await claim(store, noon)).toMatchObject({ mails: [], changed: 0 })
    await store.transact((trx) => resumeLetter(trx, id, noon))
    expect((await claim(store, noon)).mails).toHaveLength(connections)
  })

  test('[LETTER-3] a mail that the ramp held for hours is due when it is claimed', async () => {
    const store = await freshStore(engine)
    await openLetter(store, many(1))
    const [mail] = (await claim(store, noon + 5 * hourMs)).mails
    const row = store.db.selectFrom('outbox').select('dueAt').where('id', '=', mail!.id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ dueAt: noon + 5 * hourMs })
  })

  test('[LETTER-2] a letter of which nothing left for 72 hours gives nothing to a claim, is paused, and goes on after a resume', async () => {
    const store = await freshStore(engine)
    const { id } = await openLetter(store, many(20))
    const late: string[] = []
    let now = noon + 72 * hourMs
    const planner = openLetterPlanner({
      store,
      now: () => now,
      queued: () => {},
      late: (ids) => late.push(...ids),
    })
    const letter = () => readLetter(store.db, id)
    await planner.run()
    expect((await letter())?.state).toBe('sending')
    now += 1
    expect(await claim(store, now)).toMatchObject({ mails: [], changed: 0 })
    await planner.run()
    expect(await letter()).toMatchObject({ state: 'paused', pausedBy: 'late', sendingMs: 0 })
    expect(late).toEqual([id])
    await store.transact((trx) => resumeLetter(trx, id, now))
    await planner.run()
    expect((await claim(store, now)).mails).toHaveLength(connections)
  })

  test('[LETTER-2] 72 hours begin anew with each mail that left, and a mail that is tried again does not make a letter late', async () => {
    const store = await freshStore(engine)
    const { id } = await openLetter(store, many(2))
    const claimOne = async (now: number) => (await claim(store, now, 100_000, 1)).mails
    const ended = async (mailId: string, now: number) => {
      const ofMail = { id: mailId, letterId: id, letterLanguage: 'en', domain: 'example.com' }
      const mail = { ...ofMail, outcome: 'accepted' } as const
      await store.transact((trx) => recordLetterMails(trx, [mail], now))
      const sent = { state: 'sent' as const, waits: 'time', leaseOwner: null, leaseUntil: null }
      await store.db.updateTable('outbox').set(sent).where('id', '=', mailId).execute()
    }
    const [first] = await claimOne(noon + 71 * hourMs)
    await ended(first!.id, noon + 71 * hourMs)
    const [second] = await claimOne(noon + 142 * hourMs)
    const tried = { state: 'due' as const, turn: 0, leaseOwner: null, leaseUntil: null }
    const waits = `#${id} other`
    await store.db
      .updateTable('outbox')
      .set({ ...tried, waits })
      .where('id', '=', second!.id)
      .execute()
    const now = noon + 160 * hourMs
    expect(await store.transact((trx) => pauseLateLetters(trx, now))).toEqual([])
    expect(await claimOne(now)).toHaveLength(1)
  })

  test('[LETTER-2] people who left or were silenced meanwhile are skipped and counted', async () => {
    const store = await freshStore(engine)
    const { id } = await openLetter(store, many(4))
    const [left, complained] = many(4).map((person) => person.id)
    await store.transact((trx) => leave(trx, left!, noon))
    const silenced = store.db.updateTable('people').set({ state: 'complained' })
    await silenced.where('id', '=', complained!).execute()
    expect(await claimAll(store, noon)).toHaveLength(2)
    const { total } = await readLetterCounts(store.db, id)
    expect(total).toMatchObject({ queued: 4, skipped: 2 })
    expect(waitingOf(total)).toBe(2)
  })
})

test('[LETTER-3] no hour of sending has more mails than its ramp allows, and at least nine tenths of them', async () => {
  const store = await freshStore('sqlite')
  await openLetter(store, many(4_000))
  for (const hour of [0, 1, 2]) {
    const sent = (await sentInHour(store, hour)).length
    const rate = firstHour * 2 ** hour
    expect(sent, `hour ${hour}`).toBeLessThanOrEqual(rate)
    expect(sent, `hour ${hour}`).toBeGreaterThanOrEqual(rate * 0.9)
  }
})

test('[LETTER-3] two servers that claim at once on Postgres stay within one ramp', async () => {
  const store = await freshStore('postgres')
  const other = await store.reopen()
  await openLetter(store, [...many(60, 'gmail.com'), ...many(60)])
  const claimed: string[] = []
  for (let idle = 0; idle < 3;) {
    const steps = await Promise.all([claim(store, noon), claim(other, noon)])
    const mails = steps.flatMap((step) => step.mails)
    claimed.push(...mails.map(({ domain }) => domain))
    idle = mails.length === 0 ? idle + 1 : 0
  }
  expect(claimed).toHaveLength(firstHour / 10)
  expect(claimed.filter((domain) => domain === 'gmail.com').length).toBeLessThanOrEqual(
    perProvider.firstHour / 10,
  )
})

test('[LETTER-3] a large provider has a ramp of its own, and mails to others pass those that wait for it', async () => {
  const store = await freshStore('sqlite')
  await openLetter(store, [...many(400, 'gmail.com'), ...many(150, 'others.example')])
  const sent = await sentInHour(store, 0)
  const toGmail = sent.filter((domain) => domain === 'gmail.com').length
  expect(toGmail).toBeLessThanOrEqual(perProvider.firstHour)
  expect(toGmail).toBeGreaterThanOrEqual(perProvider.firstHour * 0.9)
  expect(sent.length - toGmail).toBe(150)
})

test('[LETTER-3] a letter stays within MAILS_PER_HOUR, and leaves half of what it allows at once to others', async () => {
  const store = await freshStore('sqlite')
  await openLetter(store, many(300))
  expect(await claimAll(store, noon, 200)).toHaveLength(10)
  await addListed(
    store,
    many(10, 'gmail.com').map((person) => ({
      ...person,
      state: 'unconfirmed' as const,
      confirmedAt: null,
    })),
  )
  const mails = many(10, 'gmail.com').map(({ id, email }) => ({
    personId: id,
    email: email!,
    template: 'confirm' as const,
  }))
  await store.transact((trx) => queueMails(trx, mails, noon))
  expect(await claimAll(store, noon, 200)).toHaveLength(10)
  expect((await sentInHour(store, 0, 200)).length).toBeLessThanOrEqual(180)
})

test.each(storeEngines)(
  '%s: a claim finds the ready mails of a letter by lookups of an index',
  async (engine) => {
    const store = await freshStore(engine)
    const { id } = await openLetter(store, [...many(3_000), ...many(3_000, 'gmail.com')])
    if (engine === 'postgres') {
      const before = await readOf(store)
      expect((await claim(store, noon)).mails).toHaveLength(connections)
      return expect((await readOf(store)) - before).toBeLessThan(300)
    }
    const plan = await sql<{ detail: string }>`explain query plan ${readyOfRuns(id)}`.execute(
      store.db,
    )
    const details = plan.rows.map(({ detail }) => detail)
    const reads = new Set(details.filter((detail) => /\boutbox\b/.test(detail)))
    expect([...reads]).toEqual([
      'SEARCH outbox USING COVERING INDEX outbox_by_turn (waits=? AND priority=?)',
    ])
  },
)

/** The mails that Postgres has read, by whatever way: counted by itself. */
async function readOf({ db }: Store): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: string }>`
    select (select seq_tup_read from pg_stat_user_tables where relname = 'outbox') + sum(idx_tup_read) as read
    from pg_stat_user_indexes where relname = 'outbox'`.execute(db)
  return Number(rows[0]!.read)
}

test('without limits a letter has no ramp', async () => {
  const store = await freshStore('sqlite')
  await openLetter(store, many(firstHour + 10, 'gmail.com'))
  expect(await claimAll(store, noon, Infinity)).toHaveLength(firstHour + 10)
})

test('a mail that was deferred returns to its letter: it waits while that is paused, and is cancelled once it is stopped', async () => {
  const store = await freshStore('sqlite')
  const { id, planner } = await openLetter(store, many(1))
  await claim(store, noon)
  await store.db
    .updateTable('outbox')
    .set({
      state: 'due',
      waits: 'time',
      dueAt: noon + minute,
      leaseOwner: null,
      leaseUntil: null,
    })
    .execute()
  await store.transact((trx) => pauseLetter(trx, id, 'operator', noon))
  expect(await claim(store, noon + minute)).toMatchObject({ mails: [], changed: 1 })
  await store.transact((trx) => resumeLetter(trx, id, noon + minute))
  expect((await claim(store, noon + 2 * minute)).mails).toHaveLength(1)
  await store.db
    .updateTable('outbox')
    .set({ state: 'due', waits: 'time', leaseOwner: null, leaseUntil: null })
    .execute()
  await store.transact((trx) => stopLetter(trx, id, noon + 2 * minute))
  expect((await claim(store, noon + 3 * minute)).mails).toEqual([])
  await planner.run()
  expect(await store.db.selectFrom('outbox').select('state').execute()).toEqual([
    { state: 'cancelled' },
  ])
})

test('a mail that a server has claimed and gives back, because its letter was stopped, is cancelled', async () => {
  const store = await freshStore('sqlite')
  const { id } = await openLetter(store, many(2))
  const { mails } = await claim(store, noon)
  await store.transact((trx) => stopLetter(trx, id, noon))
  for (const mail of mails) await returnClaimed(store, mail)
  expect((await claim(store, noon + minute)).mails).toEqual([])
  const states = store.db.selectFrom('outbox').select(['state', 'reason'])
  const stopped = { state: 'cancelled', reason: 'the letter was stopped' }
  expect(await states.execute()).toEqual([stopped, stopped])
})

test('a mail that the operator retries makes its finished letter being sent again', async () => {
  const store = await freshStore('sqlite')
  const { id, planner } = await openLetter(store, many(1))
  await claimAll(store, noon)
  await planner.run()
  expect((await readLetter(store.db, id))!.state).toBe('done')
  await store.db.updateTable('outbox').set({ state: 'due', waits: 'time', dueAt: noon }).execute()
  expect(await claimAll(store, noon)).toHaveLength(1)
  expect((await readLetter(store.db, id))!.state).toBe('sending')
})
