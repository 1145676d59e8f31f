import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { isSame } from '#server/db/new-id.ts'
import { isLoopbackHost } from '#server/config/config.ts'
import { canTryOut, type TryOutConfig } from '#server/config/destination.ts'
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
    route.onRequest = [route.onRequest ?? [], onRequest ?? []].flat()
    route.preHandler = [route.preHandler ?? [], preHandler ?? []].flat()
    if (answered)
      route.onResponse = (_request, { statusCode }, done) => (answered(statusCode), done())
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

const forwardingHeaders =
  /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|cdn-loop)$/
const loopbackPeer = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * True for a request from this machine to a loopback host that no proxy forwarded: it has no
 * forwarding header and uses HTTP/1.1 (nginx uses 1.0 by default). A tunnel that rewrites Host
 * cannot be detected.
 */
export function fromLoopback(request: FastifyRequest): boolean {
  const host = `http://${request.headers.host ?? ''}`
  return (
    loopbackPeer.test(request.raw.socket.remoteAddress ?? '') &&
    request.raw.httpVersion === '1.1' &&
    !Object.keys(request.headers).some((name) => forwardingHeaders.test(name)) &&
    URL.canParse(host) &&
    isLoopbackHost(new URL(host).hostname)
  )
}

/**
 * True for a person who tries the server out on their own machine: PUBLIC_URL is loopback, no proxy
 * is configured, and the request is local. /dev/mails and LIMITS=off require it.
 */
export const isTryingOut = (request: FastifyRequest, config: TryOutConfig): boolean =>
  canTryOut(config) && fromLoopback(request)
