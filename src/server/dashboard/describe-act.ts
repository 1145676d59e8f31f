import { describeQuery } from '#contract/people-list.ts'
import { actions, type Action, type LoggedAct } from './action-log.ts'
import { readPeopleQuery } from './people-query.ts'

/** What an act of the log did, as one sentence without an address. */
export function describeAct({ action, outcome, details }: LoggedAct): string {
  const what = actions[action as Action] ?? action
  const { filter, ...said } = JSON.parse(details) as Record<string, string | number>
  const more = [
    ...(filter === undefined ? [] : [describeFilter(String(filter))]),
    ...Object.entries(said).map(([name, value]) => `${name}: ${value}`),
  ]
  const head = more.length > 0 ? `${what} (${more.join(', ')})` : what
  return outcome === null || outcome === 'done' ? `${head}.` : `${head}: ${outcome}.`
}

/** `filter`: the fields of a people query, as in a URL. */
const describeFilter = (filter: string): string => {
  const query = readPeopleQuery(Object.fromEntries(new URLSearchParams(filter)))
  return query ? describeQuery(query) : filter
}
