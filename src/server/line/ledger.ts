import type { RewardTerms } from '#contract/line/line.ts'
import { iso } from '#contract/time.ts'
import { byteOrderMark, csvLine } from '#server/cli/csv.ts'
import type { RewardCountsTable, RewardsTable } from '#server/db/line-schema.ts'
import type { Db } from '#server/db/store.ts'
import type { Position } from '#server/http/list.ts'

/** LINE-6: how many people have which step in which state, and what is reserved of limited ones. */
export async function readLedgerCounts(db: Db): Promise<{
  counts: (Pick<RewardsTable, 'step' | 'state'> & { people: number })[]
  reserved: RewardCountsTable[]
}> {
  const counts = await db
    .selectFrom('rewards')
    .select((row) => ['state', 'step', row.fn.countAll<number>().as('people')])
    .groupBy(['state', 'step'])
    .execute()
  return { counts, reserved: await db.selectFrom('reward_counts').selectAll().execute() }
}

export type RewardRow = Awaited<ReturnType<typeof pageOfLedger>>[number]

/** The rewards of a step in a state, the newest first. */
export const pageOfLedger = (
  db: Db,
  { step, state }: Pick<RewardsTable, 'step' | 'state'>,
  { after, most }: { after: Position | undefined; most: number },
) =>
  withAddress(db)
    .where('rewards.state', '=', state)
    .where('rewards.step', '=', step)
    .$if(after !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('rewards.at', 'rewards.personId'), '<', tuple(after!.at, after!.id)),
      ),
    )
    .orderBy('rewards.at', 'desc')
    .orderBy('rewards.personId', 'desc')
    .limit(most)
    .execute()

export const rewardOf = (db: Db, { personId, step }: Pick<RewardsTable, 'personId' | 'step'>) =>
  withAddress(db)
    .where('rewards.personId', '=', personId)
    .where('rewards.step', '=', step)
    .executeTakeFirst()

const withAddress = (db: Db) =>
  db
    .selectFrom('rewards')
    .innerJoin('people', 'people.id', 'rewards.personId')
    .selectAll('rewards')
    .select('people.email')

export const ledgerFormats = ['csv', 'jsonl'] as const
export type LedgerFormat = (typeof ledgerFormats)[number]

/**
 * `nameOf` names a step. The words of a person in the file: the address, and the operator's note.
 */
type LedgerExport = {
  format: LedgerFormat
  chunkSize: number
  nameOf: (step: number) => string
}

/**
 * The whole ledger as the text of a file, by person, `chunkSize` rows at a time. Rewards that
 * change meanwhile are in it as they were or as they are. The first chunk is the head.
 */
export async function* ledgerChunks(
  db: Db,
  { format, chunkSize, nameOf }: LedgerExport,
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv') yield { text: byteOrderMark + csvLine(columns), rows: 0 }
  for (let after: Pick<RewardsTable, 'personId' | 'step'> | null = null; ;) {
    const rows: RewardRow[] = await nextOfLedger(db, after, chunkSize)
    if (rows.length === 0) return
    after = rows.at(-1)!
    yield {
      text: rows.map((row) => lineOf(row, nameOf(row.step), format)).join(''),
      rows: rows.length,
    }
  }
}

const nextOfLedger = (
  db: Db,
  after: Pick<RewardsTable, 'personId' | 'step'> | null,
  most: number,
): Promise<RewardRow[]> =>
  withAddress(db)
    .$if(after !== null, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('rewards.personId', 'rewards.step'), '>', tuple(after!.personId, after!.step)),
      ),
    )
    .orderBy('rewards.personId')
    .orderBy('rewards.step')
    .limit(most)
    .execute()

const columns = ['email', 'friends', 'reward', 'state', 'number', 'since', 'due', 'note'] as const

function lineOf(
  { email, step, state, number, at, dueAt, note }: RewardRow,
  reward: string,
  format: LedgerFormat,
): string {
  const since = iso(at)
  const due = dueAt === null ? null : iso(dueAt)
  const row = { email, friends: step, reward, state, number, since, due, note } satisfies Record<
    (typeof columns)[number],
    unknown
  >
  return format === 'jsonl'
    ? `${JSON.stringify(row)}\n`
    : csvLine(columns.map((name) => String(row[name] ?? '')))
}

/** The number of friends of each step, of the campaign's and of those that people have. */
export const ledgerSteps = (
  terms: readonly RewardTerms[],
  known: readonly Pick<RewardsTable, 'step'>[],
): number[] =>
  [...new Set([...terms.map(({ friends }) => friends), ...known.map(({ step }) => step)])].sort(
    (a, b) => a - b,
  )
