import type { Role } from '#contract/screens.ts'
import { shell } from '#server/acts/action-log.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import type { Config } from '#server/config/config.ts'
import type { Operator } from '#server/config/formats.ts'
import type { Db } from '#server/db/store.ts'
import { hasSession } from './sessions.ts'

export type Operators = Config['operators']

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
