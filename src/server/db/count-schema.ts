/** The tables of counts. They hold no personal data. */
export type CountSchema = {
  hourly_counts: HourlyCountsTable
  daily_counts: DailyCountsTable
  event_counts: EventCountsTable
  source_counts: SourceCountsTable
  source_names: SourceNamesTable
}

/**
 * Counts without personal data, which stay when a person is erased (counts/count.ts). `hour`: its
 * start in the campaign's time zone. `source`: a kind and a name, like `utm podcast`, `direct`.
 * A row with an empty source and placement is the sum of its hour, where `what` has one. Rows live
 * 400 days.
 */
export type HourlyCountsTable = {
  hour: number
  what: string
  source: string
  placement: string
  count: number
}

/**
 * The sums of the hourly counts of a day (2026-11-24) in the campaign's time zone, and since the
 * start (`day` is empty): in total, by source (`placement` is empty) and by placement (`source` is
 * empty). They are never deleted.
 */
export type DailyCountsTable = Omit<HourlyCountsTable, 'hour'> & { day: string }

/**
 * Counts of the program before `hourly_counts`, which may run beside this one. A job moves their
 * rows (counts/take-over.ts); this program writes none.
 */
export type EventCountsTable = { hour: number; event: string; label: string; count: number }

/** As `EventCountsTable`: sign-ups by source. */
export type SourceCountsTable = {
  hour: number
  kind: string
  name: string
  placement: string
  event: string
  count: number
}

/**
 * The source names that are counted by name: when each was new, and the day when it was last seen.
 */
export type SourceNamesTable = { name: string; kind: string; first_at: number; seen_at: number }
