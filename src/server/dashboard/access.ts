import type { Kysely, Transaction } from 'kysely'
import { operatorMs } from '#contract/operator-times.ts'
import type { Role } from '#contract/screens.ts'
import { shell } from '#server/acts/action-log.ts'
import type { Config } from '#server/config/config.ts'
import type { Operator } from '#server/config/formats.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { hashOfToken, newToken } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { hasSession } from './sessions.ts'

type Operators = Config['operators']

/**
 * DASH-1: what a name may do by the settings of this moment; null if it may not sign in. `shell`
 * may do everything until OPERATORS is set.
 */
export function roleOf(operators: Operators, name: string): Role | null {
  if (name === shell) return operators.length === 0 ? 'operator' : null
  return operatorNamed(operators, name)?.role ?? null
}

export const operatorNamed = (operators: Operators, email: string): Operator | undefined =>
  operators.find((operator) => operator.email === email.trim().toLowerCase())

/**
 * DASH-1: whether `/dashboard` exists at all: operators are set, or a printed link or its session
 * can be used.
 */
export async function dashboardExists(db: Db, operators: Operators, now: number): Promise<boolean> {
  if (operators.length > 0) return true
  const link = await db
    .selectFrom('sign_in_links')
    .select('hash')
    .where('operator', '=', shell)
    .where('expiresAt', '>', now)
    .where('createdAt', '<=', now + mostAheadMs)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined || hasSession(db, shell, now)
}

/**
 * Creates a link token of 256 random bits and stores its hash. The clear token exists only in the
 * result.
 */
export async function createSignInToken(
  db: Kysely<Schema>,
  operator: string,
  now: number,
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sign_in_links')
    .values({
      hash: hashOfToken(token),
      operator,
      createdAt: now,
      expiresAt: now + operatorMs('signInLink'),
    })
    .execute()
  return token
}

/**
 * Whom the link would sign in; null if it is unknown, was used or has expired, or if a clock that was
 * ahead made it.
 */
export async function findSignInToken(
  db: Kysely<Schema>,
  token: string,
  now: number,
): Promise<string | null> {
  const link = await db
    .selectFrom('sign_in_links')
    .select('operator')
    .where('hash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .where('createdAt', '<=', now + mostAheadMs)
    .executeTakeFirst()
  return link?.operator ?? null
}

/** The same, and the link works no more. Of two uses at the same time one gets null. */
export async function spendSignInToken(
  trx: Transaction<Schema>,
  token: string,
  now: number,
): Promise<string | null> {
  const spent = await trx
    .deleteFrom('sign_in_links')
    .where('hash', '=', hashOfToken(token))
    .returning(['operator', 'createdAt', 'expiresAt'])
    .executeTakeFirst()
  const works = spent && spent.expiresAt > now && spent.createdAt <= now + mostAheadMs
  return works ? spent.operator : null
}
