import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stateErrors, type SetState } from '#contract/launch/launch.ts'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/store.ts'
import { prefixOfPath, refusedFor, type Said } from './language.ts'
import type { Pages } from './pages.ts'

type Details = {
  retryAfterS?: number | undefined
  /** a sentence for whoever sent the request, instead of the route's own for this status */
  reason?: string | undefined
  /** the same for visitors, who read it in the language of their page */
  said?: Said
  /** END-2: the state of the launch in which nothing is accepted (409) */
  state?: SetState
}

/** A request that is not carried out. A guard or a handler throws it; its route words it. */
export class Refusal extends Error {
  readonly status: number
  readonly details: Details
  /** what was thrown, where the refusal stands for an unexpected error (500) */
  override readonly cause: unknown

  constructor(status: number, details: Details = {}, cause?: unknown) {
    super(`refused with ${status}`)
    this.status = status
    this.details = details
    this.cause = cause
  }
}

/** How a route words a refusal: as JSON, as PostgREST does, as a form, as a page, as a screen. */
export type Refuse = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Leads to another page with a GET, so that a reload sends nothing again (RFC 9110 15.4.4): in the
 * language of the path that was asked for.
 */
export const seeOther = (reply: FastifyReply, path: string) =>
  reply
    .code(303)
    .headers({ 'cache-control': 'no-store', location: prefixOfPath(reply.request) + path })
    .send()

/** A sentence for a person or a program, which no cache keeps. */
export const plainText = (reply: FastifyReply, status: number, sentence: string) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(sentence)

/** The result of a write; it is refused (429) if it was over a budget. */
export function withinBudget<Result extends object>(
  result: Result,
): Exclude<Result, { outcome: 'over-budget' }> {
  const waitMs = (result as { retryAfterMs?: number }).retryAfterMs ?? 0
  if (waitMs > 0) throw new Refusal(429, { retryAfterS: Math.ceil(waitMs / 1_000) })
  return result as Exclude<Result, { outcome: 'over-budget' }>
}

const retryStoreS = 5

/** What a thrown error means for whoever sent the request. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StoreUnavailable)
    return new Refusal(503, { retryAfterS: retryStoreS }, error)
  const { statusCode = 500 } = error as { statusCode?: number }
  return new Refusal(statusCode >= 400 && statusCode < 500 ? statusCode : 500, {}, error)
}

/** What whoever sent the request can do, where the route says nothing of its own. */
const advice: Readonly<Record<number, string>> = {
  400: 'The request could not be read. Check its body and send it again.',
  403: 'This form was sent by a page of another site. Open our own page and send it from there.',
  413: 'The body is larger than this path accepts. Send less.',
  414: 'The address is longer than 4 KiB.',
  415: 'This content type is not supported here.',
  429: 'Too many requests from this network. Try again after the seconds in Retry-After.',
  500: 'Something broke on our side. Try again in a minute.',
  503: 'Nothing is stored yet. Try again after the seconds in Retry-After.',
}

/** The sentence of a refusal: its own, the route's for its status, or the usual one. */
const sentenceOf = (
  { status, details: { reason } }: Refusal,
  sentences: Readonly<Record<number, string>> = {},
): string => reason ?? sentences[status] ?? advice[status] ?? advice[400]!

/** `{ error }`, with the state of the launch (END-2) or the id of the request in the log. */
export const refuseAsJson =
  (sentences: Readonly<Record<number, string>> = {}): Refuse =>
  (refusal, request, reply) => {
    const { state } = refusal.details
    return reply.send({
      error: state ? stateErrors[state] : sentenceOf(refusal, sentences),
      ...(state && { state }),
      ...(refusal.status === 500 && { requestId: request.id }),
    })
  }

/**
 * The page to try again, or to send a form again with what it contained (503), that of an unexpected
 * error (ROUTE-3), or a sentence as text.
 */
export const refuseAsPage =
  (
    pages: Pages,
    said: (refusal: Refusal, request: FastifyRequest) => string = saidToVisitors,
  ): Refuse =>
  (refusal, request, reply) => {
    if (refusal.status === 503)
      return pages.show(request, reply, {
        page: 'try-later',
        action: request.url,
        ...(request.method === 'POST' && { sent: Object(request.body) as Record<string, string> }),
      })
    if (refusal.status === 500) return pages.unexpected(request, reply, refusal.cause)
    return plainText(reply, refusal.status, said(refusal, request))
  }

/** The sentence of a refusal for visitors. The body of a form that is too large was not read. */
function saidToVisitors({ status, details: { said, reason } }: Refusal, request: FastifyRequest) {
  const words = refusedFor(request)
  if (said !== undefined) return words[said]
  return reason ?? words[saidOfStatus[status] ?? 'unreadable']
}

const saidOfStatus: Readonly<Record<number, Said>> = {
  403: 'elsewhere',
  413: 'tooLarge',
  414: 'longPath',
  415: 'unsupported',
  429: 'tooOften',
}

/** The same for operators, in English whatever the language of the campaign is. */
export const saidToOperators = (refusal: Refusal): string =>
  sentenceOf(refusal, { 413: tooLargeForm })

const tooLargeForm =
  'This form contains more than the server accepts, so nothing was stored. Go back, shorten what you typed, and send it again.'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** left out: as a page, or as JSON below the paths of the API */
    refuse?: Refuse
  }
}

/**
 * Paths of the API. Their errors are JSON. CALL-6 lists the paths that exist in Supabase but not
 * here.
 */
const api =
  /^\/(?:(?:functions|rest|auth|storage|realtime)\/v1(?:[/?]|$)|events(?:\?|$)|webhooks\/)/

const rest = /^\/rest\/v1(?:[/?]|$)/

type ErrorDeps = {
  pages: Pages
  log: Log
  /** answers a path below /rest/v1 that is no table and no function */
  unknownTable: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/**
 * Answers unknown paths (ROUTE-2), and what is refused or thrown before or in a handler: its route
 * says how (ROUTE-3). Only what is unexpected, and a store that is away, is logged.
 */
export function answerErrors(app: FastifyInstance, { pages, log, unknownTable }: ErrorDeps): void {
  app.setNotFoundHandler((request, reply) => {
    if (rest.test(request.url)) return unknownTable(request, reply)
    if (api.test(request.url))
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({ error: 'There is nothing at this path.' })
    return pages.notFound(request, reply)
  })

  const asPage = refuseAsPage(pages)
  const asJson = refuseAsJson()
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalOf(error)
    const { status, cause, details } = refusal
    reply.code(status).header('cache-control', 'no-store')
    if (status === 413 || status === 415) reply.header('connection', 'close')
    if (details.retryAfterS !== undefined) reply.header('retry-after', details.retryAfterS)
    if (status === 503 && cause)
      log.error({ reqId: request.id, reason: String(cause) }, 'the store did not answer a request')
    if (status === 500) log.error({ reqId: request.id, err: cause }, 'a request failed')
    const refuse = request.routeOptions.config.refuse ?? (api.test(request.url) ? asJson : asPage)
    return refuse(refusal, request, reply)
  })
}
