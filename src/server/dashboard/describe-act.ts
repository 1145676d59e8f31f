import { actions, type Action, type LoggedAct } from './action-log.ts'

/** What an act of the log did, as one sentence without an address. */
export function describeAct({ action, outcome, details }: LoggedAct): string {
  const what = actions[action as Action] ?? action
  const said = JSON.parse(details) as Record<string, string | number>
  const more = Object.entries(said).map(([name, value]) => `${name}: ${value}`)
  const head = more.length > 0 ? `${what} (${more.join(', ')})` : what
  return outcome === null || outcome === 'done' ? `${head}.` : `${head}: ${outcome}.`
}
