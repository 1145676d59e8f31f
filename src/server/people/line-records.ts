import type { FriendCounts, LineRecord } from '#contract/line/records.ts'
import type { LineTable } from '#server/db/line-schema.ts'
import type { Db } from '#server/db/store.ts'
import { noFriends, readFriends, type Friends } from '#server/line/friends.ts'
import { readMoves } from '#server/line/line.ts'
import { byPerson } from '#server/db/rows.ts'

type Ids = readonly string[]

/**
 * LINE-9: what the line keeps about these people, with one query for each table. Somebody about
 * whom it keeps nothing is missing.
 */
export async function lineRecordsOf(db: Db, ids: Ids): Promise<Map<string, LineRecord>> {
  if (!(await hasBegun(db))) return new Map()
  const [rows, friends, byLink, rewards, spots] = [
    byPerson(await db.selectFrom('line').selectAll().where('personId', 'in', ids).execute()),
    await readFriends(db, ids),
    await cameByLink(db, ids),
    await rewardsOf(db, ids),
    await spotsOf(db, ids),
  ]
  const kept = [rows, friends, byLink, rewards, spots]
  return new Map(
    ids
      .filter((id) => kept.some((part) => part.has(id)))
      .map((id) => {
        const { link, moves, ...place } = placeOf(rows.get(id)?.[0])
        return [
          id,
          {
            ...place,
            friends: shownFriends(friends.get(id)),
            cameByLink: byLink.has(id),
            link,
            moves,
            rewards: rewards.get(id) ?? [],
            spots: spots.get(id) ?? [],
          },
        ]
      }),
  )
}

const hasBegun = (db: Db) => db.selectFrom('line_head').select('id').executeTakeFirst()

type Place = Pick<LineRecord, 'order' | 'standing' | 'keptUntilAt' | 'link' | 'moves'>

function placeOf(row: Omit<LineTable, 'personId'> | undefined): Place {
  if (!row) return { order: null, standing: null, keptUntilAt: null, link: null, moves: [] }
  const { order, state, until, code, name, madeAt, newsDueAt, newsAt, newsStoppedAt } = row
  return {
    order,
    standing: state === 'gone' ? null : state,
    keptUntilAt: until,
    link: { code, name, madeAt, newsDueAt, newsSentAt: newsAt, newsStoppedAt },
    moves: readMoves(row).map(({ at, ...move }) => ({ ...move, notedAt: at })),
  }
}

const shownFriends = (friends: Friends = noFriends): FriendCounts => ({
  counted: friends.counted,
  placeOnly: friends['place-only'],
  waiting: friends.waiting,
})

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
