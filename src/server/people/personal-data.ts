import type { Selectable } from 'kysely'
import type { KeptPerson, KeptQuizResult, KeptSequence } from '#contract/personal-data.ts'
import type { Db } from '#server/db/open.ts'
import type { PeopleTable } from '#server/db/schema.ts'

/** What is kept about one person, or null where nothing is. */
export const keptOf = async (db: Db, personId: string): Promise<KeptPerson | null> =>
  (
    await keptOfAll(
      db,
      await db.selectFrom('people').selectAll().where('id', '=', personId).execute(),
    )
  )[0] ?? null

/** The same for many, in their order, in as few reads. */
export async function keptOfAll(
  db: Db,
  people: readonly Selectable<PeopleTable>[],
): Promise<KeptPerson[]> {
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const [consents, results, mails, sequences, links] = [
    await consentsOf(db, ids),
    await resultsOf(db, ids),
    await mailsOf(db, ids),
    await sequencesOf(db, ids),
    await linksOf(db, ids),
  ]
  return people.map((person) => ({
    email: person.email,
    state: person.state,
    placement: person.placement,
    source: person.source,
    medium: person.utm_medium,
    campaign: person.utm_campaign,
    referrer: person.referrer_host,
    joinedAt: person.created_at,
    confirmedAt: person.confirmed_at,
    leftAt: person.left_at,
    importedAt: person.imported_at,
    consents: consents.get(person.id) ?? [],
    quizResults: results.get(person.id) ?? [],
    mails: mails.get(person.id) ?? [],
    sequence: sequences.get(person.id)?.[0] ?? null,
    links: links.get(person.id) ?? [],
  }))
}

type Ids = readonly string[]

const consentsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('consents')
      .selectAll()
      .where('person_id', 'in', ids)
      .orderBy('given_at')
      .orderBy('id')
      .execute(),
    ({ version, wording, placement, source, given_at }) => ({
      version,
      wording,
      placement,
      source,
      givenAt: given_at,
    }),
  )

const resultsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('quiz_results')
      .leftJoin('sequences', 'sequences.quiz_result_id', 'quiz_results.id')
      .selectAll('quiz_results')
      .select(['sequences.state', 'sequences.started_at'])
      .where('quiz_results.person_id', 'in', ids)
      .orderBy('quiz_results.created_at')
      .orderBy('quiz_results.id')
      .execute(),
    (row): KeptQuizResult => ({
      id: row.id,
      savedAt: row.created_at,
      performance_type: row.performance_type,
      primary_score: row.primary_score,
      scores: JSON.parse(row.scores),
      answers: JSON.parse(row.answers),
      result_data: JSON.parse(row.result_data),
      sequence: row.state === null ? null : { state: row.state, startedAt: row.started_at! },
    }),
  )

const mailsOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('outbox')
      .select(['person_id', 'template', 'state', 'created_at', 'sent_at', 'reason'])
      .where('person_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    ({ template, state, created_at, sent_at, reason }) => ({
      template,
      state,
      queuedAt: created_at,
      sentAt: sent_at,
      reason,
    }),
  )

const sequencesOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db.selectFrom('sequence_places').selectAll().where('person_id', 'in', ids).execute(),
    ({ step, first_at, last_at, due_at, firsts }): KeptSequence => ({
      step,
      firstAt: first_at,
      lastAt: last_at,
      dueAt: due_at,
      firstsAt: JSON.parse(firsts),
    }),
  )

const linksOf = async (db: Db, ids: Ids) =>
  byPerson(
    await db
      .selectFrom('link_tokens')
      .select(['person_id', 'purpose', 'created_at', 'expires_at'])
      .where('person_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('purpose')
      .execute(),
    ({ purpose, created_at, expires_at }) => ({ purpose, madeAt: created_at, endsAt: expires_at }),
  )

function byPerson<Row extends { person_id: string }, Kept>(
  rows: readonly Row[],
  keep: (row: Row) => Kept,
): Map<string, Kept[]> {
  const grouped = new Map<string, Kept[]>()
  for (const row of rows) {
    const list = grouped.get(row.person_id)
    if (list) list.push(keep(row))
    else grouped.set(row.person_id, [keep(row)])
  }
  return grouped
}
