import type { NotNull, Selectable } from 'kysely'
import {
  personalColumns,
  personalParts,
  type PersonalData,
  type PersonalParts,
} from '#contract/people/personal-data.ts'
import type { UnconfirmedQuizResult } from '#contract/people/personal-records.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { readGrantsOf } from '#server/offers/offers.ts'
import { byPerson } from '#server/db/rows.ts'
import { lineRecordsOf } from './line-records.ts'

/*
 * Personal data, from a column to the person:
 *
 * contract/people/personal-data.ts declares each column and each part (the rows of another table), with
 * its sentence on the privacy page. This file alone reads them: for a person's page and its
 * download (me-routes.ts), `npm run people -- show` and `export`, and the operators' page of a
 * person.
 * What is declared without words of its own is drawn by page/me/kept-data.tsx and
 * dashboard/person/timeline.tsx, or neither compiles (decision 084).
 * Each mail links to the person's page. A GET shows it, a POST acts: signup/confirm-people.ts
 * confirms, membership.ts there leaves and suppresses, erasure.ts erases, for routes, deliveries
 * and commands.
 */

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

type Part<Name extends keyof PersonalParts = keyof PersonalParts> = {
  /** what it is read from; erasure deletes the person's rows of these tables */
  tables: readonly (keyof Schema)[]
  rows: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, PersonalParts[Name]>>
}

/** How each part of the data of some people is read, with one query for each table. */
export const parts = {
  consents: {
    tables: ['consents'],
    rows: async (db, ids) =>
      byPerson(
        await db
          .selectFrom('consents')
          .select(['personId', 'version', 'language', 'wording', 'placement', 'source', 'givenAt'])
          .where('personId', 'in', ids)
          .orderBy('givenAt')
          .orderBy('id')
          .execute(),
      ),
  },
  offers: {
    tables: ['offer_grants'],
    rows: async (db, ids) => byPerson(await readGrantsOf(db, ids)),
  },
  quizResults: {
    tables: ['quiz_results', 'sequences'],
    rows: async (db, ids) =>
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
        ({ state, startedAt, ...row }) => ({
          ...savedResult(row),
          sequence: state === null ? null : { state, startedAt: startedAt! },
        }),
      ),
  },
  unconfirmedQuizResults: {
    tables: ['unconfirmed_results'],
    rows: async (db, ids) =>
      byPerson(
        await db
          .selectFrom('unconfirmed_results')
          .selectAll()
          .where('personId', 'in', ids)
          .orderBy('createdAt')
          .orderBy('id')
          .execute(),
        savedResult,
      ),
  },
  mails: {
    tables: ['outbox'],
    rows: async (db, ids) =>
      byPerson(
        await db
          .selectFrom('outbox')
          .leftJoin('letter_texts', (join) =>
            join
              .onRef('letter_texts.letterId', '=', 'outbox.letterId')
              .onRef('letter_texts.language', '=', 'outbox.letterLanguage'),
          )
          .select([
            'outbox.id',
            'personId',
            'template',
            'letter_texts.subject as letter',
            'outbox.state',
          ])
          .select(['outbox.createdAt as queuedAt', 'sentAt', 'reason'])
          .where('personId', 'in', ids)
          .$narrowType<{ personId: NotNull }>()
          .orderBy('outbox.createdAt')
          .orderBy('outbox.id')
          .execute(),
        ({ id, template, letter, ...mail }) => ({
          id,
          template,
          ...(letter !== null && { letter }),
          ...mail,
        }),
      ),
  },
  reports: {
    tables: ['mail_reports'],
    rows: async (db, ids) =>
      byPerson(
        await db
          .selectFrom('mail_reports')
          .select(['personId', 'kind', 'via', 'at as reportedAt', 'reason'])
          .where('personId', 'in', ids)
          .orderBy('at')
          .orderBy('id')
          .execute(),
      ),
  },
  sequence: {
    tables: ['sequence_places'],
    async rows(db, ids) {
      const rows = await db
        .selectFrom('sequence_places')
        .select(['personId', 'step', 'firstAt', 'lastAt', 'dueAt', 'firsts'])
        .where('personId', 'in', ids)
        .execute()
      return new Map(
        rows.map(({ personId, firsts, ...row }) => [
          personId,
          { ...row, firstsAt: JSON.parse(firsts) as number[] },
        ]),
      )
    },
  },
  links: {
    tables: ['link_tokens'],
    rows: async (db, ids) =>
      byPerson(
        await db
          .selectFrom('link_tokens')
          .select(['personId', 'purpose', 'createdAt as madeAt', 'expiresAt as endsAt'])
          .where('personId', 'in', ids)
          .orderBy('createdAt')
          .orderBy('purpose')
          .execute(),
      ),
  },
  line: {
    tables: ['line', 'credits', 'rewards', 'wave_spots'],
    rows: lineRecordsOf,
  },
} as const satisfies { [Name in keyof PersonalParts]-?: Part<Name> }

/** Tables with a `personId` that are shown to nobody, and why. */
const shownNowhere = {
  action_log: 'what operators did: it outlives the person, without the address',
} as const satisfies Partial<Record<keyof Schema, string>>

type TableOfPeople = {
  [Table in keyof Schema]: 'personId' extends keyof Schema[Table] ? Table : never
}[keyof Schema]
type Unread = Exclude<
  TableOfPeople,
  (typeof parts)[keyof PersonalParts]['tables'][number] | keyof typeof shownNowhere
>
// Does not compile if no part reads a table with a `personId`.
const unread: [Unread] extends [never]
  ? null
  : { 'read it in parts, or say in shownNowhere why it is not shown': Unread } = null
void [undeclared, unread, shownNowhere]

/** One person's data, or null where the id is unknown. */
export const readPersonalData = async (db: Db, personId: string): Promise<PersonalData | null> =>
  (
    await readPersonalDataOf(
      db,
      await db.selectFrom('people').selectAll().where('id', '=', personId).execute(),
    )
  )[0] ?? null

/** The data of several people, in their order. */
export async function readPersonalDataOf(
  db: Db,
  people: readonly Selectable<PeopleTable>[],
): Promise<PersonalData[]> {
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const data = new Map<string, Record<string, unknown>>(
    people.map((row) => [row.id, columnValues(row)]),
  )
  for (const [name, { rows }] of Object.entries<Part>(parts)) {
    const { empty } = personalParts[name as keyof PersonalParts]
    const rowsOf = await rows(db, ids)
    for (const [id, person] of data) person[name] = rowsOf.get(id) ?? empty
  }
  // `parts` has the type of each part, which Object.entries loses.
  return [...data.values()] as PersonalData[]
}

/** The declarations have the type of each value; Object.fromEntries loses it. */
export const columnValues = (row: Selectable<PeopleTable>) =>
  Object.fromEntries(
    personalColumns.map(({ column, field }) => [field, row[column satisfies PersonalColumnName]]),
  ) as Pick<PersonalData, (typeof personalColumns)[number]['field']>

const savedResult = (
  row: Omit<Schema['unconfirmed_results'], 'personId'>,
): UnconfirmedQuizResult => ({
  id: row.id,
  savedAt: row.createdAt,
  performance_type: row.performance_type,
  primary_score: row.primary_score,
  scores: JSON.parse(row.scores),
  answers: JSON.parse(row.answers),
  result_data: JSON.parse(row.result_data),
})

/**
 * END-3: all that is stored of an address that asked a closed list for one mail. It is not on the
 * list. Times are in ms. `mailQueuedAt`: of the one mail, after which the address is deleted.
 */
export type ClosedListRecord = Awaited<
  ReturnType<ReturnType<typeof selectClosedList>['execute']>
>[number]

export const selectClosedList = (db: Db) =>
  db
    .selectFrom('once_requests')
    .select(['email', 'language', 'requestedAt', 'confirmedAt', 'consentVersion'])
    .select(['wording as consentWording', 'queuedAt as mailQueuedAt'])

/** The record of an address, or null. */
export const readClosedList = async (db: Db, email: string): Promise<ClosedListRecord | null> =>
  (await selectClosedList(db).where('email', '=', email).executeTakeFirst()) ?? null
