import type { Selectable } from 'kysely'
import {
  personalColumns,
  type PersonalData,
  type SavedQuizResult,
  type SequenceRecord,
  type UnconfirmedQuizResult,
} from '#contract/personal-data.ts'
import type { Db } from '#server/db/store.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { UnconfirmedResultsTable } from '#server/db/quiz-schema.ts'
import { readGrantsOf } from '#server/offers/offers.ts'
import { byPerson } from './by-person.ts'
import { lineRecordsOf } from './line-records.ts'

/**
 * Columns of `people` that only the program uses: its key, limits, indexes and copies. Every other
 * column is personal data and is declared in `personalColumns`.
 */
export const internalColumns = [
  'id',
  'recentMails',
  'budgetDomain',
  'quizType',
  'repeats',
] as const satisfies readonly (keyof PeopleTable)[]

type PersonalColumnName = Exclude<keyof PeopleTable, (typeof internalColumns)[number]>
type Undeclared = Exclude<PersonalColumnName, (typeof personalColumns)[number]['column']>
// Does not compile if a column of `people` is declared neither here nor in `personalColumns`.
const undeclared: [Undeclared] extends [never]
  ? null
  : { 'declare it in personalColumns or internalColumns': Undeclared } = null
void undeclared

/** One person's data, or null where the id is unknown. */
export const readPersonalData = async (db: Db, personId: string): Promise<PersonalData | null> =>
  (
    await readPersonalDataOf(
      db,
      await db.selectFrom('people').selectAll().where('id', '=', personId).execute(),
    )
  )[0] ?? null

/** The data of several people, in their order, with one query for each table. */
export async function readPersonalDataOf(
  db: Db,
  people: readonly Selectable<PeopleTable>[],
): Promise<PersonalData[]> {
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const [consents, offers, results, unconfirmed, mails, reports, sequences, links, line] = [
    await consentsOf(db, ids),
    await offersOf(db, ids),
    await resultsOf(db, ids),
    await unconfirmedOf(db, ids),
    await mailsOf(db, ids),
    await reportsOf(db, ids),
    await sequencesOf(db, ids),
    await linksOf(db, ids),
    await lineRecordsOf(db, ids),
  ]
  return people.map((row) => ({
    ...columnValues(row),
    consents: consents.get(row.id) ?? [],
    offers: offers.get(row.id) ?? [],
    quizResults: results.get(row.id) ?? [],
    ...(unconfirmed.has(row.id) && { unconfirmedQuizResults: unconfirmed.get(row.id)! }),
    mails: mails.get(row.id) ?? [],
    reports: reports.get(row.id) ?? [],
    sequence: sequences.get(row.id)?.[0] ?? null,
    links: links.get(row.id) ?? [],
    line: line.get(row.id) ?? null,
  }))
}

/**
 * What a line of CSV contains: the person's columns, consents, offers, type of the last quiz result
 * and place in line.
 */
export type CsvData = ReturnType<typeof columnValues> &
  Pick<PersonalData, 'consents' | 'offers' | 'line'> & { quizType: string }

export async function readCsvDataOf(
  db: Db,
  people: readonly Selectable<PeopleTable>[],
): Promise<CsvData[]> {
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const [consents, offers, types, line] = [
    await consentsOf(db, ids),
    await offersOf(db, ids),
    await quizTypesOf(db, ids),
    await lineRecordsOf(db, ids),
  ]
  return people.map((row) => ({
    ...columnValues(row),
    consents: consents.get(row.id) ?? [],
    offers: offers.get(row.id) ?? [],
    quizType: types.get(row.id)?.at(-1) ?? '',
    line: line.get(row.id) ?? null,
  }))
}

const quizTypesOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('quiz_results')
      .select(['personId', 'performance_type'])
      .where('personId', 'in', ids)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    (row) => row.performance_type,
  )

/** The declarations have the type of each value; Object.fromEntries loses it. */
const columnValues = (row: Selectable<PeopleTable>) =>
  Object.fromEntries(
    personalColumns.map(({ column, field }) => [field, row[column satisfies PersonalColumnName]]),
  ) as Pick<PersonalData, (typeof personalColumns)[number]['field']>

type Ids = readonly string[]

const consentsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('consents')
      .select(['personId', 'version', 'wording', 'placement', 'source', 'givenAt'])
      .where('personId', 'in', ids)
      .orderBy('givenAt')
      .orderBy('id')
      .execute(),
  )

const offersOf = async (db: Db, ids: Ids) => byPerson(await readGrantsOf(db, ids))

const resultsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('quiz_results')
      .leftJoin('sequences', 'sequences.quizResultId', 'quiz_results.id')
      .selectAll('quiz_results')
      .select(['sequences.state', 'sequences.startedAt'])
      .where('quiz_results.personId', 'in', ids)
      .orderBy('quiz_results.createdAt')
      .orderBy('quiz_results.id')
      .execute(),
    (row): SavedQuizResult => ({
      ...savedResult(row),
      sequence: row.state === null ? null : { state: row.state, startedAt: row.startedAt! },
    }),
  )

/** QUIZ-9 */
const unconfirmedOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('unconfirmed_results')
      .selectAll()
      .where('personId', 'in', ids)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    savedResult,
  )

const savedResult = (row: Omit<UnconfirmedResultsTable, 'personId'>): UnconfirmedQuizResult => ({
  id: row.id,
  savedAt: row.createdAt,
  performance_type: row.performance_type,
  primary_score: row.primary_score,
  scores: JSON.parse(row.scores),
  answers: JSON.parse(row.answers),
  result_data: JSON.parse(row.result_data),
})

const mailsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('outbox')
      .leftJoin('letters', 'letters.id', 'outbox.letterId')
      .select(['personId', 'template', 'letters.subject as letter', 'outbox.state'])
      .select(['outbox.createdAt as queuedAt', 'sentAt', 'reason'])
      .where('personId', 'in', ids)
      .orderBy('outbox.createdAt')
      .orderBy('outbox.id')
      .execute(),
    ({ template, letter, ...mail }) => ({
      template,
      ...(letter !== null && { letter }),
      ...mail,
    }),
  )

const reportsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('mail_reports')
      .select(['personId', 'kind', 'via', 'at as reportedAt', 'reason'])
      .where('personId', 'in', ids)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  )

const sequencesOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('sequence_places')
      .select(['personId', 'step', 'firstAt', 'lastAt', 'dueAt', 'firsts'])
      .where('personId', 'in', ids)
      .execute(),
    ({ firsts, ...row }): SequenceRecord => ({ ...row, firstsAt: JSON.parse(firsts) }),
  )

const linksOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('link_tokens')
      .select(['personId', 'purpose', 'createdAt as madeAt', 'expiresAt as endsAt'])
      .where('personId', 'in', ids)
      .orderBy('createdAt')
      .orderBy('purpose')
      .execute(),
  )
