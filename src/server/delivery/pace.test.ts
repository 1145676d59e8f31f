import { describe, expect, test } from 'vitest'
import { take, hourlyBudget } from '#server/limits/budgets.ts'
import { freshStore, testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { mailboxKey } from './recipient-budgets.ts'
import { paceMails, type PacedMail, type PacedMails, type PaceTerms } from './pace.ts'

test.each([
  [100, 0.5],
  [3_000, 0.1],
  [20, 0.1],
  [1, 0.1],
])('%i an hour are never exceeded in any hour', (hourly, share) => {
  const budget = hourlyBudget(hourly, share)
  const sent: number[] = []
  let fullAt = 0
  for (let now = 0; now <= 3 * 3_600_000; now += 500) {
    for (
      let taken = take(fullAt, budget, now);
      taken.retryAfterMs <= 0;
      taken = take(fullAt, budget, now)
    ) {
      fullAt = taken.fullAt
      sent.push(now)
    }
  }
  const mostInAnHour = Math.max(
    ...sent.map((from) => sent.filter((at) => at >= from && at < from + 3_600_000).length),
  )
  expect(mostInAnHour).toBeLessThanOrEqual(hourly)
  expect(mostInAnHour).toBeGreaterThan(hourly * 0.9 - 1)
})

/** Mails with ids from 1, by default each to its own mailbox at a large provider. */
const mails = (
  count: number,
  change: (n: number) => Partial<PacedMail> = () => ({}),
): PacedMail[] =>
  Array.from({ length: count }, (_, index) => index + 1).map((n) => ({
    id: String(n),
    email: `athlete${n}@gmail.com`,
    domain: 'gmail.com',
    template: 'confirm',
    priority: priorities.usual,
    requester: `network ${n}`,
    paid: 0,
    everConfirmed: true,
    proven: false,
    createdAt: noon,
    messageId: null,
    ...change(n),
  }))

async function openPace() {
  const store = await freshStore('sqlite')
  return (
    inTurn: readonly PacedMail[],
    { open = new Map(), waitedFor = new Set(), ...terms }: Partial<PaceTerms & PacedMails> = {},
    now = noon,
  ) =>
    store.transact((trx) =>
      paceMails(
        trx,
        { inTurn, open, waitedFor },
        {
          secretKey: testSecret,
          confirmed: new Map(),
          most: 100,
          mailsPerHour: 10_000,
          awaitedMailWaits: false,
          ...terms,
        },
        now,
      ),
    )
}

describe('a mailbox', () => {
  const spelled = (...emails: string[]) => mails(emails.length, (n) => ({ email: emails[n - 1]! }))
  const tagged = (count: number, change: Partial<PacedMail> = {}) =>
    mails(count, (n) => ({ email: `sanne+${n}@gmail.com`, ...change }))
  const day = 24 * 3_600_000

  test('gets two mails at once in tagged spellings, a third in untagged ones and a fourth in the plain one', async () => {
    const pace = await openPace()
    expect(
      (await pace(spelled('sanne+1@gmail.com', 's.anne+2@gmail.com', 'sanne+3@gmail.com'))).go,
    ).toEqual(['1', '2'])
    expect((await pace(spelled('s.anne@gmail.com', 'sanne@googlemail.com'))).go).toEqual(['1'])
    expect((await pace(spelled('sanne@gmail.com', 'sanne@gmail.com'))).go).toEqual(['1'])
  })

  test('[CALL-1] of a confirmed person takes any number of mails, which do not spend its budget', async () => {
    const pace = await openPace()
    expect((await pace(tagged(5, { proven: true }))).go).toHaveLength(5)
    expect((await pace(tagged(3))).go).toHaveLength(2)
  })

  test('gets one more a day, each behind the waiting ones of its kind', async () => {
    const { deferred } = await (
      await openPace()
    )([...tagged(4), ...spelled('sanne@gmail.com', 'sanne@gmail.com', 'sanne@gmail.com')])
    expect(deferred.map(({ id, key, until }) => [id, key, (until - noon) / day])).toEqual([
      ['3', key, 1],
      ['4', key, 2],
      ['3', key, 1],
    ])
  })

  test('never delays its plain spelling behind others, however many come each day', async () => {
    const pace = await openPace()
    for (const now of [0, 1, 2, 3, 4].map((days) => noon + days * day)) {
      await pace(
        [...tagged(20), ...spelled('s.anne@gmail.com', 'san.ne@gmail.com', 'sanne@googlemail.com')],
        {},
        now,
      )
      expect((await pace(spelled('sanne@gmail.com'), {}, now)).go).toEqual(['1'])
    }
  })

  test('delays no mail beyond 72 hours after its creation', async () => {
    const { deferred, overdue } = await (await openPace())(tagged(7))
    expect([deferred.map(({ id, until }) => [id, (until - noon) / day]), overdue]).toEqual([
      [
        ['3', 1],
        ['4', 2],
        ['5', 3],
      ],
      ['6', '7'],
    ])
    const later = await (await openPace())(tagged(7), {}, noon + 1)
    expect([later.deferred.map(({ id }) => id), later.overdue]).toEqual([
      ['3', '4'],
      ['5', '6', '7'],
    ])
  })

  test('delays a mail of a sequence by at most 14 days', async () => {
    const { deferred, overdue } = await (await openPace())(tagged(20, { template: 'sequence' }))
    expect([deferred.at(-1)!.id, overdue]).toEqual(['16', ['17', '18', '19', '20']])
  })

  test('is charged once for a mail, however often it is tried', async () => {
    expect(
      (await (await openPace())(tagged(5, { messageId: '<1@fuel.example>' }))).go,
    ).toHaveLength(5)
  })

  const key = mailboxKey(testSecret, 'sanne@gmail.com')

  test('has a key that stays the same across versions, and that cannot be computed without the secret', () => {
    expect(mailboxKey(testSecret, 's.anne+fuel@gmail.com')).toBe('mail-to:trVHgbWwk_Bq8LmLNXYPdE')
    expect(mailboxKey('another secret, also long enough for it', 'sanne@gmail.com')).not.toBe(key)
  })
})

test('budget keys contain neither mailboxes nor domains', async () => {
  const store = await freshStore('sqlite')
  const keysWith = async (secretKey: string) => {
    await store.db.deleteFrom('budgets').execute()
    await store.transact((trx) =>
      paceMails(
        trx,
        {
          inTurn: mails(1, () => ({
            email: 'sanne@fuel.example',
            domain: 'fuel.example',
            everConfirmed: false,
          })),
          open: new Map(),
          waitedFor: new Set(),
        },
        { secretKey, confirmed: new Map(), most: 1, mailsPerHour: 100, awaitedMailWaits: false },
        noon,
      ),
    )
    return (await store.db.selectFrom('budgets').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    )
  }
  const [keys, others] = [
    await keysWith(testSecret),
    await keysWith('another secret, also long enough for it'),
  ]
  expect(keys).toEqual([
    'mail',
    ...Array(2).fill(expect.stringMatching(/^mail-first:[\w-]{22}$/)),
    expect.stringMatching(/^mail-to:[\w-]{22}$/),
    expect.stringMatching(/^mail:[\w-]{22}$/),
  ])
  expect(keys.filter((key) => others.includes(key))).toEqual(['mail'])
})

/** Mails to mailboxes of their own at a small domain, where addresses have confirmed. */
const toDomain = (count: number, change: Partial<PacedMail> = {}) =>
  mails(count, (n) => ({ email: `athlete${n}@fuel.example`, domain: 'fuel.example', ...change }))
/**
 * First mails to a domain where so many have confirmed that no budget of first mails holds them.
 */
const firstToKnown = { everConfirmed: false }
const known = { confirmed: new Map([['fuel.example', 4]]) }
const idsUpTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))

describe('a small domain', () => {
  test('gets a hundred mails an hour, half of them at once; the others follow every 72 seconds, and delay no other domain', async () => {
    const { go, parked } = await (
      await openPace()
    )([...toDomain(52, firstToKnown), ...mails(1, () => ({ id: '53' }))], known)
    expect(go).toEqual([...idsUpTo(50), '53'])
    expect(parked).toEqual(
      ['51', '52'].map((id) => ({ id, domain: 'fuel.example', opensAt: noon + 72_000 })),
    )
  })

  test('releases each waiting mail once, as its budget allows, and opens again when the budget has refilled', async () => {
    const pace = await openPace()
    await pace(toDomain(50))
    const waiting = { open: new Map([['fuel.example', toDomain(3)]]) }
    expect(await pace([], waiting, noon + 71_999)).toMatchObject({
      released: [],
      domains: [{ domain: 'fuel.example', opensAt: noon + 72_000 }],
    })
    expect(await pace([], waiting, noon + 72_000)).toMatchObject({
      released: ['1'],
      domains: [{ domain: 'fuel.example', opensAt: noon + 72_000 }],
    })
    expect(await pace([], waiting, noon + 72_000)).toMatchObject({
      released: [],
      domains: [{ domain: 'fuel.example', opensAt: noon + 144_000 }],
    })
  })

  test('is not charged twice for a mail that has waited for it', async () => {
    const pace = await openPace()
    await pace(toDomain(50))
    expect((await pace(toDomain(3, { paid: 1 }))).go).toEqual(['1', '2', '3'])
  })

  test('gives its budget to waiting mails before later ones', async () => {
    const { go, parked } = await (
      await openPace()
    )(toDomain(1, firstToKnown), { ...known, waitedFor: new Set(['fuel.example']) })
    expect([go, parked]).toEqual([[], [{ id: '1', domain: 'fuel.example', opensAt: noon }]])
  })

  test('lets a mail to a confirmed address pass waiting first mails, limited by its own budget only', async () => {
    const pace = await openPace()
    expect((await pace(toDomain(50), { waitedFor: new Set(['fuel.example']) })).go).toHaveLength(50)
    const { deferred, parked } = await pace(toDomain(2), { waitedFor: new Set(['fuel.example']) })
    expect([deferred.map(({ until }) => until - noon), parked]).toEqual([[72_000, 144_000], []])
  })

  test('shares its budget with its subdomains', async () => {
    const { go, parked } = await (
      await openPace()
    )(
      mails(60, (n) => ({
        email: `sanne@team${n}.fuel.example`,
        domain: `team${n}.fuel.example`,
        ...firstToKnown,
      })),
      known,
    )
    expect([go.length, new Set(parked.map(({ domain }) => domain))]).toEqual([
      50,
      new Set(['fuel.example']),
    ])
  })

  test('is not waited for by a mail that waits for its mailbox', async () => {
    const pace = await openPace()
    await pace(toDomain(50))
    await pace(mails(4, () => ({ email: 'sanne@fuel.example', domain: 'gmail.com' })))
    const { deferred, parked } = await pace(toDomain(1, { email: 'sanne@fuel.example' }))
    expect([deferred.map(({ until }) => until - noon), parked]).toEqual([[24 * 3_600_000], []])
  })
})

describe('first mails to a domain', () => {
  const first = (count: number, change: Partial<PacedMail> = {}) =>
    toDomain(count, { everConfirmed: false, ...change })
  const fromOne = { requester: 'network 1' }
  const confirmed = (count: number) => ({ confirmed: new Map([['fuel.example', count]]) })
  const hourMs = 3_600_000

  /** How many leave within an hour, with an attempt each minute. */
  async function inAnHour(change: Partial<PacedMail>, terms: Partial<PaceTerms> = {}) {
    const pace = await openPace()
    let left = 0
    for (let now = noon; now <= noon + hourMs; now += 60_000)
      left += (await pace(first(100, change), terms, now)).go.length
    return left
  }

  test.each([
    [0, 5, 20],
    [1, 10, 40],
    [2, 15, 60],
    [3, 20, 80],
    [4, 100, 100],
  ])(
    'where %i of its addresses have confirmed are %i an hour from one network and %i from all',
    async (count, one, all) => {
      expect([
        await inAnHour(fromOne, confirmed(count)),
        await inAnHour({}, confirmed(count)),
      ]).toEqual([one, all])
    },
  )

  test('four from one network and ten in all leave at once, and the rest delay no other domain', async () => {
    const pace = await openPace()
    expect((await pace(first(6, fromOne))).go).toEqual(idsUpTo(4))
    expect(
      (
        await pace(
          mails(10, (n) => ({
            email: `runner${n}@fuel.example`,
            domain: 'fuel.example',
            everConfirmed: false,
            requester: `network ${n + 1}`,
          })),
        )
      ).go,
    ).toEqual(idsUpTo(6))
    expect((await pace(mails(1))).go).toEqual(['1'])
  })

  test('leave at once again when an address of the domain confirms', async () => {
    const pace = await openPace()
    await pace(first(20))
    expect((await pace(first(30))).go).toEqual([])
    expect((await pace(first(30), confirmed(1))).go).toEqual(idsUpTo(20))
  })

  test('are those to addresses that never confirmed; a retry is none', async () => {
    const pace = await openPace()
    await pace(first(20))
    expect((await pace(toDomain(1))).go).toEqual(['1'])
    expect((await pace(first(1, { messageId: '<1@fuel.example>' }))).go).toEqual(['1'])
    expect((await pace(first(1, { template: 'welcome' }))).go).toEqual([])
  })

  const at = (domain: string) =>
    mails(50, (n) => ({
      email: `athlete${n}@${domain}`,
      domain,
      everConfirmed: false,
      ...fromOne,
    }))

  test.each(['privaterelay.appleid.com', 'mozmail.com', 'duck.com', 'hotmail.es', 'yahoo.it'])(
    'are not limited at %s',
    async (domain) => expect((await (await openPace())(at(domain))).go).toHaveLength(50),
  )

  test('are not limited at a large provider, but at its subdomains, each of which is one customer', async () => {
    const pace = await openPace()
    expect((await pace(at('posteo.de'))).go).toHaveLength(50)
    expect((await pace(at('victim.posteo.de'))).go).toHaveLength(4)
    expect((await pace(at('other.posteo.de'))).go).toHaveLength(4)
  })

  test("of one network stand in nobody's way where the domain opens", async () => {
    const pace = await openPace()
    await pace(first(5, fromOne))
    const open = new Map([
      [
        'fuel.example',
        [...first(20, fromOne), ...first(1, { id: 'other', requester: 'network 2' })],
      ],
    ])
    expect((await pace([], { open })).released).toEqual(['other'])
  })
})

describe('MAILS_PER_HOUR', () => {
  const hundred = { mailsPerHour: 100 }

  test('allows a tenth at once, then one after another', async () => {
    const pace = await openPace()
    expect(await pace(mails(11), hundred)).toEqual({
      go: Array.from({ length: 10 }, (_, index) => String(index + 1)),
      deferred: [],
      parked: [],
      released: [],
      domains: [],
      overdue: [],
      closedUntil: noon + 40_000,
      leftInTurn: 0,
    })
    expect(await pace(mails(1), hundred, noon + 39_999)).toMatchObject({
      go: [],
      closedUntil: noon + 40_000,
    })
    expect(await pace(mails(1), hundred, noon + 40_000)).toMatchObject({
      go: ['1'],
      closedUntil: null,
    })
  })

  test('counts a single mail', async () => {
    const pace = await openPace()
    expect((await pace(mails(1), { mailsPerHour: 1 })).go).toEqual(['1'])
    expect(await pace(mails(1), { mailsPerHour: 1 })).toMatchObject({
      go: [],
      closedUntil: noon + 3_600_000,
    })
  })

  test('lets no more mails go than are wanted', async () =>
    expect((await (await openPace())(mails(5), { most: 2 })).go).toEqual(['1', '2']))
})

describe('steps of sequences', () => {
  const steps = (count: number) => mails(count, () => ({ priority: priorities.later }))
  const waits = { mailsPerHour: 100, awaitedMailWaits: true }

  test('leave half of the hour to awaited mails', async () => {
    const pace = await openPace()
    expect(await pace([...steps(7), ...mails(1)], waits)).toMatchObject({
      go: ['1', '2', '3', '4', '5', '1'],
      leftInTurn: 2,
      closedUntil: null,
    })
    expect(await pace(steps(1), waits, noon + 79_999)).toMatchObject({ go: [], leftInTurn: 1 })
    expect(await pace(steps(1), waits, noon + 80_000)).toMatchObject({ go: ['1'], leftInTurn: 0 })
  })

  test('use all of it if no awaited mail waits', async () =>
    expect(await (await openPace())(steps(11), { mailsPerHour: 100 })).toMatchObject({
      go: { length: 10 },
      leftInTurn: 0,
      closedUntil: noon + 40_000,
    }))
})
