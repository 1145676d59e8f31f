import type { Db } from '#server/db/store.ts'
import { countedNames, type CountedAction } from '#contract/events.ts'
import { readSums } from '#server/counts/read-sums.ts'
import { lastDays } from '#server/counts/zone-clock.ts'

/** How often each event happened in each part of the page: `counts[label][event]`. */
export type PageCounts = {
  timeZone: string
  days: number
  events: string[]
  counts: Record<string, Record<string, number>>
}

const partEvents = (Object.keys(countedNames) as CountedAction[])
  .filter((event) => event !== 'page_view')
  .sort()

/**
 * DASH-9: views and clicks by part of the page, forms sent, and popups and bars shown and closed,
 * on the last days of this time zone.
 */
export async function countPage(
  db: Db,
  { timeZone, now, days }: { timeZone: string; now: number; days: number },
): Promise<PageCounts> {
  const sums = await readSums(db, {
    byPlacement: { what: partEvents, days: lastDays(timeZone, now, days) },
  })
  const counts: PageCounts['counts'] = {}
  for (const event of partEvents)
    for (const label of [...sums.placements(event).keys()].sort())
      (counts[label] ??= {})[event] = sums.placements(event).get(label)!
  const events = partEvents.filter((event) => sums.placements(event).size > 0)
  return { timeZone, days, events, counts }
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
