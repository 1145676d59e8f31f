import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageVisit } from '#contract/render.ts'
import { sendBody, type Body } from './bodies.ts'
import type { PageRenderer } from './page-renderer.ts'

/**
 * Renders for this request. Never cached, and never compressed: the typed text is beside a token,
 * and the compressed length would reveal it (BREACH).
 */
export async function showPage(
  pages: PageRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageVisit,
  status?: number,
) {
  const page = await pages.forRequest(request, visit)
  return reply
    .code(status ?? page.status)
    .headers({ ...page.headers, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.html)
}

/** Sends a kept page with the reply's status; renders `visit` where it cannot be kept. */
export async function sendKept(
  pages: PageRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Promise<Body | null>,
  visit: () => PageVisit,
) {
  const page = await kept
  return page
    ? sendShared(request, reply, page)
    : showPage(pages, request, reply, visit(), reply.statusCode)
}

/** Sends a page that is the same for everybody. */
export const sendShared = (request: FastifyRequest, reply: FastifyReply, body: Body) =>
  sendBody(request, reply, body, reply.statusCode === 200 ? 'no-cache' : 'no-store')
