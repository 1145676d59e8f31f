import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageVisit } from '#contract/render.ts'
import { sendBody, type Body } from './bodies.ts'
import { cacheControlOf } from './no-transform.ts'
import type { PageRenderer } from './page-renderer.ts'

/** `status`: other than that of the page. `always`: for a request that no limit may refuse. */
export type ShowOptions = { status?: number | undefined; always?: boolean }

/**
 * Renders for this request. Never cached, and never compressed: the typed text is beside a token,
 * and the compressed length would reveal it (BREACH).
 */
export async function showPage(
  pages: PageRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageVisit,
  { status, always = false }: ShowOptions = {},
) {
  const page = await pages.forRequest(request, visit, { always })
  if (!page) return tooManyPages(reply)
  return reply
    .code(status ?? page.status)
    .headers({ ...page.headers, 'cache-control': cacheControlOf(page.html) })
    .type('text/html; charset=utf-8')
    .send(page.html)
}

/** A page that needs no rendering. */
export const tooManyPages = (reply: FastifyReply) =>
  reply
    .code(503)
    .headers({ 'cache-control': 'no-store', 'retry-after': 2 })
    .type('text/plain')
    .send('Too many pages were opened at once. Wait a few seconds, then load this page again.')

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
    : showPage(pages, request, reply, visit(), { status: reply.statusCode })
}

/** Sends a page that is the same for everybody. */
export const sendShared = (request: FastifyRequest, reply: FastifyReply, body: Body) =>
  sendBody(request, reply, body, reply.statusCode === 200 ? 'no-cache' : 'no-store')
