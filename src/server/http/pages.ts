import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import type { PageVisit, Rendered } from '#contract/render.ts'
import { compressedBody } from './bodies.ts'
import type { Template } from './bundles.ts'
import type { FormTokens } from './forms.ts'
import { screenHeaders } from './headers.ts'
import type { FactSource } from './page-bodies.ts'
import { openLandingPages } from './landing-pages.ts'
import {
  cacheControlOf,
  openPageRenderer,
  type PageRenderer,
  type PageRendererDeps,
  sendKept,
  showPage,
  type ShowOptions,
} from './page-renderer.ts'

/** `cached`: false in development, where every page is rendered for its request. */
type PagesDeps = PageRendererDeps & { tokens: FormTokens; cached: boolean }
export type Pages = ReturnType<typeof openPages>

/** Pages without anything of one visitor, and their status. */
const statics = { 'not-found': 404, privacy: 200 } as const

/**
 * The pages of the site. A page with a failed section, or for one person, is rendered for its
 * request and never cached.
 */
export function openPages(deps: PagesDeps) {
  const { bundles, cached } = deps
  const pages = openPageRenderer(deps)
  const screenPolicy = screenHeaders(bundles.hashes)
  return {
    ...openLandingPages(pages, deps),
    ...openSharedPages(pages, deps),

    /** Renders for this request. */
    show: (request: FastifyRequest, reply: FastifyReply, visit: PageVisit, options?: ShowOptions) =>
      showPage(pages, request, reply, visit, options),

    /** ROUTE-3: the page for an unexpected error. */
    unexpected(request: FastifyRequest, reply: FastifyReply, error: unknown) {
      const page = unexpectedPage(bundles.unexpected, request.id, cached ? undefined : error)
      return reply
        .code(500)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    },

    async screen(request: FastifyRequest, reply: FastifyReply, template: Template, page: Rendered) {
      const html = await bundles.fill(template, page, request.url)
      return reply
        .code(page.status)
        .headers({ ...screenPolicy, 'cache-control': cacheControlOf(html) })
        .type('text/html; charset=utf-8')
        .send(html)
    },
  }
}

function openSharedPages(pages: PageRenderer, { cached }: Pick<PagesDeps, 'cached'>) {
  const open = (path: string, visit: () => PageVisit, source?: FactSource) =>
    pages.keep(
      { visitOf: visit, bucketOf: () => 0, path, ...(source && { source }) },
      compressedBody,
    )
  const staticPages = {
    privacy: open(paths.privacy, () => ({ page: 'privacy' })),
    'not-found': open('/404', () => ({ page: 'not-found' })),
  }
  return {
    /** A page without anything of one visitor. */
    static(
      request: FastifyRequest,
      reply: FastifyReply,
      visit: Extract<PageVisit, { page: keyof typeof statics }>,
    ) {
      if (!cached) return showPage(pages, request, reply, visit)
      const body = Promise.resolve(staticPages[visit.page].now())
      return sendKept(pages, request, reply.code(statics[visit.page]), body, () => visit)
    },

    /** A page that is the same for everybody, rendered again when `source` knows something else. */
    shared(path: string, visit: () => PageVisit, source: FactSource) {
      const bodies = open(path, visit, source)
      return (request: FastifyRequest, reply: FastifyReply) =>
        cached
          ? sendKept(pages, request, reply.code(200), Promise.resolve(bodies.now()), visit)
          : showPage(pages, request, reply, visit())
    },
  }
}

/**
 * ROUTE-3. The build renders the page once (dist/client/unexpected.html), so that it works if
 * React, the bundle or the page fails. `{request}` is replaced by the request's id. `shown` is an
 * error to show on it, in development.
 */
const unexpectedPage = (page: string, requestId: string, shown?: unknown): string =>
  page
    .replace('{request}', () => requestId)
    .replace('</main>', () =>
      shown === undefined ? '</main>' : `<pre>${escapeHtml(textOf(shown))}</pre></main>`,
    )

const textOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
