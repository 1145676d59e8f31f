import { describe, expect, test } from 'vitest'
import { take } from '#server/waitlist/budgets.ts'
import { freshStore, testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { priorities } from './outbox.ts'
import { domainKey, hourlyBudget, mailboxKey, paceMails, type PacedMail, type PaceTerms } from './pace.ts'

test.each([[100, 0.5], [3_000, 0.1], [20, 0.1], [1, 0.1]])('%i an hour are never exceeded in any hour', (hourly, share) => {
  const budget = hourlyBudget(hourly, share)
  const sent: number[] = []
  let tat = 0
  for (let now = 0; now <= 3 * 3_600_000; now += 500) {
    for (let taken = take(tat, budget, now); taken.retryAfterMs <= 0; taken = take(tat, budget, now)) {
      tat = taken.tat
      sent.push(now)
    }
  }
  const mostInAnHour = Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + 3_600_000).length))
  expect(mostInAnHour).toBeLessThanOrEqual(hourly)
  expect(mostInAnHour).toBeGreaterThan(hourly * 0.9 - 1)
})

/** Mails with ids from 1, each to a mailbox of its own at a large provider, where it is not said otherwise. */
const mails = (count: number, change: (n: number) => Partial<PacedMail> = () => ({})): PacedMail[] =>
  Array.from({ length: count }, (_, index) => index + 1).map((n) => ({ id: String(n), email: `athlete${n}@gmail.com`, domain: 'gmail.com', template: 'confirm', priority: priorities.usual, created_at: noon, message_id: null, proven: false, ...change(n) }))

async function openPace() {
  const store = await freshStore('sqlite')
  return (waiting: readonly PacedMail[], terms: Partial<PaceTerms> = {}, now = noon) =>
    store.transact((trx) => paceMails(trx, waiting, { secretKey: testSecret, most: 100, mailsPerHour: 10_000, somebodyWaits: false, ...terms }, now))
}

describe('a mailbox', () => {
  const spelled = (...emails: string[]) => mails(emails.length, (n) => ({ email: emails[n - 1]! }))
  const tagged = (count: number, change: Partial<PacedMail> = {}) => mails(count, (n) => ({ email: `sanne+${n}@gmail.com`, ...change }))
  const day = 24 * 3_600_000

  test('gets two mails at once in spellings with a tag, one more in those without, and one more in the plain one', async () => {
    const pace = await openPace()
    expect((await pace(spelled('sanne+1@gmail.com', 's.anne+2@gmail.com', 'sanne+3@gmail.com'))).go).toEqual(['1', '2'])
    expect((await pace(spelled('s.anne@gmail.com', 'sanne@googlemail.com'))).go).toEqual(['1'])
    expect((await pace(spelled('sanne@gmail.com', 'sanne@gmail.com'))).go).toEqual(['1'])
  })

  test('[CALL-1] of somebody who has confirmed takes any number, and they leave its budget as it is', async () => {
    const pace = await openPace()
    expect((await pace(tagged(5, { proven: true }))).go).toHaveLength(5)
    expect((await pace(tagged(3))).go).toHaveLength(2)
  })

  test('takes a day for each of the others, which wait behind those of their own kind', async () => {
    const { held } = await (await openPace())([...tagged(4), ...spelled('sanne@gmail.com', 'sanne@gmail.com', 'sanne@gmail.com')])
    expect(held.map(({ id, key, until }) => [id, key, (until - noon) / day])).toEqual([['3', key, 1], ['4', key, 2], ['3', key, 1]])
  })

  test('never keeps its plain spelling waiting for the others, however many there are each day', async () => {
    const pace = await openPace()
    for (const now of [0, 1, 2, 3, 4].map((days) => noon + days * day)) {
      await pace([...tagged(20), ...spelled('s.anne@gmail.com', 'san.ne@gmail.com', 'sanne@googlemail.com')], {}, now)
      expect((await pace(spelled('sanne@gmail.com'), {}, now)).go).toEqual(['1'])
    }
  })

  test('holds no mail beyond 72 hours after it was made', async () => {
    const { held, overdue } = await (await openPace())(tagged(7))
    expect([held.map(({ id, until }) => [id, (until - noon) / day]), overdue]).toEqual([[['3', 1], ['4', 2], ['5', 3]], ['6', '7']])
    const later = await (await openPace())(tagged(7), {}, noon + 1)
    expect([later.held.map(({ id }) => id), later.overdue]).toEqual([['3', '4'], ['5', '6', '7']])
  })

  test('holds a mail of a sequence for 14 days at most', async () => {
    const { held, overdue } = await (await openPace())(tagged(20, { template: 'sequence' }))
    expect([held.at(-1)!.id, overdue]).toEqual(['16', ['17', '18', '19', '20']])
  })

  test('is filled once by a mail, however often that is tried', async () => {
    expect((await (await openPace())(tagged(5, { message_id: '<1@fuel.example>' }))).go).toHaveLength(5)
  })

  const key = mailboxKey(testSecret, 'sanne@gmail.com')

  test('is known by a key that outlives a new version, and that nobody finds without the secret', () => {
    expect(mailboxKey(testSecret, 's.anne+fuel@gmail.com')).toBe('mail-to:trVHgbWwk_Bq8LmLNXYPdE')
    expect(mailboxKey('another secret, also long enough for it', 'sanne@gmail.com')).not.toBe(key)
  })
})

test('budgets name neither mailboxes nor their domains', async () => {
  const store = await freshStore('sqlite')
  const keysWith = async (secretKey: string) => {
    await store.db.deleteFrom('budgets').execute()
    await store.transact((trx) => paceMails(trx, mails(1, () => ({ email: 'sanne@fuel.example', domain: 'fuel.example' })), { secretKey, most: 1, mailsPerHour: 100, somebodyWaits: false }, noon))
    return (await store.db.selectFrom('budgets').select('key').orderBy('key').execute()).map(({ key }) => key)
  }
  const [keys, others] = [await keysWith(testSecret), await keysWith('another secret, also long enough for it')]
  expect(keys).toEqual(['mail', expect.stringMatching(/^mail-to:[\w-]{22}$/), expect.stringMatching(/^mail:[\w-]{22}$/)])
  expect(keys.filter((key) => others.includes(key))).toEqual(['mail'])
})

describe('a small domain', () => {
  const key = domainKey(testSecret, 'fuel.example')

  test('gets a hundred mails an hour, half of them at once; the others wait 72 seconds each, and nobody waits for them', async () => {
    const to = (n: number) => (n === 53 ? {} : { email: `athlete${n}@fuel.example`, domain: 'fuel.example' })
    const { go, held } = await (await openPace())(mails(53, to))
    expect(go).toEqual([...Array.from({ length: 50 }, (_, index) => String(index + 1)), '53'])
    expect(held.map(({ id, key, until }) => [id, key, until - noon])).toEqual([['51', key, 72_000], ['52', key, 144_000]])
  })

  test('gets the next mail when its 72 seconds are over', async () => {
    const pace = await openPace()
    const to = (n: number) => ({ email: `athlete${n}@fuel.example`, domain: 'fuel.example' })
    await pace(mails(50, to))
    const next = mails(1, () => to(51))
    expect((await pace(next, {}, noon + 71_999)).held.map(({ until }) => until)).toEqual([noon + 72_000])
    expect((await pace(next, {}, noon + 72_000)).go).toEqual(['1'])
  })

  test('waits for what takes longest, and behind those alone that wait for the same', async () => {
    const pace = await openPace()
    const to = (email: string) => () => ({ email, domain: 'fuel.example' })
    await pace(mails(50, (n) => ({ email: `athlete${n}@fuel.example`, domain: 'fuel.example' })))
    await pace(mails(4, to('sanne@fuel.example')), {}, noon + 4 * 72_000)
    const { held } = await pace([...mails(1, to('daan@fuel.example')), ...mails(1, to('sanne@fuel.example'))], {}, noon + 4 * 72_000)
    expect(held.map(({ key, until }) => [key, until - noon])).toEqual([[key, 5 * 72_000], [mailboxKey(testSecret, 'sanne@fuel.example'), 4 * 72_000 + 24 * 3_600_000]])
  })

  test('holds its mails for as long as it takes', async () => {
    const { held, overdue } = await (await openPace())(mails(51, (n) => ({ email: `athlete${n}@fuel.example`, domain: 'fuel.example', created_at: noon - 80 * 3_600_000 })))
    expect([held.map(({ id }) => id), overdue]).toEqual([['51'], []])
  })
})

describe('MAILS_PER_HOUR', () => {
  const hundred = { mailsPerHour: 100 }

  test('lets a tenth go at once, and then one after the other', async () => {
    const pace = await openPace()
    expect(await pace(mails(11), hundred)).toEqual({ go: Array.from({ length: 10 }, (_, index) => String(index + 1)), held: [], overdue: [], closedUntil: noon + 40_000, gaveWay: 0 })
    expect(await pace(mails(1), hundred, noon + 39_999)).toMatchObject({ go: [], closedUntil: noon + 40_000 })
    expect(await pace(mails(1), hundred, noon + 40_000)).toMatchObject({ go: ['1'], closedUntil: null })
  })

  test('counts a mail that goes alone', async () => {
    const pace = await openPace()
    expect((await pace(mails(1), { mailsPerHour: 1 })).go).toEqual(['1'])
    expect(await pace(mails(1), { mailsPerHour: 1 })).toMatchObject({ go: [], closedUntil: noon + 3_600_000 })
  })

  test('is asked for no more mails than are wanted', async () => expect((await (await openPace())(mails(5), { most: 2 })).go).toEqual(['1', '2']))
})

describe('steps of sequences', () => {
  const steps = (count: number) => mails(count, () => ({ priority: priorities.later }))
  const waits = { mailsPerHour: 100, somebodyWaits: true }

  test('leave half of the hour to whoever waits', async () => {
    const pace = await openPace()
    expect(await pace([...steps(7), ...mails(1)], waits)).toMatchObject({ go: ['1', '2', '3', '4', '5', '1'], gaveWay: 2, closedUntil: null })
    expect(await pace(steps(1), waits, noon + 79_999)).toMatchObject({ go: [], gaveWay: 1 })
    expect(await pace(steps(1), waits, noon + 80_000)).toMatchObject({ go: ['1'], gaveWay: 0 })
  })

  test('take all of it where nobody waits', async () => expect(await (await openPace())(steps(11), { mailsPerHour: 100 })).toMatchObject({ go: { length: 10 }, gaveWay: 0, closedUntil: noon + 40_000 }))
})
