import type { Act, SessionRow } from '#contract/screens.ts'
import type { Db } from '#server/db/open.ts'
import { listActs, type LoggedAct } from '#server/acts/action-log.ts'
import { actNamed } from './acts.ts'
import { shownAct } from './describe-act.ts'
import { addressFor } from '#contract/mask-address.ts'
import type { ScreenHandler } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { listSessions, type SignedIn } from './sessions.ts'

const actsShown = 50

/** DASH-2, DASH-7: what operators did, newest first, and who is signed in. */
export const activityScreen =
  ({ screens, store, now }: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { before } = request.query as { before?: unknown }
    const rows = await listActs(store.db, {
      ...(typeof before === 'string' && { before }),
      most: actsShown + 1,
    })
    const shown = rows.slice(0, actsShown)
    return screens.show(request, reply, who, {
      screen: 'activity',
      acts: await withPeople(store.db, shown, who),
      ...(rows.length > actsShown && { older: shown.at(-1)!.id }),
      sessions: who.role === 'operator' ? await sessionRows(store.db, who, now()) : [],
    })
  }

async function withPeople(db: Db, acts: readonly LoggedAct[], { role }: SignedIn): Promise<Act[]> {
  const ids = [...new Set(acts.flatMap(({ personId: id }) => id ?? []))]
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('people').select(['id', 'email']).where('id', 'in', ids).execute()
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  return acts.map((act) => {
    const email = act.personId === null ? undefined : emails.get(act.personId)
    return {
      ...shownAct(act, role),
      ...(role === 'operator' && act.outcome === null && progressOf(act)),
      ...(email !== undefined && { person: { id: act.personId!, email: addressFor(role, email) } }),
    }
  })
}

/** Where an act on many people shows how far it is. */
const progressOf = ({ id, action }: LoggedAct) => {
  const progress = actNamed(action)?.progress?.(id)
  return progress !== undefined && { progress }
}

const sessionRows = async (db: Db, { session }: SignedIn, now: number): Promise<SessionRow[]> =>
  (await listSessions(db, now)).map((row) => ({ ...row, isThis: row.id === session.id }))
