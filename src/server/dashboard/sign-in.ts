import type { Kysely, Transaction } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { operatorMs } from '#contract/promises/operator-times.ts'
import { parseAddress } from '#contract/address/address.ts'
import { dashboardPaths, navigation } from '#contract/dashboard/navigation.ts'
import { hourMs } from '#contract/time.ts'
import { shell, insertAct } from '#server/acts/action-log.ts'
import type { Config } from '#server/config/config.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { hashOfToken, newToken, newId } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { destinationKind } from '#server/config/destination.ts'
import { seeOther } from '#server/http/answers.ts'
import { typedField } from '#server/http/loader.ts'
import { fingerprint, spendOne, waitFor, tightBudget } from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { ofToken } from '#server/signup/links.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { operatorNamed, roleOf, signedIn } from './guard.ts'
import type { DashboardDeps } from './deps.ts'
import { listSessions, endSessions, startSession, type SignedIn } from './sessions.ts'
import { sentIn } from './show.ts'

/**
 * DASH-1: whether `/dashboard` exists at all: operators are set, or a printed link or its session
 * can be used.
 */
export async function dashboardExists(
  db: Db,
  { operators }: Pick<Config, 'operators'>,
  now: number,
): Promise<boolean> {
  if (operators.length > 0) return true
  const link = await usableLinks(db, now).where('operator', '=', shell).executeTakeFirst()
  return link !== undefined || (await listSessions(db, now)).some((one) => one.operator === shell)
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

/** Neither expired nor made by a clock that was ahead. */
const usableLinks = (db: Db, now: number) =>
  db
    .selectFrom('sign_in_links')
    .select('operator')
    .where('expiresAt', '>', now)
    .where('createdAt', '<=', now + mostAheadMs)

/** Whom the link would sign in; null if it is unknown, was used or can no longer be used. */
const findSignInToken = async (db: Db, token: string, now: number): Promise<string | null> =>
  (await usableLinks(db, now).where('hash', '=', hashOfToken(token)).executeTakeFirst())
    ?.operator ?? null

/** The same, and the link works no more. Of two uses at the same time one gets null. */
async function spendSignInToken(
  trx: Transaction<Schema>,
  token: string,
  now: number,
): Promise<string | null> {
  const operator = await findSignInToken(trx, token, now)
  const spent = await trx
    .deleteFrom('sign_in_links')
    .where('hash', '=', hashOfToken(token))
    .returning('operator')
    .executeTakeFirst()
  return spent ? operator : null
}

/** An address gets three links at once, then one in ten minutes: operators are not flooded. */
const addressBudget = { atOnce: 3, everyMs: hourMs / 6 }

export const signInPage =
  (deps: DashboardDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (await signedIn(request, deps)) return seeOther(reply, navigation.overview.path)
    return deps.screens.showOutside(request, reply, {
      screen: 'sign-in',
      sendsMail: sendsMail(deps),
      typed: '',
    })
  }

const linkFields = z.object({ email: typedField(320) })

/**
 * DASH-1: asks for a link by mail. The answer is the same for every address, and is sent before the
 * address is looked up, so that neither its bytes nor its time reveal an operator.
 */
export const requestLink =
  (deps: DashboardDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { screens } = deps
    const { email: typed } = linkFields.parse(sentIn(request))
    const again = (wrong: 'address' | 'too-many') =>
      screens.showOutside(request, reply, {
        screen: 'sign-in',
        sendsMail: sendsMail(deps),
        typed,
        wrong,
      })
    const email = parseAddress(typed)
    if (email === null) return again('address')
    const retryAfterMs = await spendOnNetwork(request, deps)
    if (retryAfterMs > 0) {
      reply.header('retry-after', Math.ceil(retryAfterMs / 1_000))
      return again('too-many')
    }
    await screens.showOutside(request, reply, { screen: 'sign-in-sent', typed: email })
    void queueLink(email, deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'a sign-in link could not be queued'),
    )
    return reply
  }

async function spendOnNetwork(request: FastifyRequest, deps: DashboardDeps): Promise<number> {
  if (deps.limitsFor(request) === 'off') return 0
  const charges = networkCharges(deps.secretKey, request.ip, 'sign-in', tightBudget)
  // A flood beyond its budget only reads: it takes no turns in the store's writes.
  const waitMs = await waitFor(deps.store.db, charges, deps.now())
  if (waitMs > 0) return waitMs
  const result = await deps.store.transact((trx) => spendOne(trx, charges, deps.now()))
  return result.retryAfterMs
}

/** A kept sign-in mail would let every reader of `/dev/mails` sign in. */
const sendsMail = ({ config }: DashboardDeps) => destinationKind(config) === 'smtp'

async function queueLink(email: string, deps: DashboardDeps) {
  const { store, config, secretKey, now } = deps
  if (!sendsMail(deps) || !operatorNamed(config.operators, email)) return
  const key = `sign-in ${fingerprint(secretKey, `operator ${email}`)}`
  await store.transact(async (trx) => {
    const budget = await spendOne(trx, [{ key, budget: addressBudget }], now())
    if (budget.retryAfterMs === 0)
      await queueOperatorMail(trx, { email, template: 'sign-in', data: {} }, now())
  })
  deps.mailQueued()
}

/** DASH-1: a GET shows a button and signs nobody in, because mail scanners follow links. */
export const linkPage =
  (deps: DashboardDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = ofToken.parse(request.params)
    const operator = await findSignInToken(deps.store.db, token, deps.now())
    return deps.screens.showOutside(
      request,
      reply,
      operator !== null && roleOf(deps.config.operators, operator)
        ? { screen: 'sign-in-ask', operator, path: `${dashboardPaths.signIn}/${token}` }
        : { screen: 'sign-in-old' },
    )
  }

/** The button: spends the link, ends this browser's earlier session and starts one. */
export const signIn =
  (deps: DashboardDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { store, secretKey, cookie, now } = deps
    const { token } = ofToken.parse(request.params)
    const earlier = await signedIn(request, deps)
    const browser = browserName(request.headers['user-agent'])
    const cookieToken = await store.transact(async (trx) => {
      const operator = await spendSignInToken(trx, token, now())
      if (operator === null || roleOf(deps.config.operators, operator) === null) return null
      if (earlier) await endSessions(trx, { id: earlier.session.id })
      await insertAct(trx, newId(), { operator, action: 'sign-in', outcome: 'done' }, now())
      return startSession(trx, { operator, browser, secretKey }, now())
    })
    if (cookieToken === null)
      return deps.screens.showOutside(request, reply, { screen: 'sign-in-old' })
    return seeOther(cookie.write(reply, cookieToken), navigation.overview.path)
  }

const leftFields = z.object({ session: z.string().optional().catch(undefined) })

/** A session that ended is left by its browser; one of the list was another's. */
export const leaveSession =
  ({ cookie }: DashboardDeps) =>
  ([request, reply, { session }]: [FastifyRequest, FastifyReply, SignedIn], path: string) => {
    const { session: chosen = session.id } = leftFields.parse(sentIn(request))
    const isOther = chosen !== session.id && request.url === dashboardPaths.endSession
    if (isOther) return seeOther(reply, path)
    // A browser that went back would show a stored page, so none is stored.
    cookie.clear(reply).header('clear-site-data', '"cache"')
    // Without OPERATORS the sign-in page ends with the session.
    return seeOther(reply, session.operator === shell ? '/' : dashboardPaths.signIn)
  }

const browsers = [
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** Browser and system of a user agent in words, for the list of sessions. Only known names. */
function browserName(userAgent: string | undefined = ''): string {
  const named = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const [browser, system] = [named(browsers), named(systems)]
  if (!browser && !system) return 'Unknown browser'
  return [browser ?? 'Unknown browser', system && `on ${system}`].filter(Boolean).join(' ')
}
