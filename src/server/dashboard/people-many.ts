import type { FastifyRequest } from 'fastify'
import { manyActs, peopleHref, peoplePaths } from '#contract/people-list.ts'
import { findAct } from '#server/acts/action-log.ts'
import { countStates, filterOf, readPeopleQuery } from '#server/people/filter.ts'
import type { RunningActs } from './act-routes.ts'
import type { LoaderDeps } from './loader.ts'

/** DASH-4: what can be done with the filtered people, and how many each act affects. */
export async function loadMany({ store, campaign }: LoaderDeps, request: FastifyRequest) {
  const query = readPeopleQuery(request.query)
  if (query === null) return { screen: 'not-found' as const }
  const states = await countStates(store.db, filterOf(query, campaign.timeZone))
  return { screen: 'people-many' as const, query, states }
}

/**
 * How far an act is; once it has ended, the list says what it did. `again`: it ended with its
 * server, and asks for the rest.
 */
export async function loadProgress(
  { store, running }: LoaderDeps & { running: RunningActs },
  request: FastifyRequest,
) {
  const { id } = request.params as { id: string }
  const logged = await findAct(store.db, id)
  const act = manyActs.find((name) => `${name}-many` === logged?.action)
  if (!logged || !act) return { screen: 'not-found' as const }
  if (logged.outcome !== null) return { path: `${peoplePaths.list}?done=${id}` }
  const details = JSON.parse(logged.details) as { filter: string; people: number; changed?: number }
  const query = readPeopleQuery(Object.fromEntries(new URLSearchParams(details.filter)))!
  return {
    screen: 'people-progress' as const,
    id,
    act,
    changed: details.changed ?? 0,
    people: details.people,
    again: running.ids.has(id) ? null : peopleHref(peoplePaths.manyAct(act), query),
  }
}
