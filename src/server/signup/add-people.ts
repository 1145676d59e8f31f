import { randomUUIDv7 } from 'node:crypto'
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import type { Consent } from '#contract/campaign.ts'
import type { MailTemplate } from '#contract/mails.ts'
import type { Origin } from '#contract/waitlist.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { queueMails, type MailData, type MailToQueue } from '#server/outbox/outbox.ts'
import { count } from '#server/counts/count.ts'
import { countsOfNew } from '#server/counts/count-people.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { markGoal } from '#server/offers/goal.ts'
import { enterLine } from '#server/line/change-line.ts'
import type { Press } from '#server/line/doubts.ts'
import { grantOffers } from '#server/offers/grant-offers.ts'
import { insertConsents, type GivenConsent } from './consents.ts'
import { signUpMail, stateOfNew, withMail, type OptIn } from './policy.ts'

/**
 * A sign-up that is within its budgets. `email` is the stored form (address.ts). The origin is
 * stored with a new address only. `network` is the network whose turn the mail takes
 * (outbox/turns.ts); without it the person has a turn of their own. `press`: who pressed, and by
 * which friend's link. With single opt-in the sign-up itself confirms; with double opt-in the confirm
 * mail takes the friend's code along.
 */
export type NewSignUp = Pick<Origin, 'source'> &
  Partial<Omit<Origin, 'via'>> & {
    email: string
    placement: string
    consent: Consent
    network?: string
    press?: Press
    /** What the caller adds to the mail; `skipListed` as in policy.ts. */
    mail?: { data: MailData; skipListed: boolean }
  }

/**
 * Stores people, consents and mails in the caller's transaction, each in one statement for the
 * whole batch. Of several sign-ups of one address the first counts. A mail is queued with its row,
 * so a sign-up does not depend on the mail server. Returns the id of each address's person.
 */
export async function addPeople(
  trx: Transaction<Schema>,
  signUps: readonly NewSignUp[],
  optIn: OptIn,
  now: number,
  calendar: number = now,
): Promise<Map<string, string>> {
  const signUpOf = new Map(signUps.toReversed().map((signUp) => [signUp.email, signUp]))
  const drafts = new Map(
    [...signUpOf.values()]
      .sort(byEmail)
      .map((signUp) => [signUp.email, newPerson(signUp, optIn, now)]),
  )
  const people = await upsertPeople(trx, [...drafts.values()])
  const changes = people.flatMap((person) => {
    const isNew = person.id === drafts.get(person.email)!.id
    return changeBy(signUpOf.get(person.email)!, person, { isNew, optIn, now })
  })
  await storeRecentMails(trx, changes, now)
  await insertConsents(trx, consentsOf(changes), now)
  await queueMails(trx, changes.flatMap(mailOf), now)
  const added = inOrderOf(
    signUps,
    changes.flatMap(({ isNew, person }) => (isNew ? [drafts.get(person.email)!] : [])),
  )
  count(
    trx,
    added.flatMap((person) => countsOfNew(person, now)),
  )
  if (optIn === 'single' && added.length > 0) {
    grantOffers(trx, added, calendar)
    enterLine(
      trx,
      added.map(({ id, email }) => ({ id, press: signUpOf.get(email)!.press ?? null })),
      calendar,
    )
    markGoal(trx, calendar)
  }
  return new Map(people.map(({ id, email }) => [email, id]))
}

/** The order in which people signed up is that of their confirmations in single opt-in. */
function inOrderOf(signUps: readonly NewSignUp[], drafts: readonly Draft[]): Draft[] {
  const added = new Map(drafts.map((draft) => [draft.email, draft]))
  return [...new Set(signUps.map(({ email }) => email))].flatMap((email) => added.get(email) ?? [])
}

type Draft = ReturnType<typeof newPerson>

const newPerson = (
  { email, placement, source, medium = '', campaign = '', referrer = '' }: NewSignUp,
  optIn: OptIn,
  now: number,
) =>
  ({
    id: randomUUIDv7(),
    email,
    state: stateOfNew(optIn),
    placement,
    source,
    created_at: now,
    confirmed_at: optIn === 'single' ? now : null,
    left_at: null,
    recent_mails: JSON.stringify([now]),
    utm_medium: medium,
    utm_campaign: campaign,
    referrer_host: referrer,
    budget_domain: budgetDomain(domainOf(email)),
  }) satisfies Insertable<PeopleTable>

const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)

type Person = Pick<Selectable<PeopleTable>, 'id' | 'email' | 'state' | 'recent_mails' | 'left_at'>

/** Returns the row of each address, which for a known address is the one already stored. */
const upsertPeople = (trx: Transaction<Schema>, drafts: readonly Draft[]): Promise<Person[]> =>
  insertRows(trx, 'add people', drafts, (rows) =>
    trx
      .insertInto('people')
      .values(rows as Insertable<PeopleTable>[])
      // The update changes nothing; it makes `returning` include known rows. It must not name a key
      // column: Postgres would then lock the row against the claim of its mails.
      .onConflict((same) =>
        same.column('email').doUpdateSet({ recent_mails: sql`people.recent_mails` }),
      )
      .returning(['id', 'email', 'state', 'recent_mails', 'left_at']),
  )

type Change = {
  person: Person
  signUp: NewSignUp
  isNew: boolean
  template: MailTemplate | null
  recentMails: readonly number[]
}

/** The changes of a sign-up: none if its address is known and gets no mail. */
function changeBy(
  signUp: NewSignUp,
  person: Person,
  { isNew, optIn, now }: { isNew: boolean; optIn: OptIn; now: number },
): Change[] {
  const recentMails: number[] = isNew ? [] : JSON.parse(person.recent_mails)
  const history = isNew ? null : { state: person.state, recentMails, leftAt: person.left_at }
  const template = signUpMail(history, { optIn, skipListed: signUp.mail?.skipListed }, now)
  return isNew || template ? [{ person, signUp, isNew, template, recentMails }] : []
}

async function storeRecentMails(
  trx: Transaction<Schema>,
  changes: readonly Change[],
  now: number,
): Promise<void> {
  for (const { person, recentMails } of changes.filter(({ isNew }) => !isNew))
    await trx
      .updateTable('people')
      .set({ recent_mails: JSON.stringify(withMail(recentMails, now)) })
      .where('id', '=', person.id)
      .execute()
}

/** A stranger can sign up a listed address again, so that sign-up's consent is not stored. */
const consentsOf = (changes: readonly Change[]): GivenConsent[] =>
  changes
    .filter(({ template }) => template !== 'listed')
    .map(({ person, isNew, signUp: { consent, placement } }) => ({
      personId: person.id,
      consent,
      placement,
      isNew,
    }))

const mailOf = ({ person, template, signUp }: Change): MailToQueue[] =>
  template === null
    ? []
    : [
        {
          personId: person.id,
          email: person.email,
          template,
          network: signUp.network,
          data: mailData(signUp, template),
        },
      ]

/** LINE-3: the confirm mail carries the code of the link by which its reader came. */
function mailData({ mail, press }: NewSignUp, template: MailTemplate): MailData | undefined {
  return template === 'confirm' && press?.code ? { ...mail?.data, via: press.code } : mail?.data
}
