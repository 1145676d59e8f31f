import type { FastifyReply, FastifyRequest } from 'fastify'
import { formTokenField, dashboardPaths } from '#contract/screens.ts'
import type { Store } from '#server/db/store.ts'
import { Refusal, seeOther } from '#server/http/answers.ts'
import type { GuardHooks } from '#server/http/guards.ts'
import { senderOf } from '#server/signup/guard.ts'
import { roleOf, type Operators } from './access.ts'
import { fieldsOf, isFormToken } from './form-token.ts'
import { type sessionCookie, findSession, noteSeen, type SignedIn } from './sessions.ts'
import type { Screens } from './loader.ts'

export type SessionDeps = {
  store: Store
  operators: Operators
  /** the newest secret: a rotation ends all sessions */
  secretKey: string
  publicUrl: string
  cookie: ReturnType<typeof sessionCookie>
  screens: Screens
  now: () => number
  /** the time by which a date decides (clock/clock.ts) */
  calendar: () => number
}

/**
 * DASH-2: who sends the request; null without a session, or when the settings no longer let its
 * operator sign in.
 */
export async function signedIn(
  request: FastifyRequest,
  { store, operators, secretKey, cookie, now }: SessionDeps,
): Promise<SignedIn | null> {
  const token = cookie.read(request)
  const session = token && (await findSession(store.db, secretKey, token, now()))
  if (!session) return null
  const role = roleOf(operators, session.operator)
  if (role === null) return null
  // A screen that only reads does not wait for a write.
  void noteSeen(store.db, session, now()).catch(() => {})
  return { session, role }
}

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

/** Adds a route behind the sign-in. */
export type AddRoute = (path: string, handler: ScreenHandler, roles?: { readers: boolean }) => void

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
export const sessionGuard = (deps: SessionDeps, { readers }: { readers: boolean }): GuardHooks => ({
  async onRequest(request, reply) {
    if (isAct(request)) return refuseOtherSite(request, deps)
    const who = (request.signedIn = await signedIn(request, deps))
    if (!who) return seeOther(reply, dashboardPaths.signIn)
    if (!readers && who.role === 'reader') return showOperatorsOnly(request, reply, who, deps)
    return
  },
  async preHandler(request, reply) {
    if (!isAct(request)) return
    const [path] = request.url.split('?') as [string]
    const fields = fieldsOf(request.body)
    const who = (request.signedIn = await signedIn(request, deps))
    if (!who)
      return deps.screens.showOutside(request, reply, { screen: 'session-ended', path, fields })
    if (!readers && who.role === 'reader') return showOperatorsOnly(request, reply, who, deps)
    const sent = Object(request.body)[formTokenField] as unknown
    if (isFormToken(who.session.token, sent)) return
    return deps.screens.show(request, reply, who, { screen: 'send-again', path, fields })
  },
})

const showOperatorsOnly = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  { screens }: SessionDeps,
) => screens.show(request, reply, who, { screen: 'operators-only' })

/**
 * The guard of an upload, which its body may not reach: the connection is closed where it is not
 * read. The form token is in the body, before the file.
 */
export const uploadGuard = (deps: SessionDeps): GuardHooks => ({
  async onRequest(request, reply) {
    reply.header('connection', 'close')
    refuseOtherSite(request, deps)
    const who = (request.signedIn = await signedIn(request, deps))
    if (!who) return seeOther(reply, dashboardPaths.signIn)
    if (who.role === 'reader') return showOperatorsOnly(request, reply, who, deps)
    reply.removeHeader('connection')
    return
  },
})

/** The guard in front of the sign-in. */
export const signInGuard = (deps: Pick<SessionDeps, 'publicUrl'>): GuardHooks => ({
  async onRequest(request) {
    if (isAct(request)) refuseOtherSite(request, deps)
  },
})

const isAct = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD'

function refuseOtherSite(
  { headers }: FastifyRequest,
  { publicUrl }: Pick<SessionDeps, 'publicUrl'>,
) {
  if (senderOf(headers, publicUrl) !== 'our-page')
    throw new Refusal(403, {
      reason: 'This form was sent by another site. Open the dashboard and send it from there.',
    })
}
