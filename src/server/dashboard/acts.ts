import type { FastifyRequest } from 'fastify'
import { describeQuery } from '#contract/people-list.ts'
import { addressFor } from '#contract/mask-address.ts'
import type { Role } from '#contract/navigation.ts'
import type { DoneAct } from '#contract/screens.ts'
import type { Act } from '#server/acts/act.ts'
import { actions, listActs, type LoggedAct } from '#server/acts/action-log.ts'
import type { Db } from '#server/db/store.ts'
import { launchActs } from '#server/launch/acts.ts'
import { letterActs } from '#server/letters/acts.ts'
import { sendActs } from '#server/letters/send.ts'
import { lineActs } from '#server/line/acts.ts'
import { lineRuleActs } from '#server/line/rule.ts'
import { waveActs } from '#server/line/wave-acts.ts'
import { mailActs } from '#server/ops/mail-acts.ts'
import { personActs } from '#server/people/acts.ts'
import { exported } from '#server/people/export.ts'
import { readPeopleQuery } from '#server/people/filter.ts'
import { manyPeopleActs } from '#server/people/many-acts.ts'
import { backupMade } from '#server/overview/attention.ts'
import type { DashboardDeps } from './deps.ts'
import { sessionActs, listSessions, type SignedIn } from './sessions.ts'

/** Every act of operators. The log finds its words here, and tests what to try. */
export const acts: readonly Act[] = [
  ...sessionActs,
  backupMade,
  ...personActs,
  ...manyPeopleActs,
  exported,
  ...lineActs,
  ...lineRuleActs,
  ...waveActs,
  ...launchActs,
  ...letterActs,
  ...sendActs,
  ...mailActs,
]

const byName = new Map(acts.map((act) => [act.name, act]))
const actNamed = (name: string): Act | undefined => byName.get(name)

/** What an act of the log did, as one sentence without an address. */
export function describeAct({ action, outcome, details }: LoggedAct): string {
  const what = actNamed(action)?.said ?? actions[action] ?? action
  const { filter, changed, ...said } = JSON.parse(details) as Record<string, string | number>
  const more = [
    ...(filter === undefined ? [] : [describeFilter(String(filter))]),
    ...Object.entries(said).map(([name, value]) => `${name}: ${value}`),
    ...(changed !== undefined && outcome === null ? [`changed so far: ${changed}`] : []),
  ]
  const head = more.length > 0 ? `${what} (${more.join(', ')})` : what
  return outcome === null || outcome === 'done' ? `${head}.` : `${head}: ${outcome}.`
}

/** `filter`: the fields of a people query, as in a URL. */
const describeFilter = (filter: string): string => {
  const query = readPeopleQuery(Object.fromEntries(new URLSearchParams(filter)))
  return query ? describeQuery(query) : filter
}

export type ShownAct = ReturnType<typeof shownAct>

/** An act as the lists of acts show it. `outcome` is null where its end is not known. */
export const shownAct = (act: LoggedAct, role: Role) => ({
  id: act.id,
  at: act.at,
  operator: addressFor(role, act.operator),
  text: describeAct(act),
  outcome: act.outcome,
})

/** The banner of a screen after an act. */
export const reportAct = (act: LoggedAct): string =>
  act.outcome === null
    ? `Not finished yet: ${describeAct(act)} Reload this page to see how it ends.`
    : describeAct(act)

/** The act that takes this one back. */
export const undoOf = ({ action, outcome }: LoggedAct): DoneAct['undo'] =>
  outcome === 'done' ? actNamed(action)?.undo : undefined

const actsShown = 50

/** DASH-2, DASH-7: what operators did, newest first, and who is signed in. */
export async function loadActivity(
  { store: { db }, now }: DashboardDeps,
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
