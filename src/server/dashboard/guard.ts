import type { FastifyReply, FastifyRequest } from 'fastify'
import { formTokenField, type Role } from '#contract/screens.ts'
import { dashboardPaths } from '#contract/screens.ts'
import type { Store } from '#server/db/open.ts'
import { senderOf } from '#server/signup/guard.ts'
import { roleOf, type Operators } from './access.ts'
import { isFormToken } from './form-token.ts'
import type { sessionCookie } from './session-cookie.ts'
import { findSession, noteSeen, type Session } from './sessions.ts'
import { fieldsOf, type Screens } from './screens.ts'

export type SignedIn = { session: Session; role: Role }

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

export type ScreenHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
) => Promise<unknown>

/** A GET of a screen behind the sign-in. Without a session it leads to the sign-in. */
export const behindSignIn =
  (deps: SessionDeps, readers: boolean, handler: ScreenHandler) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const who = await signedIn(request, deps)
    if (!who) return reply.header('cache-control', 'no-store').redirect(dashboardPaths.signIn, 303)
    if (!readers && who.role === 'reader')
      return deps.screens.show(request, reply, who, { screen: 'operators-only' })
    return handler(request, reply, who)
  }

/**
 * DASH-2: a POST behind the sign-in, in this order: sent by a page of this site, with a session, by
 * an operator, with the session's form token. What was typed is not lost: it waits in a form until
 * it can be sent.
 */
export const actBehindSignIn =
  (deps: SessionDeps, readers: boolean, handler: ScreenHandler) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (senderOf(request.headers, deps.publicUrl) !== 'our-page')
      return reply
        .code(403)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('This form was sent by another site. Open the dashboard and send it from there.')
    const who = await signedIn(request, deps)
    const [path] = request.url.split('?') as [string]
    const fields = fieldsOf(request.body)
    if (!who)
      return deps.screens.showOutside(request, reply, { screen: 'session-ended', path, fields })
    if (!readers && who.role === 'reader')
      return deps.screens.show(request, reply, who, { screen: 'operators-only' })
    const sent = (request.body as Record<string, unknown> | null)?.[formTokenField]
    if (!isFormToken(who.session.token, sent))
      return deps.screens.show(request, reply, who, { screen: 'send-again', path, fields })
    return handler(request, reply, who)
  }
