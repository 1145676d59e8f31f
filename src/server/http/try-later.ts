import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pages } from './pages.ts'

/**
 * 503, while the store is away: a page to load again, or a form to send again with what it
 * contained. A POST of another site must have been refused before.
 */
export const showTryLater = (pages: Pages, request: FastifyRequest, reply: FastifyReply) =>
  pages.show(request, reply.header('retry-after', '5'), {
    page: 'try-later',
    action: request.url,
    ...(request.method === 'POST' && {
      sent: (request.body ?? {}) as Readonly<Record<string, string>>,
    }),
  })
