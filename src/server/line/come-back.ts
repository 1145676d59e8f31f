import type { Transaction } from 'kysely'
import type { LineAwayTable, LineTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { forgetReturn } from './forget-person.ts'
import type { OpenLine } from './line-head.ts'

/**
 * LINE-4: people who confirm again. Those who still have their place, or took a spot, get it back;
 * those who were away too long lose what they had. Returns the rows of the former. Call it with the
 * line locked.
 */
export async function comeBack(
  trx: Transaction<Schema>,
  line: OpenLine,
  personIds: readonly string[],
  now: number,
): Promise<Pick<LineTable, 'personId' | 'order'>[]> {
  if (personIds.length === 0) return []
  const away = await takeAway(trx, personIds)
  const kept = personIds.flatMap((personId) => {
    const row = away.get(personId)
    return row && canReturn(row, now) ? [row] : []
  })
  const took = await whoTookSpots(trx, personIds)
  const back = kept.filter((row) => !took.has(row.personId))
  await standWhereTheyStood(line, back, now)
  await forgetReturn(
    trx,
    [...away.values()].filter((row) => !canReturn(row, now)).map((row) => row.personId),
    now,
  )
  return [...back, ...(await keepSpots(trx, line, took, kept))]
}

/** Whether the order number and the friends of a person who left are still theirs. */
const canReturn = ({ until }: LineAwayTable, now: number) => until !== null && until > now

async function takeAway(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<Map<string, LineAwayTable>> {
  const rows = await trx
    .deleteFrom('line_away')
    .where('personId', 'in', personIds)
    .where('why', '=', 'left')
    .returningAll()
    .execute()
  return new Map(rows.map((row) => [row.personId, row]))
}

async function standWhereTheyStood(
  line: OpenLine,
  rows: readonly LineAwayTable[],
  now: number,
): Promise<void> {
  await line.insert(rows.map((row) => line.rowOf(row)))
  for (const { personId } of rows) await line.noteMove(personId, 'back', now)
}

/** LINE-8: which of these people took a spot, which is theirs for good. */
async function whoTookSpots(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const spots = await trx
    .selectFrom('wave_spots')
    .select('personId')
    .where('personId', 'in', personIds)
    .where('state', '=', 'came')
    .$narrowType<{ personId: string }>()
    .execute()
  return new Set(spots.map((spot) => spot.personId))
}

/**
 * People who took a spot and come back to the list keep it, and do not stand in the line: no wave
 * would invite them, and everybody behind would wait for them. `back`: who still has their order
 * number and friends. Returns their rows.
 */
async function keepSpots(
  trx: Transaction<Schema>,
  line: OpenLine,
  took: ReadonlySet<string>,
  back: readonly LineAwayTable[],
): Promise<LineAwayTable[]> {
  const rows = [...took].map((personId): LineAwayTable => {
    const kept = back.find((row) => row.personId === personId)
    const place = kept ?? { personId, order: line.takeNumber(), friends: 0 }
    return { ...place, why: 'taken', until: null }
  })
  if (rows.length > 0) await trx.insertInto('line_away').values(rows).execute()
  return rows
}
