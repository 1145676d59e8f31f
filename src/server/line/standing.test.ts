import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { consentIn } from '#contract/campaign/consents.ts'
import { friendsToGo, rewardsAhead } from '#contract/line/standing.ts'
import type { LineTerms } from '#contract/line/line.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import type { Store } from '#server/db/store.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { beginLine } from './begin.ts'
import { campaignLine } from './enter.ts'
import { readAhead, readStanding } from './standing.ts'
import { updateRewards } from './rewards.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const publicUrl = 'https://fuel.example'

describe.each(storeEngines)('the standing of a person on %s', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await freshStore(engine)
    await beginLine(store, async () => store, campaignLine, noon)
  })
  afterAll(() => store.close())

  const confirms = async (email: string, code = ''): Promise<string> => {
    const consent = consentIn(campaign.consents, 'en')
    const signup = { email, placement: 'hero' as const, source: '', consent }
    return store.transact(async (trx) => {
      const id = (await addPeople(trx, [signup], 'double', noon)).get(email)!
      await confirmPerson(trx, id, noon, { code, address: null, secrets: [testSecret] })
      return id
    })
  }
  const standingOf = (id: string, terms: LineTerms = campaignLine!) =>
    readStanding(store.db, id, terms, publicUrl, noon)

  test('[LINE-9] place, link, friends and rewards are read as one standing, without a name', async () => {
    const vera = await confirms('vera@example.com')
    const { code } = (await standingOf(vera))!.link!
    const kim = await confirms('kim@example.com', code)
    await confirms('v.era+2@mailinator.com', code)
    expect(await standingOf(vera)).toMatchObject({
      asOf: noon,
      place: { place: 1, behind: 2, waiting: 3, friends: 1 },
      away: null,
      link: { url: `${publicUrl}/?via=${code}`, code, name: '' },
      counted: 1,
      countedForRewards: 1,
      lookedAt: 1,
      registered: 3,
      rewards: [
        { friends: 1, state: 'reached', dueAt: noon + 48 * 3_600_000 },
        { friends: 3, state: 'yours', byOffer: true, left: 500, number: null },
        { friends: 10, byOffer: true, state: 'yours' },
      ],
    })
    await store.transact((trx) => leave(trx, kim, noon))
    const after = (await standingOf(vera))!
    expect([after.counted, after.registered, after.rewards[0]!.state]).toEqual([0, 2, 'taken-back'])
    expect(rewardsAhead(after.rewards).map((reward) => friendsToGo(reward, after))).toEqual([1])
  })

  test('[LINE-6] a limited reward says how many are left, and is gone with the last one', async () => {
    const last: LineTerms = {
      ...campaignLine!,
      rewards: [{ friends: 1, name: 'Pack', line: '', limit: 500 }],
    }
    const ben = await confirms('ben@example.com')
    const counts = (reserved: number, goneAt: number | null) =>
      store.db
        .insertInto('reward_counts')
        .values({ step: 1, reserved, freed: '[]', goneAt })
        .execute()
    await counts(499, null)
    expect((await standingOf(ben, last))!.rewards[0]).toMatchObject({ state: 'locked', left: 1 })
    await store.db.deleteFrom('reward_counts').where('step', '=', 1).execute()
    await counts(500, noon)
    expect((await standingOf(ben, last))!.rewards[0]).toMatchObject({
      state: 'gone',
      left: 0,
      goneAt: noon,
    })
  })

  test('[LINE-9] before the press the next place is one behind everybody who waits', async () => {
    const { waiting } = (await standingOf(await confirms('tom@example.com')))!.place!
    const consent = consentIn(campaign.consents, 'en')
    const signup = { email: 'ann@example.com', placement: 'hero' as const, source: '', consent }
    const ids = await store.transact((trx) => addPeople(trx, [signup], 'double', noon))
    expect(await readAhead(store.db, ids.get('ann@example.com')!, noon)).toMatchObject({
      asOf: noon,
      nextPlace: waiting + 1,
    })
  })

  test('[LINE-6] a reward that an offer gave is not earned again, and no piece of it is reserved', async () => {
    const packs: LineTerms = {
      ...campaignLine!,
      rewards: [{ friends: 2, name: 'Pack', line: '', limit: 500, alsoBy: 'legacyPack' }],
    }
    const mia = await confirms('mia@example.com')
    const { code } = (await standingOf(mia))!.link!
    await confirms('max@example.com', code)
    await confirms('moa@example.com', code)
    await store.transact((trx) => updateRewards(trx, mia, packs, noon))
    expect((await standingOf(mia, packs))!.rewards).toMatchObject([
      { state: 'yours', byOffer: true, at: null, left: 500 },
    ])
  })

  test('[LINE-9] a person who left has no place, only the days left to return; a stranger has nothing', async () => {
    const lea = await confirms('lea@example.com')
    await store.transact((trx) => leave(trx, lea, noon))
    expect(await standingOf(lea)).toMatchObject({
      place: null,
      away: { why: 'left', until: noon + 30 * 24 * 3_600_000 },
    })
    expect((await readAhead(store.db, lea, noon))!.nextPlace).toBeNull()
    expect(await standingOf('nobody')).toBeNull()
  })
})
