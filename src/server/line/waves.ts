import { PostgresAdapter, sql, type Transaction } from 'kysely'
import { launchAt } from '#contract/launch/launch.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { dayMs } from '#contract/time.ts'
import { insertRows } from '#server/db/rows.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import { newId } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { WaveSpotsTable, WavesTable } from '#server/db/line-schema.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { smallTransactions, type SmallTransactions } from '#server/db/transaction.ts'
import { lockLine, noteMoves } from './line.ts'
import {
  spotCode,
  spotCodeHash,
  endSpots,
  isOver,
  momentAt,
  type Moment,
  type UnusedSpot,
} from './spots.ts'

/**
 * One transaction invites a wave, the first of the line at one moment: this many take about a
 * second.
 */
export const mostInWave = 5_000
/** A longer time is a mistake in the year. */
export const longestWaveMs = 366 * dayMs

/**
 * `until`: the end of its spots, in ms. `quizType`: only people of this type; null for everybody.
 */
export type WaveToInvite = {
  spots: number
  until: number
  quizType: PerformanceType | null
  by: string
  /** the wave that was asked for: with another one meanwhile, nobody is invited */
  number?: number
}
export type WrongWave = 'past' | 'too long' | 'paused' | 'nobody' | 'no line' | 'invited before'
export type InvitedWave = { id: string; number: number; invited: number; until: number }

/** Why no wave can be invited now until then; null if one can. END-1: a pause suspends waves. */
export async function wrongNow(db: Db, until: number, now: number): Promise<WrongWave | null> {
  if (await isPaused(db, now)) return 'paused'
  if (until <= now) return 'past'
  return until > now + longestWaveMs ? 'too long' : null
}

export const isPaused = async (db: Db, now: number): Promise<boolean> =>
  launchAt(await readLaunchPeriods(db), now).state === 'paused'

/** LINE-8: invites the first `spots` people of the line, or all if there are fewer. */
export async function inviteWave(
  trx: Transaction<Schema>,
  { spots, until, quizType, by, number: asked }: WaveToInvite,
  secret: string,
  now: number,
): Promise<InvitedWave | { refused: WrongWave }> {
  const wrong = await wrongNow(trx, until, now)
  if (wrong) return { refused: wrong }
  if (!(await lockLine(trx))) return { refused: 'no line' }
  const number = await nextNumber(trx)
  if (asked !== undefined && asked !== number) return { refused: 'invited before' }
  const wave = { id: newId(), quizType: quizType ?? '' }
  const invited = await inviteNext(trx, { wave, spots, until, secret }, now)
  if (invited === 0) return { refused: 'nobody' }
  await trx
    .insertInto('waves')
    .values({ ...wave, number, size: invited, invitedAt: now, until, invitedBy: by })
    .execute()
  return { id: wave.id, number, invited, until }
}

/** The number of the next wave. */
export async function nextNumber(db: Db): Promise<number> {
  const last = await db
    .selectFrom('waves')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.number ?? 0) + 1
}

/** `secret` makes the codes. `until`: the end of these spots, in ms. */
type Invitation = {
  wave: Pick<WavesTable, 'id' | 'quizType'>
  spots: number
  until: number
  secret: string
}

/**
 * LINE-8: the first people of the line get a spot each and leave the line. Left out are those who
 * had a spot of this wave, and those who took one of an earlier wave. Returns how many were
 * invited. Call it with the line locked.
 */
async function inviteNext(
  trx: Transaction<Schema>,
  { wave, spots, until, secret }: Invitation,
  now: number,
): Promise<number> {
  const next = await lockNext(trx, wave, spots)
  if (next.length === 0) return 0
  const places = await placesOf(trx, next)
  await trx
    .updateTable('line')
    .set({ state: 'invited', key: null })
    .where(
      'personId',
      'in',
      next.map((row) => row.personId),
    )
    .execute()
  const made = next.map((row) => {
    const id = newId()
    return {
      id,
      waveId: wave.id,
      personId: row.personId,
      order: row.order,
      place: places.get(row.personId)!,
      codeHash: spotCodeHash(spotCode(secret, id)),
      state: 'invited' as const,
      invitedAt: now,
      until,
      endedAt: null,
      usedAt: null,
    }
  })
  await insertRows(trx, 'add spots', made, (rows) =>
    trx.insertInto('wave_spots').values(rows as WaveSpotsTable[]),
  )
  await noteMoves(
    trx,
    made.map(({ personId, place }) => ({ personId, at: now, place, why: 'invited' as const })),
  )
  // LINE-10: the queued mail has the id of the spot; its code is found when it is sent.
  const mails = made.map(({ id, personId }, index) => {
    const { email } = next[index]!
    return { personId, email, template: 'turn' as const, data: { spot: id } }
  })
  await queueMails(trx, mails, now)
  return next.length
}

/** How many people a wave could invite now, at most `most`. */
export async function countInvitable(db: Db, quizType: string, most: number): Promise<number> {
  return (await firstInLine(db, { id: '', quizType }, most).execute()).length
}

/**
 * All that changes the line locks people first. Here the line says who they are, so that on
 * Postgres the rows of their mails would wait, with the line locked, for an erasure that has locked
 * its person and waits for the line: a deadlock. Nobody is waited for: who is being erased at this
 * moment is left out, and nobody else can be erased until the mails are stored.
 */
const lockNext = (
  trx: Transaction<Schema>,
  wave: Invitation['wave'],
  most: number,
): Promise<Next[]> => {
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter
  return firstInLine(trx, wave, most)
    .$if(isPostgres, (rows) => rows.forKeyShare('people').skipLocked())
    .execute()
}

type Next = { personId: string; order: number; key: number; email: string }

const firstInLine = (db: Db, { id, quizType }: Invitation['wave'], most: number) =>
  db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'line.personId')
    .select(['line.personId', 'line.order', 'line.key', 'people.email'])
    .where('line.key', 'is not', null)
    .$narrowType<{ order: number; key: number }>()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('wave_spots')
            .select('wave_spots.id')
            .whereRef('wave_spots.personId', '=', 'line.personId')
            .where((spot) => spot.or([spot('waveId', '=', id), spot('state', '=', 'came')])),
        ),
      ),
    )
    .$if(quizType !== '', (rows) => rows.where(sql<string>`people."quizType"`, '=', quizType))
    .orderBy('line.key')
    .orderBy('line.order')
    .limit(most)

/** The places of people of the line. `rows` are sorted as the line is. */
async function placesOf(
  trx: Transaction<Schema>,
  rows: readonly Next[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map((row) => row.personId)
  const ranked = await sql<{ personId: string; place: number }>`
    select "personId", place from (
      select "personId", row_number() over (order by key, "order") as place
      from line where key <= ${rows.at(-1)!.key}
    ) as ranked where "personId" in (${sql.join(ids)})`.execute(trx)
  return new Map(ranked.rows.map((row) => [row.personId, row.place]))
}

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

const spotsOver = (db: Db, moment: Moment) =>
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
  stopping: () => boolean,
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
async function wavesWithFreeSpots(db: Db, id?: string): Promise<FreeWave[]> {
  const held = sql`(select count(*) from wave_spots
    where wave_spots."waveId" = waves.id and wave_spots.state in ('invited', 'came'))`
  const { rows } = await sql<FreeWave>`
    select waves.*, size - ${held} as free from waves
    where size > ${held} ${id === undefined ? sql`` : sql`and id = ${id}`} order by number`.execute(
    db,
  )
  return rows
}
