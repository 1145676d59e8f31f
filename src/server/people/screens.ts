import { sql } from 'kysely'
import { z } from 'zod'
import { partAsStored } from '#contract/address/address.ts'
import { peopleText } from '#contract/english.ts'
import {
  anybody,
  countedExactly,
  peopleHref,
  peoplePaths,
  manyActs,
  type PeopleQuery,
} from '#contract/people/list.ts'
import { personPath } from '#contract/people/screens.ts'
import { findAct } from '#server/acts/action-log.ts'
import { exportChunkSize, exportFile } from '#server/acts/export-file.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { cursorField, cursorOf, pageOf, type Position } from '#server/http/list.ts'
import {
  loader,
  notFound,
  ofId,
  typedField,
  type LoaderDeps,
  type ScreenRoute,
} from '#server/http/loader.ts'
import { exportChunks } from './export.ts'
import {
  countUpTo,
  knownOrigins,
  nextKeys,
  originColumn,
  lastPersonId,
  countStates,
  filterOf,
  peopleFields,
  readPeopleQuery,
  queryText,
  type Order,
} from './filter.ts'
import { loadPerson } from './person-screen.ts'

const pageSize = 50
const mostOrigins = 200

const listFields = peopleFields.extend({
  /** older people than this position, or newer ones */
  older: cursorField,
  newer: cursorField,
  /** the sealed text of a search */
  search: z.string().optional().catch(undefined),
})

/** DASH-4: people by filter, newest first, or the result of a search. */
export const loadPeople = loader(
  listFields,
  async (deps, { older, newer, search, ...query }, { role }) => {
    if (search === undefined)
      return loadList(deps, query, older ?? newer, older || !newer ? 'newest' : 'oldest')
    return role === 'reader' ? { screen: 'operators-only' as const } : loadFound(deps, search)
  },
)

async function loadList(
  { store: { db }, campaign }: LoaderDeps,
  query: PeopleQuery,
  after: Position | undefined,
  order: Order,
) {
  const filter = filterOf(query, campaign.timeZone)
  const keys = await nextKeys(db, filter, { after, order, most: pageSize + 1 })
  const { rows, isMore } = pageOf(keys, pageSize)
  const shown = order === 'newest' ? rows : rows.toReversed()
  const link = (name: 'newer' | 'older', at = shown.at(name === 'newer' ? 0 : -1)) =>
    at && peopleHref(peoplePaths.list, query, { [name]: cursorOf(at) })
  return {
    screen: 'people' as const,
    query,
    origins: await knownOrigins(db, mostOrigins),
    rows: await rowsOf(db, shown),
    count: capped(await countUpTo(db, filter, countedExactly)),
    newer: (order === 'newest' ? after : isMore) ? link('newer') : undefined,
    older: (order === 'newest' ? isMore : after) ? link('older') : undefined,
  }
}

const capped = (people: number) => ({
  people: Math.min(people, countedExactly),
  isMore: people > countedExactly,
})

/** The people with these ids, in this order. */
async function rowsOf(db: Db, keys: readonly { id: string }[]) {
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const rows = await db
    .selectFrom('people')
    .select(['id', 'email', 'state', 'quizType', 'createdAt', originColumn])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // A person may have been erased since the ids were read.
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What `?search=` contains, sealed: what was typed, and the address that the page begins at. */
type Search = { text: string; after?: string; before?: string }

/** DASH-4: the search form. The typed text never is in a URL in the clear (decision 040). */
export const searchPeople = loader(z.object({ text: typedField(1_000) }), async (deps, sent) => {
  const text = sent.text.trim().slice(0, 254)
  return { path: text === '' ? peoplePaths.list : searchHref(deps, { text }) }
})

const searchHref = ({ searchTokens, now }: LoaderDeps, search: Search) =>
  peopleHref(peoplePaths.list, anybody, {
    search: searchTokens.seal(JSON.stringify(search), now()),
  })

/** People whose address begins with the searched text, in alphabetical order. */
async function loadFound(deps: LoaderDeps, token: string) {
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
    rows: await rowsOf(db, shown),
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
  const { rows: shown, isMore } = pageOf(rows, pageSize)
  return { emails: shown.map(({ email }) => email), isMore }
}

/** Both engines compare addresses byte by byte; no character is after the last one of Unicode. */
function beginsWith(typed: string) {
  const from = partAsStored(typed)
  return sql<boolean>`(email >= ${from} and email < ${`${from}\u{10FFFF}`})`
}

/** DASH-4: the filtered people as CSV, oldest first. */
export const exportPeople = loader(peopleFields, async (deps, query, { operator }) => {
  const { store, campaign } = deps
  const until = await lastPersonId(store.db)
  return exportFile(deps, {
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
})

/** DASH-4: what can be done with the filtered people, and how many each act affects. */
export const loadMany = loader(peopleFields, async ({ store, campaign }, query) => ({
  screen: 'people-many' as const,
  query,
  states: await countStates(store.db, filterOf(query, campaign.timeZone)),
}))

/** `running`: the acts that have not ended, by their ids in the log. */
type ProgressDeps = LoaderDeps & { running: { ids: ReadonlyMap<string, unknown> } }

/**
 * How far an act is; once it has ended, the list says what it did. `again`: it ended with its
 * server, and asks for the rest.
 */
export const loadProgress = loader(ofId, async ({ store, running }: ProgressDeps, { id }) => {
  const logged = await findAct(store.db, id)
  const act = manyActs.find((name) => `${name}-many` === logged?.action)
  if (!logged || !act) return notFound
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
})

export const peopleScreens = [
  [peoplePaths.list, loadPeople],
  [peoplePaths.many, loadMany, 'operator'],
  [peoplePaths.progress(':id'), loadProgress, 'operator'],
  [personPath(':id'), loadPerson],
] as const satisfies readonly ScreenRoute[]

export const peopleForms = [
  [peoplePaths.search, searchPeople],
  [peoplePaths.export, exportPeople],
] as const satisfies readonly ScreenRoute[]
