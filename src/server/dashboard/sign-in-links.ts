import type { Kysely, Transaction } from 'kysely'
import { operatorMs } from '#contract/operator-times.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { hashOfToken, newToken } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import { dashboardPaths } from '#contract/screens.ts'
import type { RenderedMail, RenderOperatorMail } from '#contract/render.ts'
import type { Store } from '#server/db/store.ts'

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

type SignInMailDeps = {
  store: Store
  publicUrl: string
  render: RenderOperatorMail
  now: () => number
}

/** DASH-1. The link is created when the mail is sent: no queued mail holds a token. */
export async function renderSignInMail(
  { store, publicUrl, render, now }: SignInMailDeps,
  email: string,
): Promise<RenderedMail> {
  const token = await store.transact((trx) => createSignInToken(trx, email, now()))
  const url = `${publicUrl}${dashboardPaths.signIn}/${token}`
  return render({ template: 'sign-in', url })
}
