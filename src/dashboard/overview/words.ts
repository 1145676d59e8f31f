import type { HeadlineFigure, OverviewRange } from '#contract/dashboard/overview-figures.ts'
import { friendsName } from '#contract/people/list.ts'
import { grouped } from '#contract/english.ts'
import { capitalized } from '#contract/text.ts'
import { dayMs } from '#contract/time.ts'
import { friendSource } from '#contract/people/waitlist.ts'
import type { HeadlineRow, OverviewFigures } from '#server/counts/read-overview.ts'
import { clockOf, dayAndMonth, fullDay } from '#dashboard/frame/times.tsx'
import { changeOf, dash, share } from '#dashboard/frame/numbers.tsx'

export const rangeNames: Record<OverviewRange, string> = {
  today: 'Today',
  '7d': '7 days',
  '28d': '28 days',
  all: 'All',
}

export const figureNames: Record<HeadlineFigure, readonly [name: string, meaning: string]> = {
  joined: ['Joined', 'gave an address'],
  confirmed: ['Confirmed', 'pressed the link in the mail'],
  unconfirmed: ['Unconfirmed', 'have not confirmed yet'],
  left: ['Left', 'unsubscribed'],
  undeliverable: ['Undeliverable', 'bounced, complained or blocked'],
  removed: ['Removed', 'erased or expired'],
}

/** The range as the end of a phrase: joined …, nobody …. */
export const inRange = ({ range, from }: OverviewFigures): string =>
  ({
    today: 'today',
    '7d': 'in 7 days',
    '28d': 'in 28 days',
    all: `since ${dayAndMonth(from, 'long')}`,
  })[range]

/** The range before, as what a change is against. */
export const beforeNames: Record<OverviewRange, string> = {
  today: 'yesterday',
  '7d': 'the 7 days before',
  '28d': 'the 28 days before',
  all: '',
}

/** A comparison leaves the current hour out on both sides. */
export const comparedUpTo = ({ wholeHour }: OverviewFigures): string =>
  `both up to ${clockOf(wholeHour)}`

/** The change of a headline figure in whole hours. */
export const changeIn = ({ range, currentHour, before }: HeadlineRow): string =>
  changeOf(range - currentHour, before)

/**
 * The sentence under the large figure: the change, else the average of a day since counting began,
 * else nothing.
 */
export function headlineSentence(figures: OverviewFigures): string {
  const { range, from, asOf, countedSince } = figures
  const joined = figures.headline[0]!
  if (joined.before !== null)
    return `${changeIn(joined)} on ${beforeNames[range]}, ${comparedUpTo(figures)}`
  const days = (asOf - Math.max(from, countedSince.joined ?? from)) / dayMs
  const average = Math.round(joined.range / days)
  return range === 'today' || days < 1 || average === 0 ? '' : `${grouped(average)} a day`
}

/** Why no change is shown, where one could be expected. */
export function missingChange({ range, countedSince, headline }: OverviewFigures): string {
  if (range === 'all' || headline[0]!.before !== null || countedSince.joined === null) return ''
  return `Nothing to compare yet: counting began on ${dayAndMonth(countedSince.joined, 'long')}.`
}

/** The days of the range, and what it is compared with: the lines beside the ranges. */
export function rangeLines(figures: OverviewFigures): [string, string] {
  const { range, from, asOf, before } = figures
  const end = `${fullDay(asOf)}, ${clockOf(asOf)}`
  const days = range === 'today' ? end : `${dayAndMonth(from, 'long')} to ${end}`
  if (range === 'all') return [days, 'everything that was counted']
  if (before === null) return [days, 'no earlier period']
  return [days, `compared with ${beforeNames[range]}, ${comparedUpTo(figures)}`]
}

/** Where people came from, as shares of those who joined. Counts, where those are too few. */
export function sourceShares({ sources }: OverviewFigures): { name: string; text: string }[] {
  const { first, others, total } = sources
  const shown = first.filter(({ joined }) => joined > 0).slice(0, 4)
  const rest = total.joined - shown.reduce((sum, { joined }) => sum + joined, 0)
  const text = (joined: number) => {
    const percent = share(joined, total.joined, 0)
    return percent === dash ? grouped(joined) : percent
  }
  return [
    ...shown.map((source) => ({ name: sourceName(source)[0], text: text(source.joined) })),
    ...(rest > 0 && (others || first.length > shown.length)
      ? [{ name: 'others', text: text(rest) }]
      : []),
  ]
}

/** A source's name, and what kind of name it is. */
export function sourceName({
  kind,
  name,
}: Pick<OverviewFigures['sources']['first'][number], 'kind' | 'name'>): [
  name: string,
  kind: string,
] {
  switch (kind) {
    case 'utm':
      return name === friendSource ? [friendsName, 'shared by a person'] : [name, 'utm_source']
    case 'referrer':
      return [name, 'site']
    case 'direct':
      return ['Direct', 'typed in, or an app that does not tell']
    case 'other':
      return ['Not by name', 'beyond the names of a day']
    case 'import':
      return [name || 'Imported', 'import']
  }
}

const placementNames: Record<string, readonly [name: string, note: string]> = {
  hero: ['Hero', 'top of the page'],
  quiz: ['Quiz', 'to save the result'],
  final: ['Final call', 'end of the page'],
}

/** A form's or overlay's name, as its key says unless it has a better one. */
export const placementName = (key: string): readonly [name: string, note: string] =>
  placementNames[key] ?? [capitalized(key).replaceAll('-', ' '), '']

/** Visits that were counted later than sign-ups, within the range, say nothing about its rates. */
export const visitsAreWhole = ({ countedSince: { visits, joined }, from }: OverviewFigures) =>
  visits !== null && visits <= Math.max(from, joined ?? from)

export const visitsNote = ({ countedSince }: OverviewFigures) =>
  countedSince.visits === null
    ? 'No visit was counted yet, so no rate is shown.'
    : `Visits are counted since ${dayAndMonth(countedSince.visits, 'long')}, which is later than the range begins: no rate is shown.`
