import { consentIn } from '#contract/campaign/consents.ts'
import { campaign } from '#campaign'
import { mailPaths } from '#contract/mails/screens.ts'
import { personPath } from '#contract/people/screens.ts'
import { navigation, sourcesPath } from '#contract/dashboard/navigation.ts'
import type { Placement } from '#contract/people/waitlist.ts'
import { writeCounts } from '#server/counts/count.ts'
import type { Counted, FinalCount } from '#server/counts/counted.ts'
import type { Store } from '#server/db/store.ts'
import { countEnded, type EndedMail } from '#server/delivery/outcome-counts.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { testSecret } from '../fresh-store.ts'
import { linePeople } from '../line-people.ts'
import { idOf } from '../people-command.ts'
import { dayMs, hourMs, letMailsLeave, minuteMs, noonMs, playScene, type Taken } from './scene.ts'

const days = 55
/** Midnight in Amsterdam of the first day, 1 October. */
export const firstMidnight = Date.parse('2026-09-30T22:00:00Z')

/** An ordinary list, eight weeks old, whose mail leaves. */
export const weeks = (taken: Taken) =>
  playScene(taken, { fill }, async ({ store, take, bob }) => {
    const { path } = navigation.overview
    await take('overview', `${path}?range=7d`)
    await take('overview-28', `${path}?range=28d`)
    await take('overview-today', `${path}?range=today`)
    await take('overview-all', `${path}?range=all`)
    await take('overview-reader', `${path}?range=7d`, { as: bob })
    await take('overview-sources', `${sourcesPath}?range=7d`)
    await take('people', navigation.people.path)
    await take('people-reader', navigation.people.path, { as: bob })
    await take('people-unconfirmed', `${navigation.people.path}?state=unconfirmed`)
    await take('person', personPath(await idOf(store, emailOf(300))))
    await take('person-left', personPath(await idOf(store, emailOf(leaverOf(7)))))
    await take('mail', navigation.mail.path)
    await take('figures', navigation.figures.path)
    await take('settings', navigation.settings.path)
    await take('activity', navigation.activity.path)
    await take('not-found', '/dashboard/nothing')
    await take('operators-only', navigation.settings.path, { as: bob })
    await take('mail-pause-ask', mailPaths.pause)
  })

async function fill(store: Store) {
  await fillWeeks(store)
  await mailsEnded(store)
  for (const [n, code] of [
    [300, 'GY3YEZL'],
    [leaverOf(7), 'LYWURYK'],
  ] as const)
    await store.db
      .updateTable('line')
      .set({ code })
      .where('personId', '=', await idOf(store, emailOf(n)))
      .execute()
}

type Origin = { source: string; referrer?: string }
const origins: readonly Origin[] = [
  { source: 'Instagram' },
  { source: '' },
  { source: 'friend' },
  { source: 'Instagram' },
  { source: '', referrer: 'google.com' },
  { source: 'hyrox-weekly' },
  { source: '' },
  { source: 'TikTok' },
  { source: '', referrer: 'reddit.com' },
  { source: 'Instagram' },
  { source: '' },
  { source: 'friend' },
  { source: '', referrer: 'duckduckgo.com' },
]
/** Of some people of the last days. */
const oddOrigins: readonly Origin[] = [
  { source: 'gym-poster' },
  { source: '<b>bold</b>' },
  { source: 'مصدر-الزيارات' },
  { source: '=HYPERLINK("x")' },
  { source: 'w'.repeat(64) },
]
const originOf = (n: number) => oddOrigins[n - 640] ?? each(origins, n * 5)
const forms: readonly Placement[] = [
  'hero',
  'hero',
  'final',
  'quiz',
  'hero',
  'sticky-bar',
  'exit-intent',
  'hero',
  'exit-intent-second',
]
const hosts = ['gmail.com', 'outlook.com', 'gmail.com', 'icloud.com', 'gmx.de', 'example.com']
const names = ['sanne', 'tobias', 'mila', 'finn', 'noor', 'daan', 'bram', 'milan', 'femke', 'jonas']
const each = <Value>(list: readonly Value[], n: number) => list[n % list.length]!

const emailOf = (n: number) => `${each(names, n)}.${n}@${each(hosts, n * 7)}`
const leaverOf = (n: number) => n * 41 + 3
/** More join on each day than on the one before, fewer on Saturdays. */
const joinOn = (day: number) => Math.round((5 + day * 0.32) * (day % 7 === 2 ? 0.6 : 1))

/** Who joined when, each a person of their own minute between 7 and 22 o'clock. */
function* joins() {
  let n = 0
  for (let day = 0; day < days; day++) {
    const today = joinOn(day)
    for (let index = 0; index < today; index++, n++) {
      const at =
        firstMidnight +
        day * dayMs +
        summer(day) +
        7 * hourMs +
        Math.floor((index * 15 * hourMs) / today)
      if (at < noonMs - 10 * minuteMs) yield { n, at }
    }
  }
  for (let index = 0; index < 3; index++)
    yield { n: n + index, at: noonMs - (3 - index) * minuteMs }
}
/** Summer time ended on 25 October. */
const summer = (day: number) => (day > 24 ? hourMs : 0)

export async function fillWeeks(
  store: Store,
  { visitsFrom = firstMidnight }: { visitsFrom?: number } = {},
): Promise<void> {
  const line = await linePeople(store)
  line.clock.now = firstMidnight
  const consent = consentIn(campaign.consents, 'en')
  for (const [, people] of Map.groupBy(joins(), ({ at }) => at - (at % hourMs)))
    await store.transact(async (trx) => {
      for (const { n, at } of people) {
        const email = emailOf(n)
        const signUp = { email, placement: each(forms, n), consent, ...originOf(n) }
        const id = (await addPeople(trx, [signUp], 'double', at)).get(email)!
        if (n % 10 !== 9 || at < noonMs - 28 * dayMs)
          await confirmPerson(trx, id, Math.min(at + 9 * minuteMs, noonMs - minuteMs / 2))
      }
    })
  await someGo(store)
  await letMailsLeave(store)
  await visits(store, visitsFrom)
}

/** Some left, some addresses are wrong, one complained, two erased their data. */
async function someGo(store: Store): Promise<void> {
  for (let n = 1; n < 13; n++) {
    const email = emailOf(leaverOf(n))
    const id = await idOf(store, email)
    const at = noonMs - (13 - n) * 4 * dayMs + dayMs
    await store.transact(async (trx) => {
      if (n % 4 === 0) await suppress(trx, { id, email }, n === 4 ? 'complained' : 'bounced', at)
      else if (n % 5 === 0) await erasePerson(trx, email, testSecret, at)
      else await leave(trx, id, at)
    })
  }
}

/** Openings of the page, and what was seen, opened, closed and begun there. */
async function visits(store: Store, from: number): Promise<void> {
  const counts: FinalCount[] = []
  for (let day = 0; day < days; day++)
    for (let hour = 8; hour < 22; hour += 2) {
      const at = firstMidnight + day * dayMs + summer(day) + hour * hourMs
      if (at >= from && at < noonMs) counts.push(...visitsAt(at, day))
    }
  await store.transact((trx) => writeCounts(trx, counts, campaign.timeZone))
}

function visitsAt(at: number, day: number): FinalCount[] {
  const many = (per: number) => Math.round((per * (30 + day)) / 30)
  const part = (what: Counted, placement: string, count: number): FinalCount => ({
    what,
    at,
    placement,
    count: many(count),
  })
  const from = (kind: 'utm' | 'direct' | 'referrer', name: string, count: number): FinalCount => ({
    what: 'page_view',
    at,
    count: many(count),
    source: { kind, name },
  })
  return [
    from('utm', 'Instagram', 19),
    from('direct', '', 13),
    from('utm', 'friend', 4),
    from('referrer', 'google.com', 9),
    from('utm', 'hyrox-weekly', 3),
    from('utm', 'TikTok', 6),
    from('referrer', 'reddit.com', 2),
    part('section_view', 'hero', 56),
    part('section_view', 'final', 15),
    part('form_touched', 'hero', 6),
    part('form_touched', 'final', 2),
    part('shown', 'sticky-bar', 38),
    part('closed', 'sticky-bar', 5),
    part('shown', 'exit-intent', 10),
    part('closed', 'exit-intent', 8),
    part('shown', 'exit-intent-second', 5),
    part('closed', 'exit-intent-second', 4),
    part('shown', 'video-overlay', 2),
    part('closed', 'video-overlay', 1),
    part('shown', 'quiz-result', 4),
    part('quiz_started', 'quiz', 8),
    part('quiz_completed', 'quiz', 4),
    part('link_shared', 'own-link', 2),
  ]
}

/** Of the last day, for the plate of the overview. */
export async function mailsEnded(store: Store, refusedByGmx = 3): Promise<void> {
  const mails = (domain: string, outcome: EndedMail['outcome'], count: number) =>
    Array.from({ length: count }, (): EndedMail => ({ domain, outcome }))
  const ended = [
    ...mails('gmail.com', 'accepted', 204),
    ...mails('gmail.com', 'bounced', 4),
    ...mails('gmail.com', 'refused', 1),
    ...mails('outlook.com', 'accepted', 164),
    ...mails('outlook.com', 'returned', 2),
    ...mails('gmx.de', 'accepted', 103),
    ...mails('gmx.de', 'bounced', 3),
    ...mails('gmx.de', 'refused', refusedByGmx),
    ...mails('proton.me', 'accepted', 12),
    ...mails('example.com', 'accepted', 82),
    ...mails('example.com', 'refused', 2),
  ]
  await store.transact((trx) => countEnded(trx, ended, noonMs - 3 * hourMs))
}
