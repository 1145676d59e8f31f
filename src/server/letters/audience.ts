import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import type { LetterAudience, LetterTexts, Placeholder } from '#contract/letters/letters.ts'
import { campaign } from '#campaign'
import { countedExactly, withoutType, type PeopleCount } from '#contract/people/list.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import type { Db } from '#server/db/store.ts'
import { isPostgres } from '#server/db/locks.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { statesWithCode } from '#server/line/standing.ts'
import { otherProviders, providerOf } from '#server/outbox/large-providers.ts'
import {
  countExactly,
  countStates,
  countUpTo,
  originColumn,
  type PeopleFilter,
} from '#server/people/filter.ts'

export const everyone: LetterAudience = { type: '', source: '' }

const longestSource = 200

/** Reads an audience as written: `state=confirmed&type=focus&source=utm podcast`. Null if wrong. */
export function parseAudience(text: string): LetterAudience | null {
  const fields = new URLSearchParams(text.trim())
  const names = [...fields.keys()]
  if (names.some((name, at) => !isName(name) || names.indexOf(name) !== at)) return null
  const [state, type, source] = [fields.get('state'), fields.get('type'), fields.get('source')]
  if (state !== null && state !== 'confirmed') return null
  if (type && !isType(type)) return null
  if (source && (source.length > longestSource || source.includes('@'))) return null
  return { type: type ?? '', source: source ?? '' }
}

const isName = (name: string) => ['state', 'type', 'source'].includes(name)
const isType = (type: string) => type === withoutType || titleOf(campaign.quiz, type) !== null

/** The canonical text of an audience, as it is stored. */
export function audienceText({ type, source }: LetterAudience): string {
  const fields = { state: 'confirmed', ...(type && { type }), ...(source && { source }) }
  return new URLSearchParams(fields).toString()
}

/** The audience of a stored letter: its text was written by `audienceText`. */
export function storedAudience(text: string): LetterAudience {
  const audience = parseAudience(text)
  if (!audience) throw new Error(`A letter has the audience '${text}', which cannot be read`)
  return audience
}

/** The same people for the queries of the list. */
const audienceFilter = ({ type, source }: LetterAudience): PeopleFilter => ({
  states: ['confirmed'],
  ...(type && { quizType: type === 'none' ? '' : type }),
  ...(source && { origin: source }),
})

export type PossibleRecipient = Pick<PeopleTable, 'state' | 'confirmedAt'> & {
  quizType: string
  origin: string
  importedAt?: number | null
}

/** A confirmation further ahead of now was written by a server whose clock was ahead. */
const clockAheadMs = 60_000

/**
 * LETTER-2: whether a person gets a letter whose audience was frozen at `frozenAt`: they are
 * confirmed, were so then, and match.
 */
export function isRecipient(
  person: PossibleRecipient,
  { type, source }: LetterAudience,
  frozenAt: number,
  now: number,
): boolean {
  const confirmedAt = person.confirmedAt ?? 0
  if (person.state !== 'confirmed') return false
  // A file may say that they confirmed years ago.
  if ((person.importedAt ?? 0) > frozenAt) return false
  if (confirmedAt > frozenAt && confirmedAt <= now + clockAheadMs) return false
  if (type && person.quizType !== (type === 'none' ? '' : type)) return false
  return source === '' || person.origin === source
}

/** People that one search for recipients reads. */
const searchSize = 2_000

/** `ahead`: only people at other domains than these who have no mail of the letter yet. */
type Search = { run: Run; after: string; most: number; ahead?: { without: readonly string[] } }
export type Recipient = Awaited<ReturnType<typeof peopleOfSearch>>[number]

/**
 * The next recipients of a letter at a provider, in the order of their ids. `passed`: the last id
 * that was considered; null after the last person. One search reads at most 2,000 people, so it may
 * find nobody and not be at the end.
 */
export async function searchRecipients(
  trx: Transaction<Schema>,
  letter: Pick<LettersTable, 'audience' | 'frozenAt'>,
  search: Search,
  now: number,
): Promise<{ people: Recipient[]; passed: string | null }> {
  const audience = storedAudience(letter.audience)
  const end = await endOfStep(trx, search, searchSize)
  const found = await peopleOfSearch(trx, audience, { ...search, end })
  return {
    people: found.filter((person) => isRecipient(person, audience, letter.frozenAt!, now)),
    passed: found.length === search.most ? found.at(-1)!.id : (end ?? null),
  }
}

/**
 * On Postgres the people are locked against erasure, which would make an insert fail: a person is
 * either erased before, or afterwards together with the mail.
 */
function peopleOfSearch(
  trx: Transaction<Schema>,
  audience: LetterAudience,
  { run, after, most, ahead, end }: Search & { end: string | undefined },
) {
  const found = peopleOfStep(trx, audience, { run, after, end })
    .select(['id', 'email', 'state', 'confirmedAt', 'importedAt'])
    .select(['quizType', 'language', 'origin'])
    .$if(ahead !== undefined, (people) =>
      people
        .$if(ahead!.without.length > 0, (all) =>
          all.where('budgetDomain', 'not in', ahead!.without),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('outbox')
                .select('outbox.id')
                .where('outbox.letterId', '=', run.letterId)
                .whereRef('outbox.personId', '=', 'found.id'),
            ),
          ),
        ),
    )
    .orderBy('id')
    .limit(most)
  return (isPostgres(trx) ? found.forKeyShare() : found).execute()
}

/** The live count of an audience. Reads at most 10,001 entries of an index. */
export async function countAudience(db: Db, audience: LetterAudience): Promise<PeopleCount> {
  const people = await countUpTo(db, audienceFilter(audience), countedExactly)
  const isMore = people > countedExactly
  return { people: isMore ? countedExactly : people, isMore }
}

/** Why others get no copy: people by state who match but are not confirmed; exact. */
export async function countOthers(
  db: Db,
  audience: LetterAudience,
): Promise<Record<Exclude<PersonState, 'confirmed'>, number>> {
  const others = ['unconfirmed', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const
  return countStates(db, { ...audienceFilter(audience), states: others })
}

/** People at a large provider or `other` with a language. */
export type AudiencePart = { provider: string; language: Language; people: number }

/**
 * The audience by provider and language; exact. It reads all people in the order of the table, in
 * small steps between which other requests run.
 */
export async function countParts(db: Db, audience: LetterAudience): Promise<AudiencePart[]> {
  const counts = new Map<string, AudiencePart>()
  for await (const step of stepsOfAll(db)) {
    const found = await peopleOfStep(db, audience, step)
      .select(({ fn }) => ['budgetDomain', 'language', fn.countAll<number>().as('people')])
      .groupBy(['budgetDomain', 'language'])
      .execute()
    for (const { budgetDomain, language, people } of found) {
      const provider = providerOf(budgetDomain)
      const key = `${provider} ${language}`
      const before = counts.get(key)?.people ?? 0
      counts.set(key, { provider, language, people: before + people })
    }
  }
  return [...counts.values()]
}

export type ProviderCount = { provider: string; people: number }
export type LanguageCount = { language: Language; people: number }

/** The one with the most people first. */
export const byProvider = (parts: readonly AudiencePart[]): ProviderCount[] =>
  sumBy(parts, ({ provider }) => provider).map(([provider, people]) => ({ provider, people }))

/** By the language of the people, the one with the most first. */
export const byLanguage = (parts: readonly AudiencePart[]): LanguageCount[] =>
  sumBy(parts, ({ language }) => language).map(([language, people]) => ({ language, people }))

const sumBy = (parts: readonly AudiencePart[], keyOf: (part: AudiencePart) => string) =>
  [...Map.groupBy(parts, keyOf)]
    .map(([key, of]) => [key, of.reduce((sum, { people }) => sum + people, 0)] as const)
    .sort(([a, most], [b, people]) => people - most || (a < b ? -1 : 1))

/** How many people of an audience have no value for a placeholder. */
export type WithoutValue = Partial<Record<Placeholder, number>>

/** The people who read one text of a letter: those with a language, or the others; null for all. */
export type Readers = { with: Language } | { without: readonly Language[] } | null

export function readersOf({ fallback, texts }: LetterTexts, language: Language): Readers {
  const others = Object.keys(texts).filter((one) => one !== language)
  if (others.length === 0) return null
  return language === fallback ? { without: others } : { with: language }
}

/** The readers in the audience for whom these placeholders have no value; exact. */
export async function countWithout(
  db: Db,
  audience: LetterAudience,
  names: ReadonlySet<Placeholder>,
  readers: Readers = null,
): Promise<WithoutValue> {
  const without: WithoutValue = {}
  for (const name of names)
    without[name] =
      name === 'type' && readers === null
        ? await countWithoutType(db, audience)
        : await countOutside(db, audience, name, readers)
  return without
}

const countWithoutType = async (db: Db, audience: LetterAudience): Promise<number> =>
  audience.type === '' || audience.type === 'none'
    ? countExactly(db, { ...audienceFilter(audience), quizType: '' })
    : 0

async function countOutside(
  db: Db,
  audience: LetterAudience,
  name: Placeholder,
  readers: Readers,
): Promise<number> {
  let without = 0
  for await (const step of stepsOfAll(db)) {
    const { people } = await readersOfStep(peopleOfStep(db, audience, step), readers)
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .where((person) =>
        name === 'type'
          ? person('quizType', '=', '')
          : person.not(person.exists(valueOf(db, name))),
      )
      .executeTakeFirstOrThrow()
    without += people
  }
  return without
}

/** What gives a person a value (line/standing.ts). */
const valueOf = (db: Db, name: Exclude<Placeholder, 'type'>) => {
  const own = sql.ref<string>('found.id')
  if (name === 'place')
    return db
      .selectFrom('line')
      .select('line.personId')
      .where('line.personId', '=', own)
      .where('line.state', '=', 'waiting')
  if (name === 'link')
    return db.selectFrom('line').select('line.personId').where('line.personId', '=', own)
  return db
    .selectFrom('wave_spots')
    .select('wave_spots.id')
    .where('wave_spots.personId', '=', own)
    .where('wave_spots.state', 'in', statesWithCode)
}

/** People that one step of a count reads. */
const stepSize = 5_000

/**
 * The run of a letter. It has the people at its provider; that of `other` those at no provider of
 * another run of the letter, so that a version with other large providers forgets nobody.
 */
export type Run = { letterId: string; provider: string }
/** People with ids after `after`, up to `end` or all, of one run or all people (null). */
type Step = { run: Run | null; after: string; end: string | undefined }

/** All people in the order of the table, in steps between which other requests run. */
async function* stepsOfAll(db: Db): AsyncGenerator<Step> {
  for (let after: string | undefined = ''; after !== undefined; await setImmediate()) {
    const end = await endOfStep(db, { run: null, after }, stepSize)
    yield { run: null, after, end }
    after = end
  }
}

/** The last person of a step; undefined for the last step. */
const endOfStep = async (
  db: Db,
  { run, after }: Pick<Step, 'run' | 'after'>,
  size: number,
): Promise<string | undefined> =>
  (
    await peopleAt(db, run)
      .select('people.id')
      .where('people.id', '>', after)
      .orderBy('people.id')
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst()
  )?.id

const peopleOfStep = (db: Db, { type, source }: LetterAudience, { run, after, end }: Step) =>
  db
    .selectFrom(
      peopleAt(db, run)
        .select(['people.id', 'email', 'state', 'confirmedAt', 'importedAt'])
        .select(['quizType', 'language', 'budgetDomain'])
        .select(originColumn)
        .where('people.id', '>', after)
        .$if(end !== undefined, (all) => all.where('people.id', '<=', end!))
        // Not by the index of states, which would read the whole list in each step.
        .where(sql<string>`state || ''`, '=', 'confirmed')
        .$if(type !== '', (all) =>
          all.where(sql<string>`"quizType" || ''`, '=', type === 'none' ? '' : type),
        )
        .as('found'),
    )
    .$if(source !== '', (all) => all.where('origin', '=', source))
    .$if(run?.provider === otherProviders, (all) =>
      all.where('budgetDomain', 'not in', providersOfRuns(db, run!)),
    )

const readersOfStep = (people: ReturnType<typeof peopleOfStep>, readers: Readers) =>
  readers === null
    ? people
    : 'with' in readers
      ? people.where('language', '=', readers.with)
      : people.where('language', 'not in', readers.without)

/** Without runs that only take mails back (`keepRun`). */
const providersOfRuns = (db: Db, { letterId }: Run) =>
  db
    .selectFrom('letter_runs')
    .select('provider')
    .where('letterId', '=', letterId)
    .where('people', '>', 0)

/** Those at a provider by people_by_provider; of all others the whole list. */
const peopleAt = (db: Db, run: Run | null) =>
  db
    .selectFrom('people')
    .$if(run !== null && run.provider !== otherProviders, (all) =>
      all.where('budgetDomain', '=', run!.provider).where(sql<boolean>`people.state = 'confirmed'`),
    )
