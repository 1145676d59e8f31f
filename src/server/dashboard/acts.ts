import { momentText } from '#contract/english.ts'
import { z } from 'zod'
import { campaign } from '#campaign'
import { describeQuery } from '#contract/people/list.ts'
import type { DoneAct } from '#contract/dashboard/views.ts'
import type { Act } from '#server/acts/act.ts'
import {
  actions,
  listActs,
  timeOfLog,
  type LoggedAct,
  type ShownAct,
} from '#server/acts/action-log.ts'
import type { Db } from '#server/db/store.ts'
import { pageOf } from '#server/http/list.ts'
import { loader } from '#server/http/loader.ts'
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
import { sessionActs, listSessions } from './sessions.ts'

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
export function describeAct({ action, outcome, details, at }: LoggedAct): string {
  const { filter, changed, ...said } = JSON.parse(details) as Record<string, string | number>
  const { said: done, planned } = actNamed(action) ?? {}
  const isLater = (timeOfLog(said['at'] ?? '') ?? 0) > at
  const what = (isLater ? planned : undefined) ?? done ?? actions[action] ?? action
  const more = [
    ...(filter === undefined ? [] : [describeFilter(String(filter))]),
    ...Object.entries(said)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${inCampaignTime(value)}`),
    ...(changed !== undefined && outcome === null ? [`changed so far: ${changed}`] : []),
  ]
  const head = more.length > 0 ? `${what} (${more.join(', ')})` : what
  return outcome === null || outcome === 'done' ? `${head}.` : `${head}: ${outcome}.`
}

/** The log has times in UTC; screens show those of the campaign's zone. */
function inCampaignTime(value: string | number): string | number {
  const at = timeOfLog(value)
  return at === null ? value : momentText(at, campaign.timeZone)
}

/** `filter`: the fields of a people query, as in a URL. */
const describeFilter = (filter: string): string => {
  const query = readPeopleQuery(Object.fromEntries(new URLSearchParams(filter)))
  return query ? describeQuery(query) : filter
}

export const shownAct = (act: LoggedAct): ShownAct => ({ ...act, text: describeAct(act) })

/** The banner of a screen after an act. */
export const reportAct = (act: LoggedAct): string =>
  act.outcome === null
    ? `Not finished yet: ${describeAct(act)} Reload this page to see how it ends.`
    : describeAct(act)

/** The act that takes this one back. */
export const undoOf = ({ action, outcome }: LoggedAct): DoneAct['undo'] =>
  outcome === 'done' ? actNamed(action)?.undo : undefined

const actsShown = 50

const activityFields = z.object({ before: z.string().optional().catch(undefined) })

/** DASH-2, DASH-7: what operators did, newest first, and who is signed in. */
export const loadActivity = loader(activityFields, async (deps, { before }, { role, session }) => {
  const { db } = deps.store
  const read = await listActs(db, {
    ...(before !== undefined && { before }),
    most: actsShown + 1,
  })
  const { rows, last } = pageOf(read, actsShown)
  const people = await peopleOf(db, rows)
  return {
    screen: 'activity' as const,
    acts: rows.map((act) => ({
      ...shownAct(act),
      progress: role === 'operator' && act.outcome === null ? progressOf(act) : undefined,
      /** whom the act concerns, while they are stored */
      person: people.get(act.personId ?? ''),
    })),
    older: last && last.id,
    sessions: role === 'operator' ? await sessionsOf(db, session, deps.now()) : [],
  }
})

async function peopleOf(db: Db, acts: readonly LoggedAct[]) {
  const ids = [...new Set(acts.flatMap(({ personId }) => personId ?? []))]
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('people')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .execute()
  return new Map(people.map((person) => [person.id, person]))
}

/** Where an act on many people shows how far it is. */
const progressOf = ({ id, action }: LoggedAct) => actNamed(action)?.progress?.(id)

const sessionsOf = async (db: Db, session: string, now: number) =>
  (await listSessions(db, now)).map((row) => ({ ...row, isThis: row.id === session }))
