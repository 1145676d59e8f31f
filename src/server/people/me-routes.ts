import type { Transaction } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { campaign } from '#campaign'
import { partsOf } from '#contract/campaign/campaign-parts.ts'
import {
  languageField,
  lineActs,
  nameField,
  storedOf,
  type LineAct,
  type MeAct,
} from '#contract/people/personal-data.ts'
import { isSilenced, type PersonState } from '#contract/people/waitlist.ts'
import { type Campaign } from '#contract/campaign/campaign.ts'
import type { Consent } from '#contract/campaign/consents.ts'
import { languageNamed } from '#contract/campaign/languages.ts'
import { readFirstName } from '#contract/line/line.ts'
import type { Repeat } from '#contract/promises/promises.ts'
import type { PageVisit } from '#contract/render.ts'
import { jsonWithTimes } from '#contract/time.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readAhead, readStanding } from '#server/line/standing.ts'
import { erase } from '#server/signup/erasure.ts'
import {
  linkHandler,
  refusedByLaunch,
  type LinkAnswer,
  type Link,
  type LinkDeps,
} from '#server/signup/links.ts'
import { askToLeave, leaveList } from '#server/signup/link-routes.ts'
import { pressOf } from '#server/signup/guard.ts'
import { chooseLanguage, stateOf, readToChange } from '#server/signup/membership.ts'
import { tryTomorrow, repeated } from '#server/signup/repeats.ts'
import { consentsOf, isShownNow } from '#server/signup/shown-consent.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Press } from '#server/line/doubts.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { insertConsents } from '#server/signup/add-people.ts'
import { renewCode, nameLink, nameOfLink } from '#server/line/codes.ts'
import { newsStopped, resumeNews, stopNews } from '#server/line/news.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'
import { emailOf } from './person.ts'
import { readPersonalData } from './personal-data.ts'

type MeDeps = LinkDeps & {
  secretKey: string
  campaign: Pick<Campaign, 'languages'>
  device: DeviceCookie
}

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
      agreed: person.consents.some(({ version }) => isShownNow(version)),
      ...(standing && { line: { standing, remembered } }),
      ...(ahead && { ahead }),
    }
  })

export const meFile = (deps: MeDeps) =>
  linkHandler('me', deps, async ({ personId }) => {
    const person = await readPersonalData(deps.store.db, personId)
    return (
      person && {
        file: jsonWithTimes(storedOf(person, partsOf(campaign)), 2),
        name: 'what-is-kept.json',
      }
    )
  })

/** A GET shows the question and changes nothing. */
export const meAsk = (name: MeAct, deps: MeDeps) =>
  linkHandler('me', deps, async ({ personId, action: mePath }) => {
    const act = actOf(name)
    const state = act && (await stateOf(deps.store.db, personId))
    return state ? act.ask(deps, { personId, state, action: `${mePath}/${name}`, mePath }) : null
  })

/** A POST acts at once. */
export const mePost = (name: MeAct, deps: MeDeps) =>
  linkHandler('me', deps, async (link, reply) => {
    const { action: mePath } = link
    const pressed = { ...link, action: `${mePath}/${name}`, mePath }
    return actOf(name)?.act(deps, pressed, reply) ?? null
  })

/** An act on a person's own page, whose path is `mePath`. `action`: of the act. */
type Act = {
  ask: (
    deps: MeDeps,
    about: { personId: string; state: PersonState; action: string; mePath: string },
  ) => LinkAnswer | Promise<LinkAnswer>
  act: (deps: MeDeps, link: Link & { mePath: string }, reply: FastifyReply) => Promise<LinkAnswer>
}

/** Without a line there are no acts on it. */
const actOf = (name: MeAct): Act | null =>
  campaignLine === null && isOfLine(name) ? null : acts[name]

const isOfLine = (name: MeAct) => (lineActs as readonly MeAct[]).includes(name)

const acts: Record<MeAct, Act> = {
  leave: {
    ask: (deps, { state, mePath, ...link }) => askToLeave(deps, link, state, mePath),
    act: (deps, link) => leaveList(deps, link, link.mePath),
  },

  consent: {
    ask: (_, { state, action }) => ({
      page: 'me-consent',
      view: isSilenced(state) ? 'silenced' : 'ask',
      action,
    }),
    async act(deps, link, reply) {
      const refused = await refusedByLaunch(deps, link)
      if (refused) return refused
      const { store, now, calendar } = deps
      const { personId, action, language } = link
      const [consent] = consentsOf(language)
      const press = pressOf(deps, reply.request)
      const view = await store.transact((trx) =>
        consentAgain(trx, { personId, press, consent }, now(), calendar()),
      )
      if (view !== null && typeof view === 'object')
        return tryTomorrow(reply, 'return', view.waitMs)
      return view && { page: 'me-consent', view, action }
    },
  },

  erase: {
    ask: (_, { action, mePath }) => ({ page: 'me-erase', view: 'ask', action, mePath }),
    async act({ store, secretKey, now }, { personId, action }, reply) {
      const erased = await erase(store, (trx) => emailOf(trx, personId), secretKey, now)
      if (!erased) return null
      // The browser may keep a sign-up whose answer was lost, and would send it again (FORM-6).
      reply.header('clear-site-data', '"storage"')
      return { page: 'me-erase', view: 'done', action }
    },
  },

  // LANG-2: one press, which another one takes back. An unknown language changes nothing.
  language: {
    ask: (_, { mePath }) => ({ goTo: mePath }),
    async act({ store, campaign, now }, { personId, mePath }, { request }) {
      const chosen = languageNamed(fieldOf(request, languageField), campaign)
      if (chosen) await store.transact((trx) => chooseLanguage(trx, personId, chosen, now()))
      return { goTo: mePath }
    },
  },

  // LINE-9: the link, the mails about friends and this device. After each the page is shown again.
  name: {
    async ask({ store }, { personId, action, mePath }) {
      const typed = await nameOfLink(store.db, personId)
      if (typed === null) return { goTo: mePath }
      return { page: 'me-line', act: 'name', action, mePath, name: { typed, isWrong: false } }
    },
    async act({ store }, { personId, action, mePath }, { request }) {
      const typed = fieldOf(request, nameField)
      const name = readFirstName(typed)
      if (name === null)
        return { page: 'me-line', act: 'name', action, mePath, name: { typed, isWrong: true } }
      await store.transact((trx) => nameLink(trx, personId, name))
      return { goTo: mePath }
    },
  },
  'new-link': button('new-link', (deps, personId, reply) =>
    upToTen(deps, { personId, act: 'new-link', reply }, renewCode),
  ),
  'stop-news': button('stop-news', async ({ store, now }, personId) => {
    await store.transact((trx) => stopNews(trx, personId, now()))
    return null
  }),
  news: button('news', async (deps, personId, reply) =>
    (await newsStopped(deps.store.db, personId))
      ? upToTen(deps, { personId, act: 'news', reply }, resumeNews)
      : null,
  ),
  // A reply is a promise of its own end: it must not be awaited.
  remember: button('remember', ({ device }, personId, reply) => {
    device.setDevice(reply, personId)
    return null
  }),
  forget: button('forget', ({ device }, _, reply) => {
    device.clearDevice(reply)
    return null
  }),
}

const fieldOf = ({ body }: FastifyRequest, name: string): string =>
  (body as Partial<Record<string, string>> | null)?.[name] ?? ''

/** The page to show instead of the person's own; null for the latter. */
type Change = PageVisit | null

/** An act that needs one button. */
function button(
  act: LineAct,
  change: (deps: MeDeps, personId: string, reply: FastifyReply) => Change | Promise<Change>,
): Act {
  return {
    ask: (_, { action, mePath }) => ({ page: 'me-line', act, action, mePath }),
    act: async (deps, { personId, mePath }, reply) =>
      (await change(deps, personId, reply)) ?? { goTo: mePath },
  }
}

/** What writes something each time can be done ten times a day (signup/repeats.ts). */
async function upToTen(
  { store, now }: MeDeps,
  { personId, act, reply }: { personId: string; act: Repeat; reply: FastifyReply },
  change: (trx: Transaction<Schema>, personId: string, now: number) => Promise<unknown>,
): Promise<Change> {
  const done = await store.transact((trx) =>
    repeated(trx, { personId, act }, () => change(trx, personId, now()), now()),
  )
  if (done === null) return { page: 'link-unknown' }
  return done.waitMs > 0 ? tryTomorrow(reply, act, done.waitMs) : null
}

/**
 * Stores the consent of a person who opened the link in a mail, and so owns the mailbox, to the
 * current wording in the language of the page, and confirms the person. A confirmed person who has
 * agreed to the current wording of another language has agreed already. A silenced person stays
 * silenced. `waitMs`: the person came back too often, and can again after this time. Null for an
 * unknown id.
 */
export async function consentAgain(
  trx: Transaction<Schema>,
  { personId, press, consent }: { personId: string; press: Press | null; consent: Consent },
  now: number,
  calendar: number = now,
): Promise<'done' | 'already' | 'silenced' | { waitMs: number } | null> {
  const person = await readToChange(trx, personId)
  if (!person) return null
  if (isSilenced(person.state)) return 'silenced'
  if (person.state === 'confirmed' && (await hasAgreed(trx, personId))) return 'already'
  const confirmed = await confirmPerson(trx, personId, now, press, calendar)
  if (confirmed !== null && typeof confirmed === 'object') return confirmed
  await insertConsents(trx, [{ personId, consent, placement: 'me' }], now)
  return 'done'
}

async function hasAgreed(trx: Transaction<Schema>, personId: string): Promise<boolean> {
  const given = await trx
    .selectFrom('consents')
    .select('version')
    .where('personId', '=', personId)
    .execute()
  return given.some(({ version }) => isShownNow(version))
}
