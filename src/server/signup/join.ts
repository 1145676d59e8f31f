import { randomUUIDv7 } from 'node:crypto'
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import type { Consent } from '#contract/campaign.ts'
import type { PerformanceType } from '#contract/quiz.ts'
import type { MailTemplate } from '#contract/render.ts'
import type { Origin } from '#contract/waitlist.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { ConsentsTable, PeopleTable, Schema } from '#server/db/schema.ts'
import { spend, type Charges } from '#server/limits/budgets.ts'
import {
  mailForKnown,
  mailForNew,
  mailWithQuiz,
  stateOfNew,
  withMail,
  type OptIn,
} from './policy.ts'
import { countsOfNew, countSources } from './source-counts.ts'

/**
 * A sign-up that the guard let through. `email` is the stored form (address.ts); `charges` is null where limits are off;
 * `requester`: the network whose turn the mail takes (outbox/turns.ts), the person's own where there is none;
 * `quiz` is the type of the result that comes with it.
 * The origin is kept with an address that is new; a later sign-up does not change it.
 */
export type JoinRequest = Pick<Origin, 'source'> &
  Partial<Origin> & {
    email: string
    placement: string
    consent: Consent
    charges: Charges | null
    requester?: string
    quiz?: PerformanceType
  }

export type JoinResult = { outcome: 'accepted' } | { outcome: 'over-budget'; retryAfterMs: number }

/**
 * Enters a batch of sign-ups in the caller's transaction: budgets first, before any address is looked up; then people,
 * consents and mails, each in one statement, whatever the size of the batch. The mail is queued with the row: a sign-up
 * never waits for, or fails with, the mail server. Answers come in the order of the requests.
 */
export async function joinAll(
  trx: Transaction<Schema>,
  requests: readonly JoinRequest[],
  optIn: OptIn,
  now: number,
): Promise<JoinResult[]> {
  const budgetResults = await spend(
    trx,
    requests.map(({ charges }) => charges),
    now,
  )
  await enterPeople(
    trx,
    requests.filter((_, index) => budgetResults[index]!.retryAfterMs === 0),
    optIn,
    now,
  )
  return budgetResults.map(({ retryAfterMs }) =>
    retryAfterMs > 0 ? { outcome: 'over-budget', retryAfterMs } : { outcome: 'accepted' },
  )
}

/** The same for those within their budgets. Of several of one address the first counts. Returns each address's person. */
export async function enterPeople(
  trx: Transaction<Schema>,
  requests: readonly Omit<JoinRequest, 'charges'>[],
  optIn: OptIn,
  now: number,
): Promise<Map<string, string>> {
  const joiningOf = new Map(requests.toReversed().map((joining) => [joining.email, joining]))
  const drafts = new Map(
    [...joiningOf.values()]
      .sort(byEmail)
      .map((joining) => [joining.email, draft(joining, optIn, now)]),
  )
  const people = await insertRows(trx, 'enter people', [...drafts.values()], (rows) =>
    trx
      .insertInto('people')
      .values(rows as Insertable<PeopleTable>[])
      // Returns the row that is there already. Naming a key column here would have Postgres lock it against the claim of its mails.
      .onConflict((same) =>
        same.column('email').doUpdateSet({ recent_mails: sql`people.recent_mails` }),
      )
      .returning(['id', 'email', 'state', 'recent_mails', 'left_at']),
  )

  const asked = people.flatMap((person) =>
    askedBy(
      person,
      joiningOf.get(person.email)!,
      person.id === drafts.get(person.email)!.id,
      optIn,
      now,
    ),
  )
  for (const { person, recentMails } of asked.filter(({ isNew }) => !isNew))
    await trx
      .updateTable('people')
      .set({ recent_mails: JSON.stringify(withMail(recentMails, now)) })
      .where('id', '=', person.id)
      .execute()

  // Whoever enters an address that is on the list already need not be its owner: no consent of theirs is noted.
  const consents = asked
    .filter(({ template }) => template !== 'listed')
    .map(({ person, joining: { consent, placement } }) => ({
      id: randomUUIDv7(),
      person_id: person.id,
      version: consent.version,
      wording: consent.text,
      placement,
      given_at: now,
    }))
  await insertRows(trx, 'give consents', consents, (rows) =>
    trx.insertInto('consents').values(rows as ConsentsTable[]),
  )
  await queueMails(
    trx,
    asked.flatMap(({ person, template, joining: { requester, quiz } }) =>
      template === null
        ? []
        : [
            {
              personId: person.id,
              email: person.email,
              template,
              requester,
              ...(quiz && { data: { quizType: quiz } }),
            },
          ],
    ),
    now,
  )
  await countSources(
    trx,
    asked
      .filter(({ isNew }) => isNew)
      .flatMap(({ person }) => countsOfNew(drafts.get(person.email)!)),
    now,
  )
  return new Map(people.map(({ id, email }) => [email, id]))
}

type Person = Pick<Selectable<PeopleTable>, 'id' | 'email' | 'state' | 'recent_mails' | 'left_at'>
type Asked = {
  person: Person
  joining: Omit<JoinRequest, 'charges'>
  isNew: boolean
  template: MailTemplate | null
  recentMails: readonly number[]
}

/** The mail that a joining calls for; none of a known address calls for nothing at all. */
function askedBy(
  person: Person,
  joining: Asked['joining'],
  isNew: boolean,
  optIn: OptIn,
  now: number,
): Asked[] {
  const recentMails: number[] = isNew ? [] : JSON.parse(person.recent_mails)
  const called = isNew
    ? mailForNew(optIn)
    : mailForKnown({ state: person.state, recentMails, leftAt: person.left_at }, now)
  const template = joining.quiz ? mailWithQuiz(called) : called
  return isNew || template ? [{ person, joining, isNew, template, recentMails }] : []
}

const draft = (
  { email, placement, source, medium = '', campaign = '', referrer = '' }: Asked['joining'],
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
