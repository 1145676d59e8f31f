import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { consents } from '#campaign'
import { openStore } from '#server/db/open.ts'
import { type StoreLocation } from '#server/db/store.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { silentLog } from '#test/silent-log.ts'

const daysSpread = 6

/**
 * An empty store, then `people` who joined over the last six days, confirmed, took the quiz and had
 * its first mail: every row that the product writes for them and still keeps. Their next steps are
 * due one a millisecond from `dueFrom` on, in no order of the people.
 */
export async function fill(where: StoreLocation, people: number, dueFrom: number): Promise<void> {
  await (await openStore(where, { log: silentLog, role: 'server', journalKey: () => '' })).close()
  if (people === 0) return
  const statements = rowsOf(people, Date.now(), dueFrom)
  if ('dataDir' in where) fillSqlite(join(where.dataDir, 'ascend.db'), statements)
  else await fillPostgres(where.databaseUrl, statements)
}

function fillSqlite(file: string, statements: readonly string[]) {
  const db = new DatabaseSync(file)
  db.function('md5', { deterministic: true }, (text) =>
    createHash('md5').update(String(text)).digest('hex'),
  )
  db.exec(
    'pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -400000; pragma temp_store = memory; pragma wal_autocheckpoint = 100000',
  )
  for (const statement of statements) db.exec(statement)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
}

/** Foreign keys are asked of the product's rows, not of these. */
async function fillPostgres(url: string, statements: readonly string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of [
      `set session_replication_role = replica`,
      `set synchronous_commit = off`,
      `set work_mem = '256MB'`,
      ...statements,
      'vacuum analyze',
      'checkpoint',
    ])
      await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * One text for both engines. What is random in the product (addresses, hashes, budget keys) is
 * scattered here by a person's `dice`, and inserted in its own order, which is quicker.
 */
function rowsOf(people: number, now: number, dueFrom: number): string[] {
  const dayMs = 24 * 3_600_000
  const result = resultFor('focus')
  const id = (kind: number) => `'0190000${kind}-' || (1000000000 + n) || '-7000-8000-000000'`
  const at = `(${now - daysSpread * dayMs} + n * ${Math.floor((daysSpread * dayMs) / people)})`
  const email = `substr(dice, 1, 16) || '@example.com'`
  const mail = (
    kind: number,
    template: string,
  ) => `insert into outbox (id, "personId", template, data, email, domain, state, priority, requester, waits, turn, paid, "createdAt", "dueAt", attempts, ambiguous, handed, "messageId", "sentAt")
    select ${id(kind)}, ${id(0)}, '${template}', '{}', ${email}, 'example.com', 'sent', 0, '', '', 0, 0, ${at}, ${at}, 0, 0, 1, '<' || dice || '@example.com>', ${at} from numbers`
  return [
    `create temporary table numbers as with recursive counted (n) as (select 0 union all select n + 1 from counted where n < ${people - 1}) select cast(n as bigint) as n, md5('person ' || n) as dice from counted`,
    `insert into people (id, email, state, language, placement, source, "createdAt", "confirmedAt", "recentMails", "budgetDomain", "quizType") select ${id(0)}, ${email}, 'confirmed', 'en', 'quiz', '', ${at}, ${at}, '[]', 'example.com', '${result.performance_type}' from numbers`,
    `insert into consents (id, "personId", version, language, wording, placement, "givenAt") select ${id(1)}, ${id(0)}, ${text(consents[0].version)}, 'en', ${text(consents[0].text)}, 'quiz', ${at} from numbers`,
    mail(2, 'confirm'),
    mail(3, 'sequence'),
    `insert into link_tokens (hash, purpose, "personId", "createdAt") select dice || substr(dice, 9) || 'unsubscr', 'unsubscribe', ${id(0)}, ${at} from numbers
      union all select substr(dice, 9) || dice || 'and-me--', 'me', ${id(0)}, ${at} from numbers order by 1`,
    `insert into budgets (key, tat) select 'tight ' || substr(dice, 3, 22), ${at} from numbers union all select 'mail-to:' || substr(dice, 5, 22), ${at} from numbers order by 1`,
    `insert into quiz_results (id, "personId", "idempotencyKey", "createdAt", performance_type, primary_score, scores, answers, result_data)
      select ${id(4)}, ${id(0)}, substr(dice, 7, 22), ${at}, '${result.performance_type}', ${result.primary_score}, ${json(result.scores)}, ${json(result.answers)}, ${json(result.result_data)} from numbers`,
    `insert into sequences ("quizResultId", "personId", performance_type, state, "startedAt") select ${id(4)}, ${id(0)}, '${result.performance_type}', 'active', ${at} from numbers`,
    `insert into sequence_places ("personId", step, "stepDays", "firstAt", "lastAt", "dueAt", firsts) select ${id(0)}, 'protocol', 0, ${at}, ${at}, ${dueFrom} + (n * 7919) % ${people}, '[]' from numbers`,
    'drop table numbers',
  ]
}

const json = (value: unknown) => text(JSON.stringify(value))
const text = (value: string) => `'${value.replaceAll("'", "''")}'`
