import { expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { hasEnded, marksOf, type LiveFigures } from '#contract/live-figures.ts'
import { readFiguresNow } from './read-figures.ts'
import { joinAll } from '#server/signup/join.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'

const { goal } = campaign.figures.launch.value
const dayMs = 24 * 3_600_000
const start = Date.parse('2027-01-04T08:00:00Z')
const earlyBirdEnd = Date.parse('2027-01-31T22:59:00Z')

const joining = (n: number) => ({
  email: `athlete${n}@example.com`,
  placement: n % 40 === 0 ? 'exit-intent' : 'hero',
  source: '',
  consent: campaign.consents[0],
  charges: null,
})

test.each(storeEngines)(
  '[LIVE-5] [END-1] a launch on %s from nobody to past its goal: pieces fall only by confirmations, no end moves, and each mark is set once',
  async (engine) => {
    const store = await freshStore(engine)
    const { timeZone } = campaign
    const seen: LiveFigures[] = []
    let people = 0
    const grow = async (to: number, now: number) => {
      for (; people < to; people += Math.min(500, to - people)) {
        const batch = Array.from({ length: Math.min(500, to - people) }, (_, n) => people + n)
        await store.transact((trx) => joinAll(trx, batch.map(joining), 'single', now))
      }
      const figures = await readFiguresNow(store.db, timeZone, now)
      seen.push(figures)
      return figures
    }
    const lefts = ({ offers }: LiveFigures) =>
      (['program', 'exit', 'legacyPack', 'founding'] as const).map((offer) => offers[offer].left)

    const first = await grow(0, start)
    expect([first.nextPlace, lefts(first)]).toEqual([1, [50, 100, 500, 3_000]])
    const twelve = await grow(12, start + dayMs)
    expect([twelve.nextPlace, lefts(twelve)]).toEqual([13, [38, 99, 488, 2_988]])
    const spotsGone = await grow(50, start + 2 * dayMs)
    expect([marksOf(spotsGone, spotsGone.at).spots, lefts(spotsGone)[0]]).toEqual([
      start + 2 * dayMs,
      0,
    ])
    const half = await grow(goal / 2, earlyBirdEnd - 1)
    expect(lefts(half)).toEqual([0, 0, 0, 0])
    expect([marksOf(half, half.at).earlyBird, hasEnded(half.offers.earlyBird, half.at)]).toEqual([
      null,
      false,
    ])
    const late = await grow(goal / 2 + 1, earlyBirdEnd)
    expect(marksOf(late, late.at)).toEqual({
      goal: null,
      spots: start + 2 * dayMs,
      earlyBird: earlyBirdEnd,
    })
    const reachedAt = earlyBirdEnd + dayMs
    await grow(goal, reachedAt)
    const past = await grow(goal + 1, reachedAt + dayMs)
    expect([marksOf(past, past.at).goal, past.nextPlace]).toEqual([reachedAt, goal + 2])

    for (const { offers } of seen)
      expect([offers.earlyBird.endsAt, offers.program.endsAt]).toEqual([
        earlyBirdEnd,
        Date.parse('2027-02-28T22:59:00Z'),
      ])
    const granted = await store.db
      .selectFrom('offer_grants')
      .select((row) => row.fn.countAll<number | string>().as('people'))
      .where('offer', '=', 'earlyBird')
      .executeTakeFirstOrThrow()
    expect(Number(granted.people)).toBe(goal / 2)
  },
  120_000,
)
