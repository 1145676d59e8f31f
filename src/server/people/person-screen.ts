import type { MailWait } from '#contract/mails/waits.ts'
import type { Role } from '#contract/dashboard/navigation.ts'
import { listActsOn, type LoggedAct, type ShownAct } from '#server/acts/action-log.ts'
import type { Db } from '#server/db/store.ts'
import { pageOf } from '#server/http/list.ts'
import { loader, notFound, ofId, type LoaderDeps } from '#server/http/loader.ts'
import { creditOfFriend, creditsOfOwner } from '#server/line/friends.ts'
import { readPlace } from '#server/line/line.ts'
import { personActs } from './acts.ts'
import { readPerson, type Person } from './person.ts'

/** What layers above know: why each mail of a person waits, and what an act of the log did. */
type PersonDeps = LoaderDeps & {
  mailWaitsOf: (personId: string) => Promise<ReadonlyMap<string, MailWait>>
  shownAct: (act: LoggedAct) => ShownAct
}

/** DASH-5: everything that is stored about one person. */
export const loadPerson = loader(ofId, async (deps: PersonDeps, { id }, { role }) => {
  const { db } = deps.store
  const facts = await readPerson(db, id, deps.now())
  if (!facts) return noPerson(deps, id)
  const waits = await deps.mailWaitsOf(id)
  const mails = facts.person.mails.map((mail) => {
    const wait = waits.get(mail.id)
    return wait ? { ...mail, wait } : mail
  })
  return {
    screen: 'person' as const,
    ...facts,
    person: { ...facts.person, mails },
    line: await readLine(db, id, role),
    acts: await readActs(deps, id),
    offers: role === 'operator' ? offersFor(facts) : [],
  }
})

/** The acts that would change something; the last is the one that cannot be taken back. */
const offersFor = (person: Person) =>
  personActs
    .flatMap(({ path = '', offer }) => {
      const offered = offer?.(person)
      return offered ? [{ ...offered, path: path.replace(':id', person.id) }] : []
    })
    .toSorted((a, b) => Number(a.danger ?? false) - Number(b.danger ?? false))

const friendsShown = 50

export type PersonLine = Awaited<ReturnType<typeof readLine>>

/**
 * What the screen says of the line beside `PersonalData.line`. Operators see who came by whom, the
 * newest friends first; `isMore`: there are more of them.
 */
async function readLine(db: Db, id: string, role: Role) {
  const place = await readPlace(db, id)
  if (role === 'reader') return { place, cameBy: null, friends: [], isMore: false }
  const { rows, isMore } = pageOf(await creditsOfOwner(db, id, friendsShown + 1), friendsShown)
  return { place, cameBy: await creditOfFriend(db, id), friends: rows, isMore }
}

const mostActs = 200

const readActs = async ({ store, shownAct }: PersonDeps, id: string) =>
  (await listActsOn(store.db, id, mostActs)).map(shownAct)

/** Where a person is gone: after an act, or by an old address. */
export const loadNoPerson = loader(ofId, (deps: PersonDeps, { id }) => noPerson(deps, id))

/** Somebody whom operators acted on was on the list (410); any other id is not found. */
async function noPerson(deps: PersonDeps, id: string) {
  const acts = await readActs(deps, id)
  return acts.length > 0 ? { screen: 'person-gone' as const, acts } : notFound
}
