/** The tables of counts. They hold no personal data. */
export type CountSchema = {
  hourly_counts: HourlyCountsTable
  daily_counts: DailyCountsTable
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
 * The source names that are counted by name: when each was new, and the day when it was last seen.
 */
export type SourceNamesTable = { name: string; kind: string; firstAt: number; seenAt: number }

export const countTables = [
  `create table hourly_counts (
    hour integer not null,
    what text not null,
    source text not null,
    placement text not null,
    count integer not null,
    primary key (hour, what, source, placement)
  ) strict`,
  `create index hourly_counts_in_total on hourly_counts (what, hour) where source = '' and placement = ''`,

  `create table daily_counts (
    day text not null,
    what text not null,
    source text not null,
    placement text not null,
    count integer not null,
    primary key (day, what, source, placement)
  ) strict`,
  `create index daily_counts_in_total on daily_counts (what, day) where source = '' and placement = ''`,

  `create table source_names (
    name text not null,
    kind text not null,
    "firstAt" integer not null,
    "seenAt" integer not null,
    primary key (name, kind)
  ) strict`,
  'create index source_names_by_first on source_names ("firstAt")',
  'create index source_names_by_seen on source_names ("seenAt")',
]
