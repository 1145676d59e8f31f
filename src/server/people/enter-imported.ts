import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Secrets } from '#server/secret.ts'
import { takeErasureLock } from '#server/store/erasure-lock.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import type { ConsentsTable, PeopleTable, Schema } from '#server/store/schema.ts'
import { erasedAmong } from '#server/waitlist/erasure.ts'
import type { ImportRow } from './judge-row.ts'

/** Why addresses that were entered, suppressed or erased before are not entered by an import. Those that it may enter are missing. */
export async function knownAmong(db: Kysely<Schema>, emails: readonly string[], secrets: Secrets): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const people = await db.selectFrom('people').select(['email', 'state']).where('email', 'in', emails).execute()
  const erased = await erasedAmong(db, emails, secrets)
  return new Map([...[...erased].map((email) => [email, 'erased'] as const), ...people.map(({ email, state }) => [email, `here already: ${state}`] as const)])
}

/**
 * Enters those that nobody knows, with their consents, in the caller's transaction; nothing of anybody else is touched, and no
 * mail is queued. Returns the reasons of those that were not entered, by address.
 */
export async function enterImported(trx: Kysely<Schema>, rows: readonly ImportRow[], secrets: Secrets, now: number): Promise<Map<string, string>> {
  await takeErasureLock(trx, 'import')
  const known = await knownAmong(trx, rows.map(({ email }) => email), secrets)
  const drafts = rows.filter(({ email }) => !known.has(email)).toSorted((a, b) => (a.email < b.email ? -1 : 1)).map((row) => ({ row, person: draft(row, now) }))
  const entered = new Set((await insertRows(trx, 'import people', drafts.map(({ person }) => person), (values) => trx.insertInto('people').values(values as PeopleTable[])
    .onConflict((same) => same.column('email').doNothing()).returning('id'))).map(({ id }) => id))
  const consents = drafts.flatMap(({ row: { consent }, person }) => (consent && entered.has(person.id) ? [{
    id: randomUUIDv7(), person_id: person.id, version: consent.version, wording: consent.wording, placement: 'import', source: consent.source, given_at: consent.givenAt,
  }] : []))
  await insertRows(trx, 'import consents', consents, (values) => trx.insertInto('consents').values(values as ConsentsTable[]))
  const overtaken = drafts.filter(({ person }) => !entered.has(person.id)).map(({ row }) => [row.email, 'here already: joined meanwhile'] as const)
  return new Map([...known, ...overtaken])
}

const draft = ({ email, source, confirmed }: ImportRow, now: number): PeopleTable => ({
  id: randomUUIDv7(), email, state: confirmed ? 'confirmed' : 'unconfirmed', placement: 'import', source, created_at: now,
  confirmed_at: confirmed ? now : null, left_at: null, recent_mails: '[]',
})
