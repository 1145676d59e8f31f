import type { FriendCounts, LineRecord, MoveRecord } from '#contract/line-record.ts'
import type { CreditsTable, LineLinksTable } from '#server/db/line-schema.ts'
import type { Db } from '#server/db/store.ts'
import { keptMoves } from '#server/line/moves.ts'
import { byPerson } from './by-person.ts'

type Ids = readonly string[]

/**
 * LINE-9: what the line keeps about these people, with one query for each table. Somebody about
 * whom it keeps nothing is missing.
 */
export async function lineRecordsOf(db: Db, ids: Ids): Promise<Map<string, LineRecord>> {
  if (!(await hasBegun(db))) return new Map()
  const owned = await db.selectFrom('line_links').selectAll().where('personId', 'in', ids).execute()
  const [standings, friends, byLink, links, moves, rewards, spots] = [
    await standingsOf(db, ids),
    await friendsOf(db, ids),
    await cameByLink(db, ids),
    linksOf(owned),
    await movesOf(db, ids, owned),
    await rewardsOf(db, ids),
    await spotsOf(db, ids),
  ]
  const kept = [standings, friends, byLink, links, moves, rewards, spots]
  return new Map(
    ids
      .filter((id) => kept.some((part) => part.has(id)))
      .map((id) => [
        id,
        {
          ...(standings.get(id)?.[0] ?? nowhere),
          friends: friends.get(id) ?? nobody,
          cameByLink: byLink.has(id),
          link: links.get(id)?.[0] ?? null,
          moves: moves.get(id) ?? [],
          rewards: rewards.get(id) ?? [],
          spots: spots.get(id) ?? [],
        },
      ]),
  )
}

const hasBegun = (db: Db) => db.selectFrom('line_head').select('id').executeTakeFirst()

type Standing = Pick<LineRecord, 'order' | 'standing' | 'keptUntilAt'>
const nowhere: Standing = { order: null, standing: null, keptUntilAt: null }

async function standingsOf(db: Db, ids: Ids): Promise<Map<string, Standing[]>> {
  const waiting = await db
    .selectFrom('line')
    .select(['personId', 'order'])
    .where('personId', 'in', ids)
    .execute()
  const away = await db
    .selectFrom('line_away')
    .select(['personId', 'order', 'why', 'until'])
    .where('personId', 'in', ids)
    .execute()
  const standing = (row: Partial<(typeof away)[number]>): LineRecord['standing'] =>
    row.why ?? 'waiting'
  return byPerson<(typeof waiting)[number] & Partial<(typeof away)[number]>, Standing>(
    [...waiting, ...away],
    (row) => ({ order: row.order, standing: standing(row), keptUntilAt: row.until ?? null }),
  )
}

const nameOfState = {
  counted: 'counted',
  'place-only': 'placeOnly',
  waiting: 'waiting',
} as const satisfies Partial<Record<CreditsTable['state'], keyof FriendCounts>>
type Named = keyof typeof nameOfState
const nobody: FriendCounts = { counted: 0, placeOnly: 0, waiting: 0 }

async function friendsOf(db: Db, ids: Ids): Promise<Map<string, FriendCounts>> {
  const rows = await db
    .selectFrom('credits')
    .select((row) => ['ownerId', 'state', row.fn.countAll<number>().as('count')])
    .where('ownerId', 'in', ids)
    .where('state', 'in', Object.keys(nameOfState) as Named[])
    .$narrowType<{ state: Named }>()
    .groupBy(['ownerId', 'state'])
    .execute()
  const counts = new Map<string, FriendCounts>()
  for (const { ownerId: owner, state, count } of rows)
    counts.set(owner, { ...(counts.get(owner) ?? nobody), [nameOfState[state]]: count })
  return counts
}

/** Also before the confirmation: the confirm mail then keeps the code. */
async function cameByLink(db: Db, ids: Ids): Promise<Set<string>> {
  const credits = await db
    .selectFrom('credits')
    .select('friendId as id')
    .where('friendId', 'in', ids)
    .execute()
  const mails = await db
    .selectFrom('link_tokens')
    .select('personId as id')
    .where('personId', 'in', ids)
    .where('via', '!=', '')
    .execute()
  return new Set([...credits, ...mails].map(({ id }) => id))
}

const linksOf = (owned: readonly LineLinksTable[]) =>
  byPerson(owned, ({ code, name, madeAt, newsDueAt, newsAt, newsStoppedAt }) => ({
    code,
    name,
    madeAt,
    newsDueAt,
    newsSentAt: newsAt,
    newsStoppedAt,
  }))

/** The place of the first confirmation is kept with the link. */
async function movesOf(db: Db, ids: Ids, owned: readonly LineLinksTable[]) {
  const first = owned.flatMap(({ personId, firstPlace: place, firstAt: at }) =>
    place === null || at === null ? [] : [{ personId, place, at, why: 'confirmed' as const }],
  )
  const later = await db
    .selectFrom('line_moves')
    .selectAll()
    .where('personId', 'in', ids)
    .orderBy('id')
    .execute()
  const moves = byPerson<(typeof first)[number] | (typeof later)[number], MoveRecord>(
    [...first, ...later],
    ({ place, why, at }) => ({ place, why, notedAt: at }),
  )
  return new Map([...moves].map(([id, all]) => [id, all.slice(-keptMoves)]))
}

const rewardsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('rewards')
      .selectAll()
      .where('personId', 'in', ids)
      .orderBy('step')
      .execute(),
    ({ step, state, number, note, at, dueAt }) => ({
      friends: step,
      state,
      number,
      note,
      changedAt: at,
      dueAt,
    }),
  )

const spotsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('wave_spots')
      .innerJoin('waves', 'waves.id', 'wave_spots.waveId')
      .select(['personId', 'waves.number', 'place', 'state', 'endedAt', 'usedAt'])
      .select(['wave_spots.invitedAt', 'wave_spots.until'])
      .where('personId', 'in', ids)
      .$narrowType<{ personId: string }>()
      .orderBy('wave_spots.invitedAt')
      .orderBy('wave_spots.id')
      .execute(),
    ({ number, place, state, invitedAt, until, endedAt, usedAt }) => ({
      wave: number,
      place,
      state,
      invitedAt,
      untilAt: until,
      endedAt,
      usedAt,
    }),
  )
