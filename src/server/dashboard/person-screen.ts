import type { FastifyRequest } from 'fastify'
import type { PersonalData } from '#contract/personal-data.ts'
import type { Role } from '#contract/screens.ts'
import { maskAddress, maskTexts } from '#contract/mask-address.ts'
import { promisedMs } from '#contract/promises.ts'
import { listActsOn } from '#server/acts/action-log.ts'
import type { Db } from '#server/db/open.ts'
import { readPlace } from '#server/line/read-place.ts'
import { readPersonalData } from '#server/people/personal-data.ts'
import { readResend } from '#server/signup/resend-confirm.ts'
import { shownAct } from './describe-act.ts'
import { creditOfFriend, creditsOfOwner } from './line-credits.ts'
import type { LoaderDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'

const mostActs = 200

/** DASH-5: everything that is stored about one person. A reader sees no whole address. */
export async function loadPerson(deps: LoaderDeps, request: FastifyRequest, { role }: SignedIn) {
  const { db } = deps.store
  const id = personIdOf(request)
  const facts = await readPerson(deps, id)
  if (!facts) return loadGone(deps, id, role)
  return {
    screen: 'person' as const,
    id,
    ...facts,
    person: shownTo(role, facts.person),
    line: await readLine(db, id, role),
    acts: await readActs(db, id, role),
  }
}

export const personIdOf = (request: FastifyRequest): string => (request.params as { id: string }).id

export type PersonFacts = Exclude<Awaited<ReturnType<typeof readPerson>>, null>

/**
 * Null for an id that is unknown, malformed or no longer stored. `deletedAt`: when retention
 * deletes a person who does not confirm; null for everybody else.
 */
export async function readPerson({ store, now }: Pick<LoaderDeps, 'store' | 'now'>, id: string) {
  if (!/^[\da-f-]{36}$/.test(id)) return null
  const person = await readPersonalData(store.db, id)
  const resend = person && (await readResend(store.db, id, now()))
  return resend && { person, resend, deletedAt: deletedAtOf(person) }
}

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

/** When retention deletes a person who does not confirm (ops/expired-people.ts). */
function deletedAtOf({ state, confirmedAt, joinedAt, importedAt, links }: PersonalData) {
  if ((state !== 'unconfirmed' && state !== 'unsubscribed') || confirmedAt !== null) return null
  const confirmLinks = links.flatMap(({ purpose, endsAt }) =>
    purpose === 'confirm' && endsAt !== null ? [endsAt] : [],
  )
  return Math.max((importedAt ?? joinedAt) + promisedMs('unconfirmed'), ...confirmLinks)
}

function shownTo(role: Role, person: PersonalData): PersonalData {
  return role === 'operator' ? person : { ...maskTexts(person), email: maskAddress(person.email) }
}

const readActs = async (db: Db, id: string, role: Role) =>
  (await listActsOn(db, id, mostActs)).map((act) => shownAct(act, role))

/** Somebody whom operators acted on was on the list (410); any other id is not found. */
export async function loadGone({ store }: Pick<LoaderDeps, 'store'>, id: string, role: Role) {
  const acts = await readActs(store.db, id, role)
  return acts.length > 0
    ? { screen: 'person-gone' as const, acts }
    : { screen: 'not-found' as const }
}
