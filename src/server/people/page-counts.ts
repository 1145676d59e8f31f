import type { Db } from '#server/db/store.ts'
import { countedNames } from '#contract/events.ts'
import { lastDays } from '#server/counts/zone-clock.ts'

/** How often each event happened in each part of the page: `counts[label][event]`. */
export type PageCounts = {
  timeZone: string
  days: number
  events: string[]
  counts: Record<string, Record<string, number>>
}

const partEvents = Object.keys(countedNames).filter((event) => event !== 'page_view')

/**
 * DASH-9: views and clicks by part of the page, forms sent, and popups and bars shown and closed,
 * on the last days of this time zone.
 */
export async function countPage(
  db: Db,
  { timeZone, now, days }: { timeZone: string; now: number; days: number },
): Promise<PageCounts> {
  const rows = await db
    .selectFrom('daily_counts')
    .select(['what as event', 'placement as label'])
    .select((row) => row.fn.sum<number>('count').as('count'))
    .where('day', 'in', lastDays(timeZone, now, days))
    .where('what', 'in', partEvents)
    .where('source', '=', '')
    .where('placement', '<>', '')
    .groupBy(['what', 'placement'])
    .orderBy('what')
    .orderBy('placement')
    .execute()
  const counts: PageCounts['counts'] = {}
  for (const { event, label, count } of rows) (counts[label] ??= {})[event] = count
  return { timeZone, days, events: [...new Set(rows.map(({ event }) => event))], counts }
}

export function* describePage({ timeZone, days, events, counts }: PageCounts): Generator<string> {
  const labels = Object.keys(counts)
  const width = Math.max('part'.length, ...labels.map((label) => label.length))
  const cell = (event: string, text: string) => text.padStart(Math.max(event.length, 9))
  if (labels.length > 0)
    yield ['part'.padEnd(width), ...events.map((event) => cell(event, event))].join(' ')
  for (const label of labels)
    yield [
      label.padEnd(width),
      ...events.map((event) => cell(event, String(counts[label]![event] ?? '–'))),
    ].join(' ')
  yield `${labels.length === 0 ? 'Nothing was counted in the last' : 'The last'} ${days} days of ${timeZone}. Visitors who opt out, or have no script, are not counted.`
}
