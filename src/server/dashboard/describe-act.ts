import { describeQuery } from '#contract/people-list.ts'
import { addressFor } from '#contract/mask-address.ts'
import type { DoneAct, Role } from '#contract/screens.ts'
import { actions, type LoggedAct } from '#server/acts/action-log.ts'
import { actNamed } from './acts.ts'
import { readPeopleQuery } from '#server/people/filter.ts'

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
