import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import {
  anybody,
  countedExactly,
  peopleHref,
  peoplePaths,
  manyActs,
} from '#contract/people-list.ts'
import { addressFor } from '#contract/mask-address.ts'
import type { Role } from '#contract/navigation.ts'
import { peopleText } from '#contract/text.ts'
import { findAct } from '#server/acts/action-log.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { exportChunks } from './export.ts'
import {
  countUpTo,
  knownOrigins,
  nextKeys,
  originColumn,
  lastPersonId,
  countStates,
  cursorOf,
  filterOf,
  readPeopleQuery,
  readPosition,
  queryText,
} from './filter.ts'
import type { RunningActs } from '#server/dashboard/act-routes.ts'
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'
import { exportChunkSize, streamExport } from '#server/acts/export-file.ts'

const pageSize = 50
const mostOrigins = 200

/** DASH-4: people by filter, newest first, or the result of a search. */
export async function loadPeople(deps: DashboardDeps, request: FastifyRequest, { role }: SignedIn) {
  const { search } = request.query as { search?: unknown }
  if (typeof search !== 'string') return loadList(deps, request.query, role)
  return role === 'reader' ? { screen: 'operators-only' as const } : loadFound(deps, search, role)
}

async function loadList({ store: { db }, campaign }: DashboardDeps, sent: unknown, role: Role) {
  const query = readPeopleQuery(sent)
  const from = readPosition(sent)
  if (query === null || from === 'wrong') return { screen: 'not-found' as const }
  const filter = filterOf(query, campaign.timeZone)
  const order = from?.order ?? 'newest'
  const keys = await nextKeys(db, filter, { after: from?.after ?? null, order, most: pageSize + 1 })
  const isMore = keys.length > pageSize
  const shown = order === 'newest' ? keys.slice(0, pageSize) : keys.slice(0, pageSize).toReversed()
  const link = (name: 'newer' | 'older', at = shown.at(name === 'newer' ? 0 : -1)) =>
    at && peopleHref(peoplePaths.list, query, { [name]: cursorOf(at) })
  return {
    screen: 'people' as const,
    query,
    origins: await knownOrigins(db, mostOrigins),
    rows: await rowsOf(db, shown, role),
    count: capped(await countUpTo(db, filter, countedExactly)),
    newer: (order === 'newest' ? from : isMore) ? link('newer') : undefined,
    older: (order === 'newest' ? isMore : from) ? link('older') : undefined,
  }
}

const capped = (people: number) => ({
  people: Math.min(people, countedExactly),
  isMore: people > countedExactly,
})

/** The people with these ids, in this order. A reader gets masked addresses. */
async function rowsOf(db: Db, keys: readonly { id: string }[], role: Role) {
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const rows = await db
    .selectFrom('people')
    .select(['id', 'email', 'state', 'quizType', 'createdAt', originColumn])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // A person may have been erased since the ids were read.
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? { ...row, email: addressFor(role, row.email) } : []
  })
}

/** What `?search=` contains, sealed: what was typed, and the address that the page begins at. */
type Search = { text: string; after?: string; before?: string }

/** DASH-4: the search form. The typed text never is in a URL in the clear (decision 040). */
export async function searchPeople(deps: DashboardDeps, { body }: FastifyRequest) {
  const typed = (body as { text?: unknown } | null)?.text
  const text = (typeof typed === 'string' ? typed : '').trim().slice(0, 254)
  return { path: text === '' ? peoplePaths.list : searchHref(deps, { text }) }
}

const searchHref = ({ searchTokens, now }: DashboardDeps, search: Search) =>
  peopleHref(peoplePaths.list, anybody, {
    search: searchTokens.seal(JSON.stringify(search), now()),
  })

/** People whose address begins with the searched text, in alphabetical order. */
async function loadFound(deps: DashboardDeps, token: string, role: Role) {
  const { db } = deps.store
  const opened = deps.searchTokens.open(token, deps.now())
  // A search is forgotten after an hour.
  if (opened === null) return { path: peoplePaths.list }
  const search = JSON.parse(opened) as Search
  const { text, after, before } = search
  const found = await findByPrefix(db, search)
  const isMore = found.length > pageSize
  const shown = before === undefined ? found.slice(0, pageSize) : found.slice(-pageSize)
  const [first, last] = [shown[0], shown.at(-1)]
  const hasPrevious = after !== undefined || (before !== undefined && isMore)
  const hasNext = before !== undefined || isMore
  return {
    screen: 'people-search' as const,
    origins: await knownOrigins(db, mostOrigins),
    text,
    rows: await rowsOf(db, shown, role),
    count: capped(await countByPrefix(db, text)),
    closedList: await askedClosedList(db, text),
    previous: first && hasPrevious ? searchHref(deps, { text, before: first.email }) : undefined,
    next: last && hasNext ? searchHref(deps, { text, after: last.email }) : undefined,
  }
}

/**
 * The people of a page and one more, ordered by address: those after an address, or the last before
 * one. Reads only as many rows as it returns.
 */
async function findByPrefix(db: Db, { text, after, before }: Search) {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'email'])
    .where(beginsWith(text))
    .$if(after !== undefined, (people) => people.where('email', '>', after!))
    .$if(before !== undefined, (people) => people.where('email', '<', before!))
    .orderBy('email', before === undefined ? 'asc' : 'desc')
    .limit(pageSize + 1)
    .execute()
  return before === undefined ? rows : rows.toReversed()
}

const countByPrefix = (db: Db, text: string): Promise<number> =>
  countRows(db, db.selectFrom('people').where(beginsWith(text)), countedExactly + 1)

/**
 * END-3: addresses that asked a closed list for one mail. They are not people of the list, though
 * one of them can be both.
 */
async function askedClosedList(db: Db, text: string) {
  const rows = await db
    .selectFrom('once_requests')
    .select('email')
    .where(beginsWith(text))
    .orderBy('email')
    .limit(pageSize + 1)
    .execute()
  return {
    emails: rows.slice(0, pageSize).map(({ email }) => email),
    isMore: rows.length > pageSize,
  }
}

/** Both engines compare addresses byte by byte; no character is after the last one of Unicode. */
function beginsWith(typed: string) {
  const from = typed.trim().toLowerCase()
  return sql<boolean>`(email >= ${from} and email < ${`${from}\u{10FFFF}`})`
}

/** DASH-4: the filtered people as CSV, oldest first. */
export async function exportPeople(
  deps: DashboardDeps,
  { body }: FastifyRequest,
  { session: { operator } }: SignedIn,
) {
  const { store, campaign } = deps
  const query = readPeopleQuery(body)
  if (query === null) return { screen: 'not-found' as const }
  const until = await lastPersonId(store.db)
  return streamExport(deps, {
    act: { operator, action: 'export', details: { filter: queryText(query) } },
    name: 'people',
    format: 'csv',
    chunks: exportChunks(store.db, {
      filter: filterOf(query, campaign.timeZone, until),
      format: 'csv',
      chunkSize: exportChunkSize,
    }),
    describe: peopleText,
  })
}

/** DASH-4: what can be done with the filtered people, and how many each act affects. */
export async function loadMany({ store, campaign }: DashboardDeps, request: FastifyRequest) {
  const query = readPeopleQuery(request.query)
  if (query === null) return { screen: 'not-found' as const }
  const states = await countStates(store.db, filterOf(query, campaign.timeZone))
  return { screen: 'people-many' as const, query, states }
}

/**
 * How far an act is; once it has ended, the list says what it did. `again`: it ended with its
 * server, and asks for the rest.
 */
export async function loadProgress(
  { store, running }: DashboardDeps & { running: RunningActs },
  request: FastifyRequest,
) {
  const { id } = request.params as { id: string }
  const logged = await findAct(store.db, id)
  const act = manyActs.find((name) => `${name}-many` === logged?.action)
  if (!logged || !act) return { screen: 'not-found' as const }
  if (logged.outcome !== null) return { path: `${peoplePaths.list}?done=${id}` }
  const details = JSON.parse(logged.details) as { filter: string; people: number; changed?: number }
  const query = readPeopleQuery(Object.fromEntries(new URLSearchParams(details.filter)))!
  return {
    screen: 'people-progress' as const,
    id,
    act,
    changed: details.changed ?? 0,
    people: details.people,
    again: running.ids.has(id) ? null : peopleHref(peoplePaths.manyAct(act), query),
  }
}
