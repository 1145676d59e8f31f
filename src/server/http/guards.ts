import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { isSame } from '#server/db/new-id.ts'
import { Refusal, type Refuse } from './answers.ts'

/**
 * What a route asks of a request before its handler runs. `open`: nothing. `link`: the token in its
 * path, from wherever it comes (RFC 8058). `button`: the same, sent by a page of this site. `sign-in`:
 * that page, in front of the sign-in. `reader` and `operator`: a session with at least that role.
 * `upload`: an operator's, before the body is read. `webhook`: a provider that is configured.
 */
export type Guard =
  | 'open'
  | 'sign-up'
  | 'event-count'
  | 'link'
  | 'button'
  | 'sign-in'
  | 'reader'
  | 'operator'
  | 'upload'
  | 'webhook'

/** `onRequest` runs before the body is read, `preHandler` after it. Both refuse by throwing. */
export type GuardHooks = {
  onRequest?: onRequestAsyncHookHandler
  preHandler?: preHandlerAsyncHookHandler
}

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard
    /** called with the status of each response */
    answered?: ((status: number) => void) | undefined
  }
}

/**
 * Gives each route the hooks of the guard that it declares. A route that declares none does not
 * start.
 */
export function guardRoutes(app: FastifyInstance, guards: Record<Guard, GuardHooks>): void {
  app.addHook('onRoute', (route) => {
    const { guard, answered } = route.config ?? {}
    if (guard === undefined)
      throw new Error(`${[route.method].flat().join()} ${route.url} declares no guard`)
    const { onRequest, preHandler } = guards[guard]
    if (onRequest) route.onRequest = [...[route.onRequest ?? []].flat(), onRequest]
    if (preHandler) route.preHandler = [...[route.preHandler ?? []].flat(), preHandler]
    if (answered)
      route.onResponse = [
        ...[route.onResponse ?? []].flat(),
        (_request, { statusCode }, done) => (answered(statusCode), done()),
      ]
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** A route with words of its own for what is refused, and a count of its statuses. */
export type CallRoute = {
  handler: Handler
  refuse: Refuse
  answered?: (status: number) => void
}

/** The options of a route that everybody may open. */
export const forEverybody = { config: { guard: 'open' } } as const

/** CALL-5: if ANON_KEY is set, calls without it are answered 401. The key is not a secret. */
export const requireAnonKey =
  (anonKey: string | undefined): onRequestAsyncHookHandler =>
  async ({ headers }) => {
    const given = firstOf(headers.apikey) ?? headers.authorization?.replace(/^Bearer /i, '')
    if (anonKey !== undefined && (given === undefined || !isSame(given, anonKey)))
      throw new Refusal(401, { reason: noKey })
  }

const noKey =
  'Send the public key of this waitlist in the header apikey, or as Authorization: Bearer.'

/** The first value of a header that may come several times. */
export const firstOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header
