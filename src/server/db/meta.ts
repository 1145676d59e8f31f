import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Every entry of the table `meta`. `store`: it describes this one store, so a move leaves it where
 * it is; `data` moves along.
 */
const entries = {
  /** `ascend` */
  application: 'store',
  /** the hash of the first migration (schema.ts) */
  schema: 'store',
  /** whether a server runs, or how the last one ended: `running` or `ended` (integrity.ts) */
  server: 'store',
  /** there until the journal is compared with the store after a crash (people/compare-journal.ts) */
  'journal to compare': 'store',
  /** what a crash lost although it was committed, JSON (integrity.ts) */
  'lost changes': 'store',
  /** where the server is reached (running-server.ts) */
  'server address': 'store',
  /** the time (ms) of the last backup: of any, and of one of our own (backup.ts) */
  'last backup': 'store',
  'last checked backup': 'store',
  /** in a backup: when and from what it was made, JSON (backup.ts) */
  backup: 'store',
  /** a text as large as a sign-up's commit, for a moment after the disk was full (transaction.ts) */
  room: 'store',
  /** of a move (move.ts) */
  leaving: 'store',
  arriving: 'store',
  moved: 'store',
  /** the name of the campaign that its people joined (campaign-of-store.ts) */
  campaign: 'data',
  /** the keys of the quiz' types, for which `people.quizType` is right (quiz/kept-types.ts) */
  'quiz types': 'data',
  /** the last trusted time and doubtful clocks, JSON (clock/clock.ts) */
  clock: 'data',
  /** when retention last ran, ms */
  retention: 'data',
  /** JSON (limits/budgets.ts) */
  'capped budgets': 'data',
  /** JSON (ops/incidents.ts) */
  'operator alerts': 'data',
  /** JSON (bounces/bounce-mailbox.ts) */
  'bounce mailbox': 'data',
} as const satisfies Record<string, 'store' | 'data'>

export type MetaKey = keyof typeof entries

/** The entries that a move leaves where they are. */
export const keysOfStore: readonly string[] = Object.entries(entries).flatMap(([key, of]) =>
  of === 'store' ? [key] : [],
)

/** The value of an entry; null if there is none. */
export const readMeta = async (db: Kysely<Schema>, key: MetaKey): Promise<string | null> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value ??
  null

export const writeMeta = (db: Kysely<Schema>, key: MetaKey, value: string): Promise<unknown> =>
  db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((same) => same.column('key').doUpdateSet({ value }))
    .execute()

export const deleteMeta = (db: Kysely<Schema>, key: MetaKey): Promise<unknown> =>
  db.deleteFrom('meta').where('key', '=', key).execute()
