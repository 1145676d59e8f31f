import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { overlayKeys, overlaysWithForm } from '#contract/campaign/overlays.ts'
import type { OverviewRange } from '#contract/dashboard/overview-figures.ts'
import { declarationOf, formSections } from '#contract/campaign/sections.ts'
import { friendSource } from '#contract/people/waitlist.ts'
import type { Sums } from './count.ts'
import { sourceIn, type Counted, type Source } from './counted.ts'
import { addDays, hoursOfDay, startOfDay, zoneClock, type ZoneClock } from './zone-clock.ts'

const daysIn: Record<OverviewRange, number | null> = {
  today: 1,
  '7d': 7,
  '28d': 28,
  all: null,
}

/** The days and hours of a range. Days are like 2026-11-24; those of `all` are null. */
export type Range = {
  name: OverviewRange
  timeZone: string
  clock: ZoneClock
  today: string
  yesterday: string
  /** start of the current hour */
  wholeHour: number
  firstDay: string | null
  days: string[] | null
  firstBefore: string | null
  lastBefore: string | null
  /** the range before, up to the same hour of its last day */
  before: { from: number; to: number } | null
  /** from the start to the end of a day */
  hoursIn(day: string): { from: number; to: number }
  /** the moment in a day at which the clock shows the same full hour as now */
  endIn(day: string): number
  /** what happened from the start of one day to the same hour of another */
  flow(sums: Sums, what: Counted, from: string, last: string): number
  /** what happened after the same hour of a day until now */
  changeAfter(sums: Sums, what: Counted, day: string): number
}

export function rangeOf(name: OverviewRange, timeZone: string, now: number): Range {
  const clock = zoneClock(timeZone)
  const [today, wholeHour] = [clock.dayOf(now), clock.hourOf(now)]
  const count = daysIn[name]
  const daysAgo = (days: number) => addDays(today, -days)
  const clockHour = clock.clockHourOf(wholeHour)
  const endIn = (day: string) =>
    day === today
      ? wholeHour
      : (hoursOfDay(clock, day).find((hour) => clock.clockHourOf(hour) >= clockHour) ??
        startOfDay(clock, addDays(day, 1)))
  const flow: Range['flow'] = (sums, what, from, last) => {
    let sum = 0
    for (let day = from; day < last; day = addDays(day, 1)) sum += sums.day(what, day)
    const end = endIn(last)
    for (const hour of hoursOfDay(clock, last)) if (hour < end) sum += sums.hour(what, hour)
    return sum
  }
  return {
    name,
    timeZone,
    clock,
    today,
    yesterday: addDays(today, -1),
    wholeHour,
    ...daysOf(count, daysAgo),
    before:
      count === null
        ? null
        : { from: startOfDay(clock, daysAgo(2 * count - 1)), to: endIn(daysAgo(count)) },
    hoursIn: (day) => ({ from: startOfDay(clock, day), to: startOfDay(clock, addDays(day, 1)) }),
    endIn,
    flow,
    changeAfter(sums, what, day) {
      let sum = 0
      for (let next = day; next <= today; next = addDays(next, 1)) sum += sums.day(what, next)
      return sum - flow(sums, what, day, day)
    },
  }
}

const daysOf = (count: number | null, daysAgo: (days: number) => string) =>
  count === null
    ? { firstDay: null, days: null, firstBefore: null, lastBefore: null }
    : {
        firstDay: daysAgo(count - 1),
        days: daysFrom(daysAgo(count - 1), count),
        firstBefore: daysAgo(2 * count - 1),
        lastBefore: daysAgo(count),
      }

export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** What `sourcesOf` and `funnelOf` read by source. */
export const countedBySource: readonly Counted[] = ['page_view', 'joined', 'joined_confirmed']
/** What `formsOf` and `funnelOf` read by placement. */
export const countedByPlacement: readonly Counted[] = [
  'joined',
  'section_view',
  'shown',
  'closed',
  'form_touched',
  'quiz_started',
  'quiz_completed',
  'link_shared',
]

/** `confirmed`: how many of those who joined in the range have confirmed since. */
export type SourceCounts = { visits: number; joined: number; confirmed: number }
/** `name` is empty for `direct` and `other`, and for an import without a source. */
export type SourceRow = SourceCounts & Source

const shownFirst = 7
const mostListed = 500

/**
 * The first sources by joined, then visits, and the sum of the others; null if there is none. All
 * are in the same order. `friends`: by links (LINE-3) whose address names no other source.
 */
export function sourcesOf(sums: Sums) {
  const rows = sourceRows(sums)
  const rest = rows.slice(shownFirst)
  return {
    first: rows.slice(0, shownFirst),
    others: rest.length > 0 ? { ...sumOf(rest), sources: rest.length } : null,
    total: sumOf(rows),
    friends: sumOf(rows.filter(({ kind, name }) => kind === 'utm' && name === friendSource)),
    all: rows.slice(0, mostListed),
  }
}

/** Each source with a count in the wanted days, the one with the most sign-ups first. */
export function sourceRows(sums: Sums): SourceRow[] {
  const [visits, joined, confirmed] = [
    sums.sources('page_view'),
    sums.sources('joined'),
    sums.sources('joined_confirmed'),
  ]
  return [...new Set([...visits.keys(), ...joined.keys(), ...confirmed.keys()])]
    .map((key) => ({
      ...sourceIn(key),
      visits: visits.get(key) ?? 0,
      joined: joined.get(key) ?? 0,
      confirmed: confirmed.get(key) ?? 0,
    }))
    .filter((row) => row.visits + row.joined + row.confirmed > 0)
    .sort(byJoined)
}

const byJoined = (a: SourceRow, b: SourceRow) =>
  b.joined - a.joined ||
  b.visits - a.visits ||
  (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1)

const sumOf = (rows: readonly SourceCounts[]): SourceCounts => {
  const sum = (of: keyof SourceCounts) => rows.reduce((all, row) => all + row[of], 0)
  return { visits: sum('visits'), joined: sum('joined'), confirmed: sum('confirmed') }
}

/** The overlay in which the form of a section is that opens a dialog. */
const dialogOf = { quiz: 'quiz-result' } as const

/**
 * A form of the page (`section`), or a popup or bar (`overlay`). `seen`: how often its section was
 * viewed, or the popup or bar shown; for the quiz, how often its result was shown, which has the
 * form. `closed` is null for a form in the page, `joined` and `touched` for an overlay without
 * form. One that the campaign's page does not have is there only where something was counted of it.
 */
export type FormRow = {
  placement: string
  kind: 'section' | 'overlay'
  seen: number
  /** openings of the page in which this form was the first to be typed in */
  touched: number | null
  closed: number | null
  joined: number | null
}

export function formsOf(sums: Sums): FormRow[] {
  const at = (what: Parameters<Sums['placements']>[0], placement: string) =>
    sums.placements(what).get(placement) ?? 0
  const dialogs: readonly string[] = Object.values(dialogOf)
  const sections = formSections.map((placement): FormRow => {
    const inDialog = declarationOf(placement).form === 'dialog'
    const dialog = dialogOf[placement as keyof typeof dialogOf]
    return {
      placement,
      kind: 'section',
      seen: inDialog ? at('shown', dialog) : at('section_view', placement),
      touched: at('form_touched', placement),
      closed: inDialog ? at('closed', dialog) : null,
      joined: at('joined', placement),
    }
  })
  const overlays = overlayKeys
    .filter((key) => !dialogs.includes(key))
    .map((placement): FormRow => {
      const hasForm = (overlaysWithForm as readonly string[]).includes(placement)
      return {
        placement,
        kind: 'overlay',
        seen: at('shown', placement),
        touched: hasForm ? at('form_touched', placement) : null,
        closed: at('closed', placement),
        joined: hasForm ? at('joined', placement) : null,
      }
    })
  return [...sections, ...overlays].filter(
    ({ placement, seen, touched, closed, joined }) =>
      isOnPage(placement) || [seen, touched, closed, joined].some((counted) => counted),
  )
}

/** The part of the page in which a form is, or that shows a popup or bar. */
const partOf: Partial<Record<string, keyof Campaign['sections']>> = {
  quiz: 'quiz',
  'sticky-bar': 'bars',
  'second-bar': 'bars',
  'exit-intent': 'exit',
  'exit-intent-second': 'stay',
  'video-overlay': 'video',
  'quiz-modal': 'quiz',
}

/** Another campaign may have had what this one lacks: it stands there where it was counted. */
function isOnPage(placement: string): boolean {
  const part = partOf[placement]
  return part === undefined || campaign.sections[part] !== null
}

/** In the range until now, the current hour included. */
export const inRange = (sums: Sums, { days }: Range, what: Counted): number =>
  days ? days.reduce((sum, day) => sum + sums.day(what, day), 0) : sums.sinceStart(what)

/**
 * From opening the page to the quiz, in the range, without imported people. `visits`: page views,
 * one for each opening. `touched`: openings in which a form was typed in. `confirmed`: how many of
 * those who joined in the range have confirmed since. `quizSaved`: results saved with an address.
 * `shared`: presses that share a person's own link (LINE-9).
 */
export function funnelOf(sums: Sums, range: Range, inLanguage: boolean) {
  const sumBy = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((sum, [, count]) => sum + count, 0)
  const withoutImports = (what: 'joined' | 'joined_confirmed') =>
    [...sums.sources(what)]
      .filter(([key]) => sourceIn(key).kind !== 'import')
      .reduce((sum, [, count]) => sum + count, 0)
  return {
    visits: sumBy(sums.sources('page_view')),
    touched: sumBy(sums.placements('form_touched')),
    joined: withoutImports('joined'),
    confirmed: withoutImports('joined_confirmed'),
    quizStarted: sumBy(sums.placements('quiz_started')),
    quizCompleted: sumBy(sums.placements('quiz_completed')),
    // In one language it is counted by type alone.
    quizSaved: inLanguage
      ? sumBy(sums.placements('quiz_saved'))
      : inRange(sums, range, 'quiz_saved'),
    shared: sumBy(sums.placements('link_shared')),
  }
}
