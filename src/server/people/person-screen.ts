import type { FastifyRequest } from 'fastify'
import type { MailWait } from '#contract/mail-waits.ts'
import type { PersonalData } from '#contract/personal-data.ts'
import type { MailRecord } from '#contract/personal-records.ts'
import { maskAddress, maskTexts } from '#contract/mask-address.ts'
import type { Role } from '#contract/navigation.ts'
import { listActsOn } from '#server/acts/action-log.ts'
import type { Db } from '#server/db/store.ts'
import { readMailWaits } from '#server/delivery/mail-waits.ts'
import { creditOfFriend, creditsOfOwner } from '#server/line/friends.ts'
import { readPlace } from '#server/line/line.ts'
import { personActs } from './acts.ts'
import { readPerson, type Person } from './person.ts'
import { shownAct } from '#server/dashboard/acts.ts'
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'

const mostActs = 200

/** DASH-5: everything that is stored about one person. A reader sees no whole address. */
export async function loadPerson(deps: DashboardDeps, request: FastifyRequest, who: SignedIn) {
  const { role } = who
  const { db } = deps.store
  const id = personIdOf(request)
  const facts = await readPerson(db, id, deps.now())
  if (!facts) return loadNoPerson(deps, request, who)
  const terms = { config: deps.config, sequence: deps.campaign.sequence }
  const waits = await readMailWaits(db, { person: id }, terms, deps.now())
  const person = { ...facts.person, mails: withWaits(facts.person, waits) }
  return {
    screen: 'person' as const,
    ...facts,
    person: shownTo(role, person),
    line: await readLine(db, id, role),
    acts: await readActs(db, id, role),
    offers: role === 'operator' ? offersFor(facts) : [],
  }
}

const withWaits = ({ mails }: PersonalData, waits: ReadonlyMap<string, MailWait>): MailRecord[] =>
  mails.map((mail) => {
    const wait = waits.get(mail.id)
    return wait ? { ...mail, wait } : mail
  })

/** The acts that would change something; the last is the one that cannot be taken back. */
const offersFor = (person: Person) =>
  personActs
    .flatMap(({ path = '', offer }) => {
      const offered = offer?.(person)
      return offered ? [{ ...offered, path: path.replace(':id', person.id) }] : []
    })
    .toSorted((a, b) => Number(a.danger ?? false) - Number(b.danger ?? false))

const personIdOf = (request: FastifyRequest): string => (request.params as { id: string }).id

const friendsShown = 50

export type PersonLine = Awaited<ReturnType<typeof readLine>>

/**
 * What the screen says of the line beside `PersonalData.line`. Operators see who came by whom, the
 * newest friends first; `isMore`: there are more of them.
 */
async function readLine(db: Db, id: string, role: Role) {
  const place = await readPlace(db, id)
  if (role === 'reader') return { place, cameBy: null, friends: [], isMore: false }
  const friends = await creditsOfOwner(db, id, { most: friendsShown + 1, role })
  return {
    place,
    cameBy: await creditOfFriend(db, id, role),
    friends: friends.slice(0, friendsShown),
    isMore: friends.length > friendsShown,
  }
}

function shownTo(role: Role, person: PersonalData): PersonalData {
  return role === 'operator' ? person : { ...maskTexts(person), email: maskAddress(person.email) }
}

const readActs = async (db: Db, id: string, role: Role) =>
  (await listActsOn(db, id, mostActs)).map((act) => shownAct(act, role))

/** Somebody whom operators acted on was on the list (410); any other id is not found. */
export async function loadNoPerson(
  { store }: Pick<DashboardDeps, 'store'>,
  request: FastifyRequest,
  { role }: SignedIn,
) {
  const acts = await readActs(store.db, personIdOf(request), role)
  return acts.length > 0
    ? { screen: 'person-gone' as const, acts }
    : { screen: 'not-found' as const }
}
