import { personalDataAsJson, type MeAct } from '#contract/personal-data.ts'
import { isSilenced } from '#contract/waitlist.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readAhead, readStanding } from '#server/line/standing.ts'
import { erase } from '#server/signup/erasure.ts'
import { linkHandler, refusedByLaunch } from '#server/signup/link-handler.ts'
import { askToLeave, leaveList } from '#server/signup/link-routes.ts'
import { pressOf } from '#server/signup/guard.ts'
import { stateOf, readToChange } from '#server/signup/membership.ts'
import { tryTomorrow } from '#server/signup/repeats.ts'
import { type Act, type MeDeps, lineActions } from './me-line-acts.ts'
import { emailOf } from './person.ts'
import { readPersonalData } from './personal-data.ts'
import type { Transaction } from 'kysely'
import { isCurrentConsent, type Campaign } from '#contract/campaign.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Press } from '#server/line/doubts.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { insertConsents } from '#server/signup/consents.ts'

/** A person's data, on the page that a link in each mail opens; LINE-9: with their place. */
export const mePage = (deps: MeDeps) =>
  linkHandler('me', deps, async ({ personId, action }, { request }) => {
    const { store, publicUrl, calendar, device } = deps
    const person = await readPersonalData(store.db, personId)
    if (!person) return null
    const standing =
      campaignLine && (await readStanding(store.db, personId, campaignLine, publicUrl, calendar()))
    const remembered = device.personOf(request) === personId
    const ahead =
      campaignLine &&
      person.state === 'unconfirmed' &&
      (await readAhead(store.db, personId, calendar()))
    return {
      page: 'me',
      action,
      person,
      ...(standing && { line: { standing, remembered } }),
      ...(ahead && { ahead }),
    }
  })

export const meFile = (deps: MeDeps) =>
  linkHandler('me', deps, async ({ personId }) => {
    const person = await readPersonalData(deps.store.db, personId)
    return person && { file: personalDataAsJson(person, 2), name: 'what-is-kept.json' }
  })

/** A GET shows the question and changes nothing. */
export const meAsk = (act: MeAct, deps: MeDeps) =>
  linkHandler('me', deps, async ({ personId, action }) => {
    const state = await stateOf(deps.store.db, personId)
    return state === undefined ? null : acts[act].ask(deps, { personId, state, mePath: action })
  })

/** A POST acts at once. */
export const mePost = (act: MeAct, deps: MeDeps) =>
  linkHandler('me', deps, (link, reply) =>
    acts[act].act(deps, { ...link, mePath: link.action, action: `${link.action}/${act}` }, reply),
  )

const acts: Record<MeAct, Act> = {
  ...lineActions,

  leave: {
    ask: (deps, { personId, state, mePath }) =>
      askToLeave(deps, { personId, action: `${mePath}/leave` }, state, mePath),
    act: (deps, link) => leaveList(deps, link, link.mePath),
  },

  consent: {
    ask: (_, { state, mePath }) => ({
      page: 'me-consent',
      view: isSilenced(state) ? 'silenced' : 'ask',
      action: `${mePath}/consent`,
    }),
    async act(deps, link, reply) {
      const refused = await refusedByLaunch(deps, link)
      if (refused) return refused
      const { store, campaign, now, calendar } = deps
      const { personId, action } = link
      const press = pressOf(deps, reply.request)
      const view = await store.transact((trx) =>
        consentAgain(trx, { personId, press }, campaign.consents, now(), calendar()),
      )
      if (view !== null && typeof view === 'object')
        return tryTomorrow(reply, 'return', view.waitMs)
      return view && { page: 'me-consent', view, action }
    },
  },

  erase: {
    ask: (_, { mePath }) => ({
      page: 'me-erase',
      view: 'ask',
      action: `${mePath}/erase`,
      mePath,
    }),
    async act({ store, secretKey, now }, { personId, action }, reply) {
      const erased = await erase(store, (trx) => emailOf(trx, personId), secretKey, now)
      if (!erased) return null
      // The browser may keep a sign-up whose answer was lost, and would send it again (FORM-6).
      reply.header('clear-site-data', '"storage"')
      return { page: 'me-erase', view: 'done', action }
    },
  },
}

/**
 * Stores the consent of a person who opened the link in a mail, and so owns the mailbox, to the
 * current wording in the page's language, and confirms the person. A confirmed person who has
 * agreed to the current wording of another language has agreed already. A silenced person stays
 * silenced. `waitMs`: the person came back too often, and can again after this time. Null for an
 * unknown id.
 */
export async function consentAgain(
  trx: Transaction<Schema>,
  { personId, press }: { personId: string; press: Press | null },
  consents: Campaign['consents'],
  now: number,
  calendar: number = now,
): Promise<'done' | 'already' | 'silenced' | { waitMs: number } | null> {
  const person = (await readToChange(trx, [personId])).get(personId)
  if (!person) return null
  if (isSilenced(person.state)) return 'silenced'
  if (person.state === 'confirmed' && (await hasAgreed(trx, personId, consents))) return 'already'
  const confirmed = await confirmPerson(trx, personId, now, press, calendar)
  if (confirmed !== null && typeof confirmed === 'object') return confirmed
  await insertConsents(trx, [{ personId, consent: consents[0], placement: 'me' }], now)
  return 'done'
}

async function hasAgreed(
  trx: Transaction<Schema>,
  personId: string,
  consents: Campaign['consents'],
): Promise<boolean> {
  const given = await trx
    .selectFrom('consents')
    .select('version')
    .where('personId', '=', personId)
    .execute()
  return given.some(({ version }) => isCurrentConsent(consents, version))
}
