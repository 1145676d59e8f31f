import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#server/config/log.ts'
import { refuseAsJson, refuseAsPage, refusalOf, type Refuse } from './answers.ts'
import type { Pages } from './pages.ts'

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

export type ErrorDeps = {
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
    return pages.static(request, reply, { page: 'not-found' })
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
