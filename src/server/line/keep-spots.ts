import type { Transaction } from 'kysely'
import type { LineAwayTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { OpenLine } from './line-head.ts'

/** LINE-8: which of these people took a spot, which is theirs for good. */
export async function whoTookSpots(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set()
  const spots = await trx
    .selectFrom('wave_spots')
    .select('person_id')
    .where('person_id', 'in', personIds)
    .where('state', '=', 'came')
    .$narrowType<{ person_id: string }>()
    .execute()
  return new Set(spots.map((spot) => spot.person_id))
}

/**
 * People who took a spot and come back to the list keep it, and do not stand in the line: no wave
 * would invite them, and everybody behind would wait for them. `back`: who still has their order
 * number and friends. Returns their rows.
 */
export async function keepSpots(
  trx: Transaction<Schema>,
  line: OpenLine,
  took: ReadonlySet<string>,
  back: readonly LineAwayTable[],
): Promise<LineAwayTable[]> {
  const rows = [...took].map((personId): LineAwayTable => {
    const kept = back.find((row) => row.person_id === personId)
    const place = kept ?? { person_id: personId, order: line.takeNumber(), friends: 0 }
    return { ...place, why: 'taken', until: null }
  })
  if (rows.length > 0) await trx.insertInto('line_away').values(rows).execute()
  return rows
}
