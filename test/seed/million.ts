import { campaign } from '#campaign'
import { navigation, sourcesPath } from '#contract/dashboard/navigation.ts'
import { writeCounts } from '#server/counts/count.ts'
import type { Counted, FinalCount, Source } from '#server/counts/counted.ts'
import type { Store } from '#server/db/store.ts'
import { dayMs, hourMs, noonMs, playScene, type Taken } from './scene.ts'
import { mailsEnded } from './weeks.ts'

/** A list of more than a million, as its counts have it: there are no rows of people. */
export const million = (taken: Taken) =>
  playScene(taken, { fill: fillMillion }, async ({ take }) => {
    await take('overview-million', `${navigation.overview.path}?range=all`)
    await take('overview-million-28', `${navigation.overview.path}?range=28d`)
    await take('overview-million-sources', `${sourcesPath}?range=all`)
  })

const firstMidnight = Date.parse('2026-08-31T22:00:00Z')
const sources: readonly [Source, visits: number, joined: number][] = [
  [{ kind: 'utm', name: 'Instagram' }, 4_918, 391],
  [{ kind: 'direct', name: '' }, 3_307, 262],
  [{ kind: 'utm', name: 'friend' }, 812, 214],
  [{ kind: 'referrer', name: 'google.com' }, 2_204, 163],
  [{ kind: 'utm', name: 'hyrox-weekly' }, 604, 97],
  [{ kind: 'utm', name: 'TikTok' }, 1_530, 58],
  [{ kind: 'referrer', name: 'reddit.com' }, 498, 37],
  [{ kind: 'referrer', name: 'duckduckgo.com' }, 190, 14],
]

async function fillMillion(store: Store): Promise<void> {
  const counts: FinalCount[] = []
  for (let at = firstMidnight + 8 * hourMs; at < noonMs; at += 4 * hourMs) {
    const grown = 1 + (at - firstMidnight) / (40 * dayMs)
    for (const [source, visits, joined] of sources) {
      const people = Math.round(joined * grown * 0.85)
      const add = (what: Counted, count: number, placement = '') =>
        counts.push({ what, at, count, source, placement })
      add('page_view', Math.round(visits * grown))
      add('joined', people, 'hero')
      add('joined_confirmed', Math.round(people * 0.95), 'hero')
      add('confirmed', Math.round(people * 0.95), 'hero')
      const stock = (what: Counted, count: number) => counts.push({ what, at, count })
      stock('people_confirmed', Math.round(people * 0.93))
      stock('people_unsubscribed', Math.round(people * 0.02))
      stock('left', Math.round(people * 0.02))
      stock('people_unconfirmed', people - Math.round(people * 0.93) - Math.round(people * 0.02))
    }
  }
  await store.transact((trx) => writeCounts(trx, counts, campaign.timeZone))
  await mailsEnded(store)
}
