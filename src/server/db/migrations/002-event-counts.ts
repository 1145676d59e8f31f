import type { Migration } from '../migration.ts'

export const eventCounts: Migration = {
  name: 'event counts by the hour',
  statements: [
    `create table event_counts (
      hour integer not null, event text not null, label text not null, count integer not null, primary key (hour, event, label)
    ) strict`,
  ],
}
