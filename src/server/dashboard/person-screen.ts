import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonalData } from '#contract/personal-data.ts'
import type { PersonLine, Resend } from '#contract/person-screens.ts'
import type { Act, Role } from '#contract/screens.ts'
import { promisedMs } from '#contract/promises.ts'
import { readPlace } from '#server/line/read-place.ts'
import { readPersonalData } from '#server/people/personal-data.ts'
import { readResend } from '#server/signup/resend-confirm.ts'
import { listActsOn } from '#server/acts/action-log.ts'
import { shownAct } from './describe-act.ts'
import type { ScreenHandler } from './guard.ts'
import type { SignedIn } from './sessions.ts'
import { creditOfFriend, creditsOfOwner } from './line-credits.ts'
import { maskAddress, maskTexts } from '#contract/mask-address.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

const mostActs = 200

/** DASH-5: everything that is stored about one person. A reader sees no whole address. */
export const personScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const id = personIdOf(request)
    const facts = await readPerson(deps, id)
    if (!facts) return showGone(request, reply, who, deps)
    const { person, ...others } = facts
    return deps.screens.show(request, reply, who, {
      screen: 'person',
      id,
      person: shownTo(who.role, person),
      line: await readLine(deps, id, who.role),
      acts: await readActs(deps, id, who.role),
      ...others,
    })
  }

export const personIdOf = (request: FastifyRequest): string => (request.params as { id: string }).id

export type PersonFacts = { person: PersonalData; resend: Resend; deletedAt: number | null }

/** Null for an id that is unknown, malformed or no longer stored. */
export async function readPerson(
  { store, now }: DashboardDeps,
  id: string,
): Promise<PersonFacts | null> {
  if (!/^[\da-f-]{36}$/.test(id)) return null
  const person = await readPersonalData(store.db, id)
  const resend = person && (await readResend(store.db, id, now()))
  return resend && { person, resend, deletedAt: deletedAtOf(person) }
}

const friendsShown = 50

/** The place, and for operators who came by whom. */
async function readLine(
  { store: { db } }: DashboardDeps,
  id: string,
  role: Role,
): Promise<PersonLine> {
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

async function readActs({ store }: DashboardDeps, id: string, role: Role): Promise<Act[]> {
  return (await listActsOn(store.db, id, mostActs)).map((act) => shownAct(act, role))
}

/** Somebody whom operators acted on was on the list; any other id is not found. */
export async function showGone(
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  deps: DashboardDeps,
) {
  const acts = await readActs(deps, personIdOf(request), who.role)
  return deps.screens.show(
    request,
    reply,
    who,
    acts.length > 0 ? { screen: 'person-gone', acts } : { screen: 'not-found' },
  )
}
