import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { consents } from '#campaign'
import type { Store } from '#server/db/store.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { enterConfirmed, noon } from '#test/mailbox.ts'
import { claimUrgentMails } from './urgent.ts'
import { claimMails } from './claim.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { queueMails, priorities } from '#server/outbox/outbox.ts'
import { connections } from './transport.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { plansOf } from '#test/query-plans.ts'

const minute = 60_000
const hour = 60 * minute

async function signUp(store: Store, emails: readonly string[], network: string, now = noon) {
  for (let from = 0; from < emails.length; from += 500) {
    const joinings = emails.slice(from, from + 500).map((email) => ({
      email,
      placement: 'hero',
      source: '',
      consent: consents[0],
      charges: null,
      network,
    }))
    await store.transact((trx) => joinAll(trx, joinings, 'double', now))
  }
}

const many = (count: number, domain: (n: number) => string = () => 'gmail.com', name = 'flood') =>
  Array.from({ length: count }, (_, n) => `${name}${n}@${domain(n)}`)

/** What the next claim takes to the mail server, as long as that has `connections` free. */
async function claim(store: Store, now = noon, most = connections, mailsPerHour = 1_000_000) {
  const { mails } = await claimMails(
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
  return mails
}
/** All that can be claimed at one moment. */
async function claimAll(store: Store, now = noon): Promise<string[]> {
  const emails: string[] = []
  for (let changed = 1; changed > 0;) {
    const step = await claimMails(
      store,
      {
        secretKey: testSecret,
        most: connections,
        mailsPerHour: 1_000_000,
        paced: true,
        host: 'fuel.example',
        sequence: null,
      },
      now,
    )
    emails.push(...step.mails.map(({ email }) => email))
    changed = step.changed
  }
  return emails
}
const failed = (store: Store, ids: readonly string[], network: string, dueAt: number) =>
  store.db
    .updateTable('outbox')
    .set({
      state: 'due',
      requester: network,
      dueAt,
      leaseOwner: null,
      leaseUntil: null,
      handed: 0,
    })
    .where('id', 'in', ids)
    .execute()

describe.each(storeEngines)('mails on %s', (engine) => {
  test('with 10,000 mails of one network queued, a mail of another is among the next claimed', async () => {
    const store = await freshStore(engine)
    await signUp(store, many(10_000), 'network 1')
    await claim(store)
    await signUp(store, ['sanne@gmail.com'], 'network 2', noon + 1)
    expect((await claim(store, noon + 1)).map(({ email }) => email)).toContain('sanne@gmail.com')
  })

  test('of many networks take turns: a new mail waits for at most two mails of each other network', async () => {
    const store = await freshStore(engine)
    for (let n = 0; n < 20; n++)
      await signUp(store, many(30, undefined, `network${n}-`), `network ${n}`)
    await claim(store, noon, 7)
    await signUp(store, ['anna@gmail.com', 'bram@gmail.com'], 'network 20')
    const order = (await claim(store, noon, 70)).map(({ email }) => email)
    expect(order.indexOf('anna@gmail.com')).toBeLessThan(40)
    expect(order.indexOf('bram@gmail.com') - order.indexOf('anna@gmail.com')).toBe(21)
  })

  test('without a request take turns of their own person', async () => {
    const store = await freshStore(engine)
    await signUp(store, many(50), 'network 1')
    for (const email of ['noor@gmail.com', 'milan@gmail.com'])
      await enterConfirmed(store, email, noon)
    const people = await store.db
      .selectFrom('people')
      .select(['id', 'email'])
      .where('email', 'in', ['noor@gmail.com', 'milan@gmail.com'])
      .execute()
    await store.transact((trx) =>
      queueMails(
        trx,
        people.map(({ id, email }) => ({ personId: id, email, template: 'listed', priority: 0 })),
        noon,
      ),
    )
    expect((await claim(store, noon, 4)).map(({ email }) => email)).toEqual(
      expect.arrayContaining(['noor@gmail.com', 'milan@gmail.com']),
    )
  })

  test('that are retried wait behind one mail of each network, and not before new mails', async () => {
    const store = await freshStore(engine)
    await signUp(store, many(100), 'network 1')
    const tried = await claim(store, noon, 100)
    await failed(
      store,
      tried.map(({ id }) => id),
      'network 1',
      noon + minute,
    )
    await signUp(store, ['sanne@gmail.com'], 'network 2', noon + minute)
    expect((await claim(store, noon + minute, 3)).map(({ email }) => email)).toContain(
      'sanne@gmail.com',
    )
    expect(await claimAll(store, noon + minute)).toHaveLength(98)
  })

  test('that wait for their time are not claimed before it', async () => {
    const store = await freshStore(engine)
    await signUp(store, ['sanne@gmail.com'], 'network 1')
    const [mail] = await claim(store)
    await failed(store, [mail!.id], 'network 1', noon + minute)
    expect([
      await claimAll(store, noon + minute - 1),
      await claimAll(store, noon + minute),
    ]).toEqual([[], ['sanne@gmail.com']])
  })

  test('have no network stored after the claim', async () => {
    const store = await freshStore(engine)
    await signUp(store, ['sanne@gmail.com'], 'network 1')
    const [mail] = await claim(store)
    expect([
      mail!.requester,
      (await store.db.selectFrom('outbox').select('requester').executeTakeFirstOrThrow()).requester,
    ]).toEqual(['network 1', ''])
  })

  test('of the first priority are claimed before one of the second, whatever its turn', async () => {
    const store = await freshStore(engine)
    await signUp(store, many(3), 'network 1')
    await store.db
      .updateTable('outbox')
      .set({ priority: priorities.usual })
      .where('email', '=', 'flood0@gmail.com')
      .execute()
    expect(await claimAll(store)).toEqual([
      'flood1@gmail.com',
      'flood2@gmail.com',
      'flood0@gmail.com',
    ])
  })
})

describe.each(storeEngines)('first mails on %s', (engine) => {
  const tags = (count: number, from: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => ({
      email: `tag${n}@anything${n}.victim.co.uk`,
      network: from(n),
    }))
  async function flooded(count: number, from: (n: number) => string) {
    const store = await freshStore(engine)
    for (const network of new Set(tags(count, from).map((one) => one.network)))
      await signUp(
        store,
        tags(count, from)
          .filter((one) => one.network === network)
          .map(({ email }) => email),
        network,
      )
    return store
  }
  /** What leaves from now to an hour later, tried each minute. */
  async function inAnHour(store: Store, from = noon) {
    const emails: string[] = []
    for (let now = from; now <= from + hour; now += minute)
      emails.push(...(await claimAll(store, now)))
    return emails
  }

  test('to tags at subdomains of a domain without confirmed addresses are 5 an hour from one network', async () => {
    expect(await inAnHour(await flooded(200, () => 'network 1'))).toHaveLength(5)
  })

  test('and 20 an hour from 100 networks', async () => {
    expect(await inAnHour(await flooded(200, (n) => `network ${n % 100}`))).toHaveLength(20)
  })

  test('wait for their domain in turns: a mail waits for at most two mails of each other network', async () => {
    const store = await flooded(200, (n) => `network ${n % 4}`)
    await claimAll(store)
    await signUp(store, ['sanne@victim.co.uk'], 'network 100', noon + minute)
    const emails = await inAnHour(store, noon + minute)
    expect(emails.slice(0, 9)).toContain('sanne@victim.co.uk')
  })

  test('to other domains are not delayed by waiting ones', async () => {
    const store = await flooded(300, (n) => `network ${n % 100}`)
    await signUp(store, ['sanne@gmail.com', 'daan@fuel.example'], 'network 0')
    expect(await claimAll(store)).toEqual(
      expect.arrayContaining(['sanne@gmail.com', 'daan@fuel.example']),
    )
  })

  test('of a domain leave as soon as an address there confirms, as many as that allows', async () => {
    const store = await flooded(100, (n) => `network ${n}`)
    const [first] = await claimAll(store)
    const { id } = await store.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', first!)
      .executeTakeFirstOrThrow()
    expect(await claimAll(store, noon + minute)).toEqual([])
    await store.transact((trx) => confirmPerson(trx, id, noon + minute))
    expect((await claimAll(store, noon + minute)).length).toBeGreaterThanOrEqual(20)
  })

  test('that have waited 72 hours for their domain wait for the operator', async () => {
    const store = await flooded(60, () => 'network 1')
    expect(await claimAll(store)).toHaveLength(4)
    expect(await claimAll(store, noon + 72 * hour + 1)).toEqual([])
    const states = store.db.selectFrom('outbox').select('id').where('state', '=', 'overdue')
    expect(await states.execute()).toHaveLength(56)
    expect(await store.db.selectFrom('waiting_domains').selectAll().execute()).toEqual([])
  })

  test('that waited all leave eventually, and the row of their domain is deleted', async () => {
    const store = await flooded(60, (n) => `network ${n}`)
    const emails: string[] = []
    for (let n = 0; n < 7; n++) emails.push(...(await inAnHour(store, noon + n * (hour + minute))))
    expect([
      new Set(emails).size,
      await store.db.selectFrom('waiting_domains').selectAll().execute(),
    ]).toEqual([60, []])
  })
})

test('a claim beside a hundred thousand waiting mails reads only those that it takes, also without Postgres statistics', async () => {
  const store = await freshStore('postgres')
  await waitingCrowd(store)
  const before = await rowsRead()
  expect(await claim(store, noon + 1)).toHaveLength(connections)
  const claimed = (await rowsRead()) - before
  await signUp(store, ['sanne@gmail.com'], 'network 3', noon + 1)
  const queued = (await rowsRead()) - before - claimed
  recordMeasurement(
    `a claim read ${claimed} rows of mails, people and domains, a sign-up ${queued}`,
  )
  expect(claimed).toBeLessThan(1_000)
  expect(queued).toBeLessThan(1_000)

  /** Counted by Postgres. */
  async function rowsRead() {
    await sql`select pg_stat_force_next_flush()`.execute(store.db)
    const {
      rows: [row],
    } = await sql<{ read: number }>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables where relname in ('outbox', 'people', 'waiting_domains')`.execute(
      store.db,
    )
    return row!.read
  }
})

test('on SQLite every query of a claim uses an index, beside many waiting mails', async () => {
  const store = await freshStore('sqlite')
  await waitingCrowd(store, 2_000)
  const plans = await plansOf(store.where, async () =>
    expect(await claim(store, noon + 1)).toHaveLength(connections),
  )
  const isScan = (step: string) =>
    /^SCAN (?!.*CONSTANT ROW|asked|entering|known|found|waiting$)/.test(step)
  expect(plans.length).toBeGreaterThan(8)
  expect(plans.filter(({ steps }) => steps.some(isScan))).toEqual([])
})

/**
 * Three floods (waiting for their turn, for their time, and for a closed domain) and some mails
 * whose turn has come.
 */
async function waitingCrowd(store: Store, each = 33_000): Promise<void> {
  await signUp(
    store,
    many(500, (n) => `domain-${n}.example`, 'athlete'),
    'network 1',
  )
  const { id: personId } = await store.db
    .selectFrom('people')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  // Small enough for a statement on a busy machine.
  const chunk = Math.min(each, 3_300)
  const crowd = (waits: string, from: number, turn: string, dueAt: number) =>
    sql`
    with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(from + chunk - 1)})
    insert into outbox (id, "personId", template, data, email, domain, state, priority, requester, waits, turn, paid, "createdAt", "dueAt", attempts, ambiguous, handed)
    select 'crowd ' || n, ${personId}, 'confirm', '{}', 'crowd@fuel.example', 'fuel.example', 'due', 0, 'network 2', ${waits}, ${sql.raw(turn)}, 0, ${sql.lit(noon)}, ${sql.lit(dueAt)}, 0, 0, 0 from numbers`.execute(
      store.db,
    )
  for (let from = 1; from <= each; from += chunk) {
    await crowd('', from, '1000 + n', noon)
    await crowd('time', 100_000 + from, '0', noon + hour)
    await crowd('@fuel.example', 200_000 + from, 'n', noon)
  }
  await store.db
    .insertInto('waiting_domains')
    .values({ domain: 'fuel.example', opensAt: noon + hour })
    .execute()
}

test('on SQLite a look for urgent mails reads none of the many mails that wait', async () => {
  const store = await freshStore('sqlite')
  const mail = { email: 'anna@example.com', template: 'alert', data: { notices: [] } } as const
  await store.transact((trx) => queueOperatorMail(trx, mail, noon))
  const terms = { secretKey: testSecret, mailsPerHour: 1_000, paced: true, sequence: null }
  const look = { ...terms, host: 'fuel.example', inFlight: 0 }
  const plans = await plansOf(store.where, async () =>
    expect((await claimUrgentMails(store, look, noon + 1)).mails).toHaveLength(1),
  )
  const looks = plans.filter(({ text }) => /^\s*select[^]*"priority" in/.test(text))
  expect(looks.length).toBeGreaterThan(1)
  for (const { steps } of looks)
    for (const step of steps) expect(step).toMatch(/outbox_by_t(?:urn|ime) \(.*priority=\?/)
})
