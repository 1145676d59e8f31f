import type { FastifyRequest } from 'fastify'
import { personPath, type PersonAct } from '#contract/person-screens.ts'
import {
  isSilenced,
  suppressionReasons,
  type PersonState,
  type SuppressionReason,
} from '#contract/waitlist.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { erase } from '#server/signup/erasure.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { resendConfirm, type Resend } from '#server/signup/resend-confirm.ts'
import { logged, type Action, type ActToLog } from '#server/acts/action-log.ts'
import { loadGone, personIdOf, readPerson, type PersonFacts } from './person-screen.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import type { SignedIn } from './sessions.ts'

/** DASH-5: the page that asks before an act. */
export const askPerson =
  (act: PersonAct) =>
  async (deps: DashboardDeps, request: FastifyRequest, { role }: SignedIn) => {
    const id = personIdOf(request)
    const facts = await readPerson(deps, id)
    return facts ? askView(id, act, facts) : loadGone(deps, id, role)
  }

/** `wrong`: sent without a reason. */
const askView = (id: string, act: PersonAct, facts: PersonFacts, wrong = false) => ({
  screen: 'person-ask' as const,
  id,
  act,
  ...facts,
  wrong,
})

/**
 * DASH-5: the act itself. It reads the person again: another operator, or the person, may have acted
 * since the page asked.
 */
export const actOnPerson =
  (act: PersonAct) =>
  async (deps: DashboardDeps, request: FastifyRequest, { role, session }: SignedIn) => {
    const id = personIdOf(request)
    const facts = await readPerson(deps, id)
    if (!facts) return loadGone(deps, id, role)
    const reason = reasonOf(request.body)
    if (act === 'suppress' && reason === null) return askView(id, act, facts, true)
    const toLog: ActToLog = {
      operator: session.operator,
      action: actionOf[act],
      personId: id,
      ...(act === 'suppress' && { details: { reason: reason! } }),
    }
    const { actId } = await logged(deps.store, toLog, deps.now(), async () => ({
      outcome: await run[act](deps, { id, reason: reason ?? 'other' }),
    }))
    return { path: `${personPath(id)}?done=${actId}` }
  }

const actionOf: Record<PersonAct, Action> = {
  resend: 'resend-confirm',
  'take-off': 'take-off',
  suppress: 'suppress',
  erase: 'erase',
}

function reasonOf(body: unknown): SuppressionReason | null {
  const reason = (body as { reason?: unknown } | null)?.reason
  return typeof reason === 'string' && Object.hasOwn(suppressionReasons, reason)
    ? (reason as SuppressionReason)
    : null
}

type Target = { id: string; reason: SuppressionReason }

/** What each act does. Returns its outcome for the log. */
const run: Record<PersonAct, (deps: DashboardDeps, target: Target) => Promise<string>> = {
  async resend({ store, now, mailQueued }, { id }) {
    const resend = await store.transact((trx) => resendConfirm(trx, store, id, now()))
    if (resend?.may) mailQueued()
    return resend === null
      ? gone
      : resend.may
        ? 'done'
        : `nothing changed, ${notResent[resend.why]}`
  },

  async 'take-off'({ store, now }, { id }) {
    return store.transact(async (trx) => {
      const person = await trx
        .selectFrom('people')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst()
      if (!person) return gone
      if ((await leave(trx, id, now())) !== 'already') return 'done'
      return `nothing changed, ${alreadyOff(person.state)}`
    })
  },

  async suppress({ store, now }, { id, reason }) {
    return store.transact(async (trx) => {
      const person = await trx
        .selectFrom('people')
        .select(['id', 'email', 'state'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!person) return gone
      if (isSilenced(person.state)) return `nothing changed, ${alreadyOff(person.state)}`
      await suppress(trx, person, suppressionReasons[reason], now())
      return 'done'
    })
  },

  async erase({ store, secretKey, now }, { id }) {
    const erased = await erase(
      store,
      async (trx) =>
        (await trx.selectFrom('people').select('email').where('id', '=', id).executeTakeFirst())
          ?.email,
      secretKey,
      now,
    )
    return erased ? 'done' : gone
  },
}

const gone = 'nothing changed, the person is no longer stored'

const alreadyOff = (state: PersonState): string =>
  isSilenced(state)
    ? `the address already got no mail (${state})`
    : 'the person had already left the list'

const notResent: Record<Exclude<Resend, { may: true }>['why'], string> = {
  confirmed: 'the address is confirmed',
  left: 'the person left the list',
  silenced: 'the address gets no mail',
  waiting: 'a confirm mail is already waiting to be sent',
  'not-requested': 'the imported person has not asked for one',
  three: 'three confirm mails were queued before, which is the limit',
  recent: `one was queued in the last ${operatorTime('confirmPause')}`,
}
