import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import type { Pages } from './pages.ts'
import { showTryLater } from './try-later.ts'

/**
 * Paths of the API. Their errors are JSON. CALL-6 lists the paths that exist in Supabase but not
 * here.
 */
const api =
  /^\/(?:(?:functions|rest|auth|storage|realtime)\/v1(?:[/?]|$)|events(?:\?|$)|webhooks\/)/

const rest = /^\/rest\/v1(?:[/?]|$)/

const advice: Record<number, string> = {
  400: 'The request could not be read. Check its body and send it again.',
  413: 'The body is larger than this path accepts. Send less.',
  414: 'The address is longer than 4 KiB.',
  415: 'This content type is not supported here.',
}

/** For people, who have sent a form. Its body was not read. */
const tooLargeForm =
  'This form contains more than the server accepts, so nothing was stored. Go back, shorten what you typed, and send it again.'

export type ErrorDeps = {
  pages: Pages
  log: Log
  /** answers a path below /rest/v1 that is no table and no function */
  unknownTable: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** Answers unknown paths (ROUTE-2), unreadable bodies, and thrown errors (ROUTE-3). */
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

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status =
      error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? error.statusCode
        : 500
    reply.header('cache-control', 'no-store')
    if (status === 413 || status === 415) reply.header('connection', 'close')
    if (status < 500) return refuse(request, reply, status)
    log.error({ reqId: request.id, err: error }, 'a request failed')
    if (error instanceof StoreUnavailable && !api.test(request.url))
      return showTryLater(pages, request, reply)
    if (api.test(request.url))
      return reply.code(500).send({
        error: 'Something broke on our side. Try again in a minute.',
        requestId: request.id,
      })
    return pages.unexpected(request, reply, error)
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: number) {
  const text = advice[status] ?? advice[400]!
  if (api.test(request.url)) return reply.code(status).send({ error: text })
  return reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .send(status === 413 ? tooLargeForm : text)
}
