import { language as firstLanguage } from '#campaign'
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import { consentWording, type Consent } from '#contract/campaign/consents.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { Origin } from '#contract/people/waitlist.ts'
import { newId } from '#server/db/new-id.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { queueMails, type MailData, type MailToQueue } from '#server/outbox/outbox.ts'
import { count } from '#server/counts/count.ts'
import { countsOfNew } from '#server/counts/counted.ts'
import { insertRows } from '#server/db/rows.ts'
import type { PeopleTable, ConsentsTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { enterLine } from '#server/line/enter.ts'
import type { Press } from '#server/line/doubts.ts'
import { grantOffers } from '#server/offers/grants.ts'
import { hasProvenMailbox, signUpMail, stateOfNew, withMail, type OptIn } from './policy.ts'

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
    /** LANG-2: of the page with the form; left out for the campaign's first */
    language?: Language
    consent: Consent
    network?: string
    press?: Press
    /** a quiz result that is saved with the address */
    quiz?: QuizSignUp
  }

/**
 * The mail names the type. For a listed person the sequence's first mail replaces 'you are on the
 * list'. `provenFor`: the people who, as the request proves, did it themselves (quiz/save-result.ts); null
 * where nobody need prove it. QUIZ-9: any other listed person is asked whether the result is theirs.
 */
type QuizSignUp = {
  type: PerformanceType
  resultId: string
  provenFor: readonly string[] | null
}

/** A person with whose address somebody signed up. `isProven`: see below. */
type Added = { id: string; isNew: boolean; isProven: boolean }

/**
 * Whether the person on the list has confirmed. With single opt-in the sign-up alone proves nothing:
 * who entered the address may be who saves the result.
 */
const isProven = (person: Person, optIn: OptIn): boolean =>
  person.state === 'confirmed' && (optIn === 'double' || hasProvenMailbox(person))

/** QUIZ-9: the result changes nothing of the person before they confirm it. */
export const isUnproven = (
  { id, isNew, isProven }: Added,
  { provenFor }: Pick<QuizSignUp, 'provenFor'>,
): boolean => !isNew && isProven && provenFor !== null && !provenFor.includes(id)

/**
 * Stores people, consents and mails in the caller's transaction, each in one statement for the
 * whole batch. Of several sign-ups of one address the first counts. A mail is queued with its row,
 * so a sign-up does not depend on the mail server. Returns the id of each address's person.
 */
export const addPeople = async (
  trx: Transaction<Schema>,
  signUps: readonly NewSignUp[],
  optIn: OptIn,
  now: number,
  calendar: number = now,
): Promise<Map<string, string>> => {
  const added = await addSignUps(trx, signUps, optIn, now, calendar)
  return new Map([...added].map(([email, { id }]) => [email, id]))
}

/** The same, and what was known of each person. */
export async function addSignUps(
  trx: Transaction<Schema>,
  signUps: readonly NewSignUp[],
  optIn: OptIn,
  now: number,
  calendar: number = now,
): Promise<Map<string, Added>> {
  const signUpOf = new Map(signUps.toReversed().map((signUp) => [signUp.email, signUp]))
  const drafts = new Map(
    [...signUpOf.values()]
      .sort(byEmail)
      .map((signUp) => [signUp.email, newPerson(signUp, optIn, now)]),
  )
  const people = await upsertPeople(trx, [...drafts.values()])
  const isNew = ({ id, email }: Person) => id === drafts.get(email)!.id
  const changes = people.flatMap((person) =>
    changeBy(signUpOf.get(person.email)!, person, { isNew: isNew(person), optIn, now }),
  )
  await storeRecentMails(trx, changes, now)
  await insertConsents(trx, consentsOf(changes), now)
  // A clock that is behind would make them late once it is right.
  await queueMails(trx, changes.flatMap(mailOf), Math.max(now, calendar))
  const added = inOrderOf(
    signUps,
    changes.flatMap(({ isNew, person }) => (isNew ? [drafts.get(person.email)!] : [])),
  )
  count(
    trx,
    added.flatMap((person) => countsOfNew(person, now)),
  )
  if (optIn === 'single' && added.length > 0) {
    await grantOffers(trx, added, calendar)
    enterLine(
      trx,
      added.map(({ id, email }) => ({ id, press: signUpOf.get(email)!.press ?? null })),
      calendar,
    )
  }
  return new Map(
    people.map((person) => [
      person.email,
      { id: person.id, isNew: isNew(person), isProven: isProven(person, optIn) },
    ]),
  )
}

/** The order in which people signed up is that of their confirmations in single opt-in. */
function inOrderOf(signUps: readonly NewSignUp[], drafts: readonly Draft[]): Draft[] {
  const added = new Map(drafts.map((draft) => [draft.email, draft]))
  return [...new Set(signUps.map(({ email }) => email))].flatMap((email) => added.get(email) ?? [])
}

type Draft = ReturnType<typeof newPerson>

const newPerson = (
  { email, language = firstLanguage, placement, ...signUp }: NewSignUp,
  optIn: OptIn,
  now: number,
) =>
  ({
    id: newId(),
    email,
    state: stateOfNew(optIn),
    language,
    placement,
    source: signUp.source,
    createdAt: now,
    confirmedAt: optIn === 'single' ? now : null,
    leftAt: null,
    recentMails: JSON.stringify([now]),
    utmMedium: signUp.medium ?? '',
    utmCampaign: signUp.campaign ?? '',
    referrerHost: signUp.referrer ?? '',
    budgetDomain: budgetDomain(domainOf(email)),
  }) satisfies Insertable<PeopleTable>

const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)

const known = [
  'id',
  'email',
  'state',
  'recentMails',
  'leftAt',
  'placement',
  'createdAt',
  'confirmedAt',
] as const satisfies readonly (keyof PeopleTable)[]
type Person = Pick<Selectable<PeopleTable>, (typeof known)[number]>

/** Returns the row of each address, which for a known address is the one already stored. */
const upsertPeople = (trx: Transaction<Schema>, drafts: readonly Draft[]): Promise<Person[]> =>
  insertRows(trx, 'add people', drafts, (rows) =>
    trx
      .insertInto('people')
      .values(rows as Insertable<PeopleTable>[])
      // The update makes `returning` include known rows. It must not name a key column: Postgres
      // would then lock the row against the claim of its mails.
      .onConflict((same) => same.column('email').doUpdateSet({ language: languageJoinedAgain }))
      .returning(known),
  )

/**
 * LANG-2: who has not confirmed and joins again has the language of the newest page, unless they
 * chose one. Anybody can type the address of a person on the list, so that changes nothing.
 */
const languageJoinedAgain = sql<Language>`case
  when people.state in ('unconfirmed', 'unsubscribed') and people."languageChosenAt" is null
  then excluded.language else people.language end`

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
  const recentMails: number[] = isNew ? [] : JSON.parse(person.recentMails)
  const history = isNew ? null : { state: person.state, recentMails, leftAt: person.leftAt }
  const asked =
    signUp.quiz !== undefined &&
    isUnproven({ id: person.id, isNew, isProven: isProven(person, optIn) }, signUp.quiz)
  const skipListed = signUp.quiz !== undefined && !asked
  const called = signUpMail(history, { optIn, skipListed }, now)
  const template = called === 'listed' && asked ? 'result' : called
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
      .set({ recentMails: JSON.stringify(withMail(recentMails, now)) })
      .where('id', '=', person.id)
      .execute()
}

/** A stranger can sign up a listed address again, so that sign-up's consent is not stored. */
const consentsOf = (changes: readonly Change[]): GivenConsent[] =>
  changes
    .filter(({ template }) => template !== 'listed' && template !== 'result')
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
const mailData = ({ quiz, press }: NewSignUp, template: MailTemplate): MailData => ({
  ...(quiz && { quizType: quiz.type }),
  ...(quiz && template === 'result' && { result: quiz.resultId }),
  ...(template === 'confirm' && press?.code && { via: press.code }),
})

/** `isNew`: the person was added in this transaction. */
type GivenConsent = {
  personId: string
  consent: Consent
  placement: string
  isNew?: boolean
}

/**
 * Stores what people agreed to. A consent that repeats one of the same version, given at the same
 * place, is no new row: it could be repeated without end. The first one keeps its time.
 */
export async function insertConsents(
  trx: Transaction<Schema>,
  given: readonly GivenConsent[],
  now: number,
): Promise<void> {
  const known = await knownConsents(
    trx,
    given.filter(({ isNew }) => !isNew).map(({ personId }) => personId),
  )
  await insertRows(
    trx,
    'give consents',
    given
      .filter((one) => !known.has(keyOf(one.personId, one.consent.version, one.placement)))
      .map(({ personId, consent, placement }) => ({
        id: newId(),
        personId,
        version: consent.version,
        language: consent.lang ?? firstLanguage,
        wording: consentWording(consent),
        placement,
        givenAt: now,
      })),
    (rows) => trx.insertInto('consents').values(rows as ConsentsTable[]),
  )
}

async function knownConsents(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('consents')
    .select(['personId', 'version', 'placement'])
    .where('personId', 'in', personIds)
    .execute()
  return new Set(rows.map((row) => keyOf(row.personId, row.version, row.placement)))
}

const keyOf = (personId: string, version: string, placement: string) =>
  JSON.stringify([personId, version, placement])
