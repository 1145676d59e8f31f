import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { moveClock } from '#test/move-clock.ts'
import { startApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { askLive } from '#test/live-stream.ts'
import { signIn } from '#test/signed-in.ts'
import { joinByCall } from '#test/visitor.ts'
import { actOnLaunch } from '#server/launch/periods.ts'
import { joinAll } from '#server/signup/sign-up.ts'

const { goal } = campaign.figures.launch.value
const dayMs = 24 * 3_600_000
const start = Date.parse('2027-01-04T08:00:00Z')
const earlyBirdEnd = Date.parse('2027-01-31T22:59:00Z')
const programEnd = Date.parse('2027-02-28T22:59:00Z')
const operator = 'anna@example.com'
/** As long as a page may be sent as it is. */
const pageMs = 10_000

describe.each(storeEngines)('a launch that is played on %s', async (engine) => {
  let clock = start
  // One welcome mail an hour leaves the machine to the test.
  const env = { FIGURES: 'live', OPT_IN: 'single', OPERATORS: operator, MAILS_PER_HOUR: '1' }
  const app = await startApp({ engine, env, now: () => clock })
  afterAll(() => app.close())
  const store = await app.store()
  let people = 0
  const until = (to: number) => moveClock(app, clock, to, (at) => (clock = at))

  /** People who join now, until there are so many. */
  async function joinUntil(total: number) {
    for (; people < total; people = Math.min(total, people + 500)) {
      const batch = Array.from({ length: Math.min(500, total - people) }, (_, n) =>
        joining(people + n),
      )
      await store.transact((trx) => joinAll(trx, batch, 'single', clock))
    }
  }

  /** What a new visitor reads, without script, and what an open page is told. */
  async function look() {
    clock += pageMs
    const answer = await fetch(app.url)
    const html = await answer.text()
    const text = html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
    const { message } = await askLive(app.url)
    expect(text).not.toMatch(/undefined|NaN|\{\w+\}/)
    return {
      text,
      ends: [...html.matchAll(/data-live-ends="(\d+)"/g)].map(([, ms]) => Number(ms)),
      isOffered: html.includes('Become a Founding Member'),
      lefts: [message['program'], message['exit'], message['legacyPack'], message['founding']],
      counted: [message.registered, message.nextPlace],
    }
  }

  async function operate(act: string) {
    const anna = await signIn(app, operator, clock)
    expect((await anna.post(`/dashboard/launch/${act}`, {})).status).toBe(303)
    return anna
  }

  const join = async (email: string) => {
    const answer = await joinByCall(app.url, email)
    return [answer.status, ((await answer.json().catch(() => ({}))) as { state?: string }).state]
  }
  const grantsOf = async (email: string) =>
    (
      await store.db
        .selectFrom('offer_grants')
        .innerJoin('people', 'people.id', 'personId')
        .select('offer')
        .where('email', '=', email)
        .orderBy('offer')
        .execute()
    ).map(({ offer }) => offer)

  test('[LIVE-5] [LIVE-6] [END-1] [END-2] from nobody over the goal to the shop each page says what is true then, and back', async () => {
    const nobody = await look()
    expect(nobody.text).toContain('The next place is 1')
    // Eight weeks away: its date, and no clock.
    expect(nobody.text).toMatch(/Project Ascend closes on ?28 February 2027, 23:59/)
    expect(nobody).toMatchObject({
      ends: [earlyBirdEnd],
      lefts: ['50', '100', '500', '3,000'],
      counted: ['0', '1'],
    })

    clock = start + dayMs
    await joinUntil(12)
    const twelve = await look()
    expect(twelve.text).toContain('The next place is 13')
    expect(twelve.text).toContain('12 of 10,000, so far')
    expect(twelve).toMatchObject({ ends: nobody.ends, lefts: ['38', '99', '488', '2,988'] })

    until(start + 10 * dayMs)
    await joinUntil(goal / 2)
    expect((await look()).text).toContain('The next place is 5,001')
    await joinUntil(goal / 2 + 1)
    const half = await look()
    expect(half.text).toContain('5,001 of 10,000 50.0% Complete')
    expect(half).toMatchObject({
      ends: [earlyBirdEnd],
      lefts: ['0', '0', '0', '0'],
      isOffered: false,
    })
    for (const words of ['All 50 spots are taken', 'The last of 50 went on 14 January 2027, 09:00'])
      expect(half.text).toContain(words)

    until(earlyBirdEnd - 1)
    expect(await join('in-time@example.com')).toEqual([200, undefined])
    clock = earlyBirdEnd
    expect(await join('late@example.com')).toEqual([200, undefined])
    people += 2
    expect(await grantsOf('in-time@example.com')).toEqual(['earlyBird'])
    expect(await grantsOf('late@example.com')).toEqual([])
    const over = await look()
    expect(over.text).toContain('De early-bird is voorbij.')
    expect(over.text).toContain('Geëindigd op zondag 31 januari 2027 om 23:59.')
    expect(over.ends).toEqual([earlyBirdEnd])

    until(earlyBirdEnd + 10 * dayMs)
    await joinUntil(goal)
    const reached = await look()
    for (const words of ['10,000 reached', 'Unlocked for everyone on the list', 'Goal reached'])
      expect(reached.text).toContain(words)
    await joinUntil(goal + 1)
    expect((await look()).counted).toEqual(['10,001', '10,002'])

    until(programEnd + dayMs)
    await operate('close')
    const closed = await look()
    expect(closed.text).toContain('No more places. The list is closed.')
    expect(closed.text).toContain('10,001 people are on the list.')
    expect(await join('after-close@example.com')).toEqual([409, 'closed'])

    clock += dayMs
    const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }
    const act = { act: 'launch', at: null, until: null } as const
    await store.transact((trx) => actOnLaunch(trx, act, { by: operator, terms }, clock))
    await expect.poll(async () => (await look()).text).toContain('The wait is over. It Is Here.')
    const launched = await look()
    expect(launched.text).not.toMatch(/10,000 reached|of 10,000|Goal reached/)
    expect(launched.text).toContain('then the list is erased.')
    expect(await join('after-launch@example.com')).toEqual([409, 'launched'])

    clock += dayMs
    const anna = await operate('open')
    expect((await look()).text).toContain('10,000 reached')
    expect(await join('again@example.com')).toEqual([200, undefined])
    const activity = await anna.html('/dashboard/activity')
    for (const act of ['Closed the list', 'Opened the list']) expect(activity).toContain(act)
    expect(await grantsOf('again@example.com')).toEqual([])
    const { people: early } = await store.db
      .selectFrom('offer_grants')
      .select((row) => row.fn.countAll<number>().as('people'))
      .where('offer', '=', 'earlyBird')
      .executeTakeFirstOrThrow()
    expect(early).toBe(goal / 2 + 2)
  }, 120_000)
})

const joining = (n: number) => ({
  email: `athlete${n}@example.com`,
  placement: n % 40 === 0 ? 'exit-intent' : 'hero',
  source: '',
  consent: campaign.consents[0],
  charges: null,
})
