import type { FastifyRequest } from 'fastify'
import { addressFor } from '#contract/mask-address.ts'
import { listActs, type LoggedAct } from '#server/acts/action-log.ts'
import type { Db } from '#server/db/store.ts'
import { actNamed } from './acts.ts'
import { shownAct } from './describe-act.ts'
import type { LoaderDeps } from './loader.ts'
import { listSessions, type SignedIn } from './sessions.ts'

const actsShown = 50

/** DASH-2, DASH-7: what operators did, newest first, and who is signed in. */
export async function loadActivity(
  { store: { db }, now }: LoaderDeps,
  request: FastifyRequest,
  who: SignedIn,
) {
  const { before } = request.query as { before?: unknown }
  const rows = await listActs(db, {
    ...(typeof before === 'string' && { before }),
    most: actsShown + 1,
  })
  const shown = rows.slice(0, actsShown)
  return {
    screen: 'activity' as const,
    acts: await withPeople(db, shown, who),
    older: rows.length > actsShown ? shown.at(-1)!.id : null,
    sessions: who.role === 'operator' ? await sessionsOf(db, who, now()) : [],
  }
}

/** `person`: whom the act concerns, while they are stored. */
async function withPeople(db: Db, acts: readonly LoggedAct[], { role }: SignedIn) {
  const ids = [...new Set(acts.flatMap(({ personId: id }) => id ?? []))]
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('people').select(['id', 'email']).where('id', 'in', ids).execute()
  const byId = new Map(
    people.map(({ id, email }) => [id, { id, email: addressFor(role, email) }] as const),
  )
  return acts.map((act) => ({
    ...shownAct(act, role),
    progress: role === 'operator' && act.outcome === null ? progressOf(act) : undefined,
    person: act.personId === null ? undefined : byId.get(act.personId),
  }))
}

/** Where an act on many people shows how far it is. */
const progressOf = ({ id, action }: LoggedAct) => actNamed(action)?.progress?.(id)

const sessionsOf = async (db: Db, { session }: SignedIn, now: number) =>
  (await listSessions(db, now)).map((row) => ({ ...row, isThis: row.id === session.id }))
