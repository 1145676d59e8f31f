import { createHmac, randomUUID, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import { dashboardPaths, navigation, type Role } from '#contract/dashboard/navigation.ts'
import { operatorMs } from '#contract/promises/operator-times.ts'
import { act, type Act, type ActDeps } from '#server/acts/act.ts'
import { isRecent } from '#server/config/recent.ts'
import { newToken } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { hostCookie } from '#server/http/headers.ts'

/** DASH-2: a session ends after this long without use, and after this long at the latest. */
const idleMs = operatorMs('idleSession')
const longestMs = operatorMs('session')
/** How exactly the last use is stored. */
const seenEveryMs = 60_000

/** `token` is the cookie's; the store has only its keyed hash. */
type Session = { id: string; operator: string; token: string; seenAt: number }

/** Who sends a request behind the sign-in. */
export type SignedIn = { session: Session; role: Role }

/** The key is the newest secret, so that a rotation ends every session. */
const hashOf = (secretKey: string, token: string) =>
  createHmac('sha256', secretKey).update(`session ${token}`).digest('hex')

/** Starts a session and returns the token for its cookie. */
export async function startSession(
  trx: Transaction<Schema>,
  { operator, browser, secretKey }: { operator: string; browser: string; secretKey: string },
  now: number,
): Promise<string> {
  const token = newToken()
  await trx
    .insertInto('sessions')
    .values({
      hash: hashOf(secretKey, token),
      id: randomUUID(),
      operator,
      browser,
      createdAt: now,
      seenAt: now,
    })
    .execute()
  return token
}

/**
 * The session of a cookie; null if it ended, or if a clock that was ahead wrote its start or its last
 * use: it would last longer by as much.
 */
export async function findSession(
  db: Db,
  secretKey: string,
  token: string,
  now: number,
): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'operator', 'createdAt', 'seenAt'])
    .where('hash', '=', hashOf(secretKey, token))
    .executeTakeFirst()
  return row && isAlive(row, now) ? { ...row, token } : null
}

const isAlive = (row: Pick<Selectable<Schema['sessions']>, 'createdAt' | 'seenAt'>, now: number) =>
  isRecent(row.seenAt, idleMs, now) && isRecent(row.createdAt, longestMs, now)

/** Stores that the session is in use, at most once a minute. */
export async function noteSeen(db: Db, { id, seenAt }: Session, now: number): Promise<void> {
  if (now - seenAt < seenEveryMs) return
  await db.updateTable('sessions').set({ seenAt: now }).where('id', '=', id).execute()
}

/** Ends one session, or all of them. Returns how many. */
export async function endSessions(
  trx: Transaction<Schema>,
  which: { id: string } | 'all',
): Promise<number> {
  const ended = await trx
    .deleteFrom('sessions')
    .$if(which !== 'all', (rows) => rows.where('id', '=', (which as { id: string }).id))
    .returning('id')
    .execute()
  return ended.length
}

/** Every session that can still be used, the last used first. */
export async function listSessions(
  db: Db,
  now: number,
): Promise<Omit<Selectable<Schema['sessions']>, 'hash'>[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'operator', 'browser', 'createdAt', 'seenAt'])
    .orderBy('seenAt', 'desc')
    .execute()
  return rows.filter((row) => isAlive(row, now))
}

/** DASH-2: the cookie of a session. */
export const sessionCookie = (publicUrl: string) =>
  hostCookie(publicUrl, { secure: 'ascend', plain: 'ascend_session', maxAgeMs: longestMs })

const bytes = 16

/** DASH-2: what each form of a session sends back. Only its cookie's token yields it. */
const secretOf = (sessionToken: string) =>
  createHmac('sha256', sessionToken).update('form').digest().subarray(0, bytes)

/**
 * DASH-8: masked with fresh random bits, so that two responses never have the same bytes: the
 * length of a compressed page then reveals nothing about it (BREACH).
 */
export function maskedFormToken(sessionToken: string): string {
  const mask = randomBytes(bytes)
  return Buffer.concat([mask, xor(mask, secretOf(sessionToken))]).toString('base64url')
}

/** Whether a form of this session sent the token. */
export function isFormToken(sessionToken: string, sent: unknown): boolean {
  const masked = Buffer.from(typeof sent === 'string' ? sent : '', 'base64url')
  if (masked.length !== 2 * bytes) return false
  const secret = xor(masked.subarray(0, bytes), masked.subarray(bytes))
  return timingSafeEqual(secret, secretOf(sessionToken))
}

const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, index) => byte ^ b[index]!))

const sessionAct = act<ActDeps>()

const outcome = (ended: number) => (ended === 0 ? 'it had ended already' : 'done')
const leadsTo = () => navigation.activity.path

/** DASH-2, DASH-7: what ends sessions. Who ends their own is signed out. */
export const sessionActs: readonly Act<ActDeps>[] = [
  sessionAct<undefined, undefined, unknown, number>({
    name: 'sign-out',
    said: 'Signed out',
    path: dashboardPaths.signOut,
    readers: true,
    run: ({ store }, { session }) => store.transact((trx) => endSessions(trx, { id: session! })),
    outcome,
  }),
  sessionAct<undefined, undefined, { session: string }, number>({
    name: 'end-session',
    said: 'Ended a session',
    path: dashboardPaths.endSession,
    fields: z.object({ session: z.string().max(64) }),
    run: ({ store }, { fields }) =>
      store.transact((trx) => endSessions(trx, { id: fields.session })),
    outcome,
    leadsTo,
  }),
  sessionAct<undefined, undefined, unknown, number>({
    name: 'end-all-sessions',
    said: 'Signed everybody out',
    path: dashboardPaths.endAllSessions,
    run: ({ store }) => store.transact((trx) => endSessions(trx, 'all')),
    outcome,
  }),
]
