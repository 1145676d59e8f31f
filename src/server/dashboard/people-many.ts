import type { FastifyReply } from 'fastify'
import {
  actAffects,
  manyActs,
  peopleHref,
  peoplePaths,
  type ManyAct,
  type PeopleQuery,
  type StateCounts,
} from '#contract/people-list.ts'
import { suppressionReasons, type SuppressionReason } from '#contract/waitlist.ts'
import { countStates, lastPersonId } from '#server/people/filter.ts'
import { findAct } from '#server/acts/action-log.ts'
import type { ScreenHandler } from './guard.ts'
import type { ManyActs } from './people-many-run.ts'
import { filterOf, readPeopleQuery } from './people-query.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { seeOther } from '#server/http/answers.ts'

/** An act that ends within this time is reported at once; a longer one on its progress screen. */
const waitMs = 1_500

/** DASH-4: what can be done with the filtered people, and how many each act affects. */
export const manyScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const query = readPeopleQuery(request.query)
    if (query === null) return deps.screens.show(request, reply, who, { screen: 'not-found' })
    const filter = filterOf(query, deps.campaign.timeZone)
    const states = await countStates(deps.store.db, filter)
    return deps.screens.show(request, reply, who, { screen: 'people-many', query, states })
  }

/** The page that asks before an act: it freezes the filter and counts exactly. */
export const askMany =
  (act: ManyAct, deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const query = readPeopleQuery(request.query)
    if (query === null) return deps.screens.show(request, reply, who, { screen: 'not-found' })
    const view = await frozen(query, await lastPersonId(deps.store.db), deps)
    return deps.screens.show(request, reply, who, { screen: 'people-many-ask', act, ...view })
  }

/** The act itself, on the people whom its page counted. */
export const actOnMany =
  (act: ManyAct, deps: DashboardDeps, runs: ManyActs): ScreenHandler =>
  async (request, reply, who) => {
    const query = readPeopleQuery(request.body)
    const { until, reason } = request.body as { until?: unknown; reason?: unknown }
    if (query === null || typeof until !== 'string' || !/^[\w-]{1,40}$/.test(until))
      return deps.screens.show(request, reply, who, { screen: 'not-found' })
    const view = await frozen(query, until, deps)
    if (act === 'suppress' && !isReason(reason))
      return deps.screens.show(request, reply, who, {
        screen: 'people-many-ask',
        act,
        ...view,
        wrong: true,
      })
    const id = await runs.start({
      operator: who.session.operator,
      act,
      filter: filterOf(query, deps.campaign.timeZone, until),
      query: fieldsText(query),
      people: affectedOf(act, view.states),
      ...(isReason(reason) && { reason }),
    })
    await runs.wait(id, waitMs)
    return redirect(reply, runs.changed(id) === null ? doneHref(id) : peoplePaths.progress(id))
  }

/** How far an act is; once it has ended, the list says what it did. */
export const progressScreen =
  (deps: DashboardDeps, runs: ManyActs): ScreenHandler =>
  async (request, reply, who) => {
    const { id } = request.params as { id: string }
    const logged = await findAct(deps.store.db, id)
    const act = manyActs.find((name) => `${name}-many` === logged?.action)
    if (!logged || !act) return deps.screens.show(request, reply, who, { screen: 'not-found' })
    if (logged.outcome !== null) return redirect(reply, doneHref(id))
    const details = JSON.parse(logged.details) as {
      filter: string
      people: number
      changed?: number
    }
    const query = readPeopleQuery(Object.fromEntries(new URLSearchParams(details.filter)))!
    const changed = runs.changed(id)
    return deps.screens.show(request, reply, who, {
      screen: 'people-progress',
      id,
      act,
      changed: changed ?? details.changed ?? 0,
      people: details.people,
      ...(changed === null && { again: peopleHref(peoplePaths.manyAct(act), query) }),
    })
  }

const frozen = async (
  query: PeopleQuery,
  until: string,
  { store, campaign }: DashboardDeps,
): Promise<{ query: PeopleQuery; until: string; states: StateCounts }> => ({
  query,
  until,
  states: await countStates(store.db, filterOf(query, campaign.timeZone, until)),
})

const affectedOf = (act: ManyAct, states: StateCounts) =>
  actAffects[act].reduce((sum, state) => sum + states[state], 0)

export const fieldsText = (query: PeopleQuery): string => peopleHref('', query).slice(1)

const doneHref = (id: string) => `${peoplePaths.list}?done=${id}`

const redirect = (reply: FastifyReply, path: string) => seeOther(reply, path)

const isReason = (reason: unknown): reason is SuppressionReason =>
  typeof reason === 'string' && Object.hasOwn(suppressionReasons, reason)
