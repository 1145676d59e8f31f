import type { FriendCounts, LineRecord, LinkRecord } from '#contract/line-record.ts'
import type { CreditsTable } from '#server/db/line-schema.ts'
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
  const owned = await ownLinks(db, ids)
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
    .select(['personId', 'order', 'why as standing', 'until as keptUntilAt'])
    .where('personId', 'in', ids)
    .execute()
  return byPerson<Standing & { personId: string }>([
    ...waiting.map((row) => ({ ...row, standing: 'waiting' as const, keptUntilAt: null })),
    ...away,
  ])
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

type OwnLink = Awaited<ReturnType<typeof ownLinks>>[number]

const ownLinks = (db: Db, ids: Ids) =>
  db
    .selectFrom('line_links')
    .select(['personId', 'code', 'name', 'madeAt', 'newsDueAt', 'newsAt as newsSentAt'])
    .select(['newsStoppedAt', 'firstPlace', 'firstAt'])
    .where('personId', 'in', ids)
    .execute()

const linksOf = (owned: readonly OwnLink[]) =>
  byPerson(owned, ({ firstPlace: _place, firstAt: _at, ...link }): LinkRecord => link)

/** The place of the first confirmation is kept with the link. */
async function movesOf(db: Db, ids: Ids, owned: readonly OwnLink[]) {
  const first = owned.flatMap(({ personId, firstPlace: place, firstAt: notedAt }) =>
    place === null || notedAt === null
      ? []
      : [{ personId, place, why: 'confirmed' as const, notedAt }],
  )
  const later = await db
    .selectFrom('line_moves')
    .select(['personId', 'place', 'why', 'at as notedAt'])
    .where('personId', 'in', ids)
    .orderBy('id')
    .execute()
  const moves = byPerson<(typeof later)[number]>([...first, ...later])
  return new Map([...moves].map(([id, all]) => [id, all.slice(-keptMoves)]))
}

const rewardsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('rewards')
      .select([
        'personId',
        'step as friends',
        'state',
        'number',
        'note',
        'at as changedAt',
        'dueAt',
      ])
      .where('personId', 'in', ids)
      .orderBy('step')
      .execute(),
  )

const spotsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('wave_spots')
      .innerJoin('waves', 'waves.id', 'wave_spots.waveId')
      .select(['personId', 'waves.number as wave', 'place', 'state', 'wave_spots.invitedAt'])
      .select(['wave_spots.until as untilAt', 'endedAt', 'usedAt'])
      .where('personId', 'in', ids)
      .$narrowType<{ personId: string }>()
      .orderBy('wave_spots.invitedAt')
      .orderBy('wave_spots.id')
      .execute(),
  )
