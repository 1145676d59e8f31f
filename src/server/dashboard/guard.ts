import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  dashboardPaths,
  followHeader,
  formTokenField,
  type Role,
  type SentForm,
} from '#contract/dashboard/navigation.ts'
import { shell } from '#server/acts/action-log.ts'
import type { Config } from '#server/config/config.ts'
import type { Operator } from '#server/config/formats.ts'
import {
  Refusal,
  refuseAsPage,
  saidToOperators,
  seeOther,
  type Refuse,
} from '#server/http/answers.ts'
import type { GuardHooks } from '#server/http/guards.ts'
import { senderOf } from '#server/signup/guard.ts'
import type { DashboardDeps } from './deps.ts'
import { findSession, isFormToken, maskedFormToken, noteSeen, type SignedIn } from './sessions.ts'

/**
 * DASH-2: who sends the request; null without a session, or when the settings no longer let its
 * operator sign in.
 */
export async function signedIn(
  request: FastifyRequest,
  { store, config, secretKey, cookie, now }: DashboardDeps,
): Promise<SignedIn | null> {
  const token = cookie.read(request)
  const session = token && (await findSession(store.db, secretKey, token, now()))
  if (!session) return null
  const role = roleOf(config.operators, session.operator)
  if (role === null) return null
  // A screen that only reads does not wait for a write.
  if (request.headers[followHeader] === undefined)
    void noteSeen(store.db, session, now()).catch(() => {})
  return { session, role }
}

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

declare module 'fastify' {
  interface FastifyRequest {
    /** who is signed in, on a route behind the sign-in */
    signedIn: SignedIn | null
  }
}

export type ScreenHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
) => Promise<unknown>

/** Adds a route behind the sign-in, for this role and above. */
export type AddRoute = (path: string, handler: ScreenHandler, role?: Role) => void

/** The handler of a route with one of the guards below. */
export const withSession =
  (handler: ScreenHandler) => (request: FastifyRequest, reply: FastifyReply) =>
    handler(request, reply, request.signedIn!)

/**
 * DASH-2: the guard of every route behind the sign-in. A GET without a session leads to the sign-in.
 * A POST is sent by a page of this site, with a session, by an operator, with the session's form
 * token, in this order. What was typed is not lost: it waits in a form until it can be sent. So a
 * form's body is read before the store is asked for the session.
 */
export const sessionGuard = (deps: DashboardDeps, role: Role): GuardHooks => ({
  async onRequest(request, reply) {
    return isAct(request)
      ? refuseOtherSite(request, deps)
      : refuseStrangers(request, reply, deps, role)
  },
  async preHandler(request, reply) {
    if (!isAct(request)) return
    const [path] = request.url.split('?') as [string]
    const fields = fieldsOf(request.body)
    const who = (request.signedIn = await signedIn(request, deps))
    if (!who)
      return deps.screens.showOutside(request, reply, { screen: 'session-ended', path, fields })
    if (!mayEnter(who, role)) return showOperatorsOnly(request, reply, who, deps)
    const sent = Object(request.body)[formTokenField] as unknown
    if (isFormToken(who.session.token, sent)) return
    return deps.screens.show(request, reply, who, { screen: 'send-again', path, fields })
  },
})

/** Answers where nobody is signed in, or a reader whom the route does not admit. */
async function refuseStrangers(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: DashboardDeps,
  role: Role,
): Promise<unknown> {
  const who = (request.signedIn = await signedIn(request, deps))
  if (!who) return seeOther(reply, dashboardPaths.signIn)
  return mayEnter(who, role) ? undefined : showOperatorsOnly(request, reply, who, deps)
}

const mayEnter = (who: SignedIn, role: Role) => role === 'reader' || who.role === 'operator'

const showOperatorsOnly = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  { screens }: DashboardDeps,
) => screens.show(request, reply, who, { screen: 'operators-only' })

/**
 * The guard of an upload, which its body may not reach: the connection is closed where it is not
 * read. The form token is in the body, before the file.
 */
export const uploadGuard = (deps: DashboardDeps): GuardHooks => ({
  async onRequest(request, reply) {
    reply.header('connection', 'close')
    refuseOtherSite(request, deps)
    await refuseStrangers(request, reply, deps, 'operator')
    if (!reply.sent) reply.removeHeader('connection')
  },
})

/** The guard in front of the sign-in. */
export const signInGuard = (deps: DashboardDeps): GuardHooks => ({
  async onRequest(request) {
    if (isAct(request)) refuseOtherSite(request, deps)
  },
})

const isAct = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD'

function refuseOtherSite({ headers }: FastifyRequest, { publicUrl }: DashboardDeps) {
  if (senderOf(headers, publicUrl) !== 'our-page')
    throw new Refusal(403, {
      reason: 'This form was sent by another site. Open the dashboard and send it from there.',
    })
}

/**
 * DASH-2: each screen says that the store is away. The session's cookie stays, and a form stays
 * with what was typed. What else is refused is answered as on every other page.
 */
export const refuseAsScreen = (deps: DashboardDeps): Refuse => {
  const asPage = refuseAsPage(deps.pages, saidToOperators)
  return (refusal, request, reply) => {
    if (refusal.status !== 503) return asPage(refusal, request, reply)
    const form = formIn(request, deps)
    return deps.screens.showOutside(request, reply, {
      screen: 'dashboard-away',
      path: request.url,
      ...(form && { form }),
    })
  }
}

/**
 * The form that one of our own pages sent, with a fresh token of the session. Null where its body
 * was not read, as that of an upload.
 */
function formIn(request: FastifyRequest, { cookie, publicUrl }: DashboardDeps): SentForm | null {
  const { method, headers, body } = request
  const isRead = body !== undefined || Number(headers['content-length'] ?? 0) === 0
  if (method !== 'POST' || !isRead || senderOf(headers, publicUrl) !== 'our-page') return null
  const session = cookie.read(request)
  return session === null
    ? fieldsOf(body)
    : [...fieldsOf(body), [formTokenField, maskedFormToken(session)]]
}

/** What a form sent, without its token: the fields that a screen holds until they can be sent. */
const fieldsOf = (body: unknown): [string, string][] =>
  Object.entries<unknown>(Object(body)).flatMap(([name, value]) =>
    name !== formTokenField && typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
