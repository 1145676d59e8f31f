import {
  anybody,
  countedExactly,
  peopleHref,
  peoplePaths,
  type ClosedListFound,
  type PeopleCount,
  type PeopleRow,
} from '#contract/people-list.ts'
import type { Role } from '#contract/screens.ts'
import type { Db } from '#server/db/open.ts'
import {
  countUpTo,
  knownOrigins,
  nextKeys,
  originColumn,
  type PeopleFilter,
} from '#server/people/filter.ts'
import { closedListByPrefix } from '#server/people/closed-list.ts'
import { countByPrefix, findByPrefix, type AddressPage } from '#server/people/find.ts'
import type { ScreenHandler } from './guard.ts'
import { addressFor } from '#contract/mask-address.ts'
import { cursorOf, filterOf, readPeopleQuery, readPosition } from './people-query.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { seeOther } from '#server/http/answers.ts'

const pageSize = 50
const mostOrigins = 200

/** DASH-4: people by filter, newest first, or the result of a search. */
export const peopleScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { search } = request.query as { search?: unknown }
    if (typeof search === 'string')
      return who.role === 'reader'
        ? deps.screens.show(request, reply, who, { screen: 'operators-only' })
        : searchScreen(search, deps)(request, reply, who)
    const { db } = deps.store
    const query = readPeopleQuery(request.query)
    const from = readPosition(request.query)
    if (query === null || from === 'wrong')
      return deps.screens.show(request, reply, who, { screen: 'not-found' })
    const filter = filterOf(query, deps.campaign.timeZone)
    const order = from?.order ?? 'newest'
    const keys = await nextKeys(db, filter, {
      after: from?.after ?? null,
      order,
      most: pageSize + 1,
    })
    const isMore = keys.length > pageSize
    const shown =
      order === 'newest' ? keys.slice(0, pageSize) : keys.slice(0, pageSize).toReversed()
    const link = (name: 'newer' | 'older', at = shown.at(name === 'newer' ? 0 : -1)) =>
      at && { [name]: peopleHref(peoplePaths.list, query, { [name]: cursorOf(at) }) }
    return deps.screens.show(request, reply, who, {
      screen: 'people',
      query,
      origins: await knownOrigins(db, mostOrigins),
      rows: await rowsOf(
        db,
        shown.map(({ id }) => id),
        who.role,
      ),
      count: await countOf(db, filter),
      ...((order === 'newest' ? from : isMore) && link('newer')),
      ...((order === 'newest' ? isMore : from) && link('older')),
    })
  }

const countOf = async (db: Db, filter: PeopleFilter) =>
  capped(await countUpTo(db, filter, countedExactly))

const capped = (people: number): PeopleCount =>
  people > countedExactly ? { people: countedExactly, isMore: true } : { people, isMore: false }

/** The people with these ids, in this order. */
async function rowsOf(db: Db, ids: readonly string[], role: Role): Promise<PeopleRow[]> {
  if (ids.length === 0) return []
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

async function askedClosedList(db: Db, text: string): Promise<ClosedListFound> {
  const emails = await closedListByPrefix(db, text, pageSize + 1)
  return { emails: emails.slice(0, pageSize), isMore: emails.length > pageSize }
}

/** What `?search=` contains, sealed: what was typed, and the address that the page begins at. */
type Search = { text: string; after?: string; before?: string }

/** DASH-4: the search form. The typed text never is in a URL in the clear (decision 040). */
export const searchPeople =
  ({ searchTokens, now }: DashboardDeps): ScreenHandler =>
  async (request, reply) => {
    const typed = (request.body as { text?: unknown } | null)?.text
    const text = (typeof typed === 'string' ? typed : '').trim().slice(0, 254)
    const path =
      text === ''
        ? peoplePaths.list
        : searchHref(searchTokens.seal(JSON.stringify({ text } satisfies Search), now()))
    return seeOther(reply, path)
  }

const searchHref = (token: string) => peopleHref(peoplePaths.list, anybody, { search: token })

const searchScreen =
  (token: string, { screens, store: { db }, searchTokens, now }: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const opened = searchTokens.open(token, now())
    // A search is forgotten after an hour.
    if (opened === null) return seeOther(reply, peoplePaths.list)
    const { text, after, before } = JSON.parse(opened) as Search
    const found = await findByPrefix(db, text, {
      most: pageSize + 1,
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    } satisfies AddressPage)
    const isMore = found.length > pageSize
    const shown = before === undefined ? found.slice(0, pageSize) : found.slice(-pageSize)
    const link = (search: Omit<Search, 'text'>) =>
      searchHref(searchTokens.seal(JSON.stringify({ text, ...search }), now()))
    const [first, last] = [shown[0]?.email, shown.at(-1)?.email]
    return screens.show(request, reply, who, {
      screen: 'people-search',
      origins: await knownOrigins(db, mostOrigins),
      text,
      rows: await rowsOf(
        db,
        shown.map(({ id }) => id),
        who.role,
      ),
      count: capped(await countByPrefix(db, text, countedExactly)),
      closedList: await askedClosedList(db, text),
      ...(first !== undefined &&
        (after !== undefined || (before !== undefined && isMore)) && {
          previous: link({ before: first }),
        }),
      ...(last !== undefined &&
        (before !== undefined || isMore) && { next: link({ after: last }) }),
    })
  }
