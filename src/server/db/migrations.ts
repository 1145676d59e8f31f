import type { Migration } from './migration.ts'
import { people } from './migrations/001-people.ts'
import { eventCounts } from './migrations/002-event-counts.ts'
import { quizResults } from './migrations/003-quiz-results.ts'
import { sequencePlaces } from './migrations/004-sequence-places.ts'
import { personalLinks } from './migrations/005-personal-links.ts'
import { originsAndTurns } from './migrations/006-origins-and-turns.ts'
import { networkExpiry } from './migrations/007-network-expiry.ts'
import { dashboard } from './migrations/008-dashboard.ts'
import { letters } from './migrations/009-letters.ts'
import { launch } from './migrations/010-launch.ts'
import { line } from './migrations/011-line.ts'

/**
 * Every migration, in the order in which a store gets them. Their names are stored. Add one at the
 * end: a few may stand here, as `{ name: 'country', statements: ['alter table …'] }`, more have a file.
 */
export const migrations: readonly Migration[] = [
  people,
  eventCounts,
  quizResults,
  sequencePlaces,
  personalLinks,
  originsAndTurns,
  networkExpiry,
  dashboard,
  letters,
  launch,
  line,
  {
    name: 'the first place, kept with the link',
    statements: [
      'alter table line_links add column first_place integer',
      'alter table line_links add column first_at integer',
    ],
  },
  {
    // SQLite stores the order number as the row's own then: a confirmation writes a page less.
    name: 'the line by its order numbers, the networks of confirmations, links by the code of a friend',
    statements: [
      'create table line_networks (id integer primary key, until integer not null) strict',
      `create index link_tokens_by_via on link_tokens (via) where via <> ''`,
    ],
    onSqlite: [
      `create table line_by_order (
        person_id text not null unique, "order" integer primary key, friends integer not null, key integer not null
      ) strict`,
      'insert into line_by_order select person_id, "order", friends, key from line order by "order"',
      'drop table line',
      'alter table line_by_order rename to line',
      'create index line_by_key on line (key)',
    ],
  },
]
