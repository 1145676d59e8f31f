import { sql, type Transaction } from 'kysely'
import type { WavesTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions, type SmallTransactions } from '#server/db/transaction.ts'
import type { Store } from '#server/db/store.ts'
import { lockLine } from './head.ts'
import { endSpots, isOver, momentAt, type Moment, type UnusedSpot } from './spots.ts'
import { inviteNext, isPaused } from './waves.ts'

/** In one transaction, which holds the lock of the line for some 20 ms. */
const mostAtOnce = 50

/**
 * LINE-8: ends spots whose time is over, and gives free spots to the next in line. Each step is a
 * transaction that decides under the lock of the line: several processes can run it, and a stop in
 * between loses nothing. A rest for visitors follows each. Returns how many people were invited.
 */
export async function runWaves(
  store: Store,
  secret: string,
  now: () => number,
  stopping: () => boolean = () => false,
): Promise<number> {
  const steps = smallTransactions(store)
  while (!stopping() && (await expireSome(store, steps, now())));
  return stopping() ? 0 : refillWaves(store, secret, now, stopping)
}

/** Written as in the index: SQLite uses no partial index for a state that is a parameter. */
const isInvited = sql<boolean>`wave_spots.state = 'invited'`

const spotsOver = (db: Store['db'] | Transaction<Schema>, moment: Moment) =>
  db
    .selectFrom('wave_spots')
    .select(['id', 'personId', 'order'])
    .where(isInvited)
    .where(isOver(moment))
    .orderBy('until')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()

/** Returns false once no spot is over. */
async function expireSome(store: Store, steps: SmallTransactions, now: number): Promise<boolean> {
  if ((await spotsOver(store.db, await momentAt(store.db, now))).length === 0) return false
  return steps.step(async (trx) => {
    const head = await lockLine(trx)
    if (!head) return false
    // People who leave or are erased have no open spot.
    const over = (await spotsOver(trx, await momentAt(trx, now))) as UnusedSpot[]
    if (over.length === 0) return false
    await endSpots(trx, head, over, 'expired', now)
    return over.length === mostAtOnce
  })
}

/** Gives each free spot to the next in line who was not in its wave; none during a pause. */
async function refillWaves(
  store: Store,
  secret: string,
  now: () => number,
  stopping: () => boolean = () => false,
): Promise<number> {
  const steps = smallTransactions(store)
  let invited = 0
  for (const { id } of await wavesWithFreeSpots(store.db))
    for (let some = mostAtOnce; some === mostAtOnce && !stopping(); invited += some)
      some = await steps.step((trx) => refill(trx, id, secret, now()))
  return invited
}

async function refill(
  trx: Transaction<Schema>,
  waveId: string,
  secret: string,
  now: number,
): Promise<number> {
  const head = await lockLine(trx)
  const [wave] = head ? await wavesWithFreeSpots(trx, waveId) : []
  if (!wave || (await isPaused(trx, now))) return 0
  const until = now + wave.until - wave.invitedAt
  const spots = Math.min(wave.free, mostAtOnce)
  return inviteNext(trx, { wave, spots, until, secret }, now)
}

type FreeWave = WavesTable & { free: number }

/** The oldest first. A spot is free while nobody holds it and nobody has taken it. */
async function wavesWithFreeSpots(
  db: Store['db'] | Transaction<Schema>,
  id?: string,
): Promise<FreeWave[]> {
  const held = sql`(select count(*) from wave_spots
    where wave_spots."waveId" = waves.id and wave_spots.state in ('invited', 'came'))`
  const { rows } = await sql<FreeWave>`
    select waves.*, size - ${held} as free from waves
    where size > ${held} ${id === undefined ? sql`` : sql`and id = ${id}`} order by number`.execute(
    db,
  )
  return rows
}
