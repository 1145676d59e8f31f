import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageVisit, Rendered, Site } from '#contract/render.ts'
import type { Log } from '#server/config/log.ts'
import { bucketAt, bucketEndMs, type FormTokens } from './form-tokens.ts'
import { compressedBody, sendBody, type Body } from './bodies.ts'
import type { Bundles, Template } from './bundles.ts'
import type { Metrics } from './metrics.ts'
import { screenHeaders } from './headers.ts'
import { unexpectedPage } from './unexpected.ts'

export type PagesDeps = {
  bundles: Bundles
  site: Site
  tokens: FormTokens
  log: Log
  metrics: Metrics
  now: () => number
  cached: boolean
}
export type Pages = ReturnType<typeof openPages>

/** ROUTE-2 logs the unknown path to the browser's console; FORM-9 marks the browser after a save, and once it has confirmed or left. */
const scripted: ReadonlySet<PageVisit['page']> = new Set(['landing', 'not-found', 'quiz-saved'])
const marks = (visit: PageVisit) =>
  (visit.page === 'confirm' && visit.view !== 'ask') ||
  (visit.page === 'unsubscribe' && visit.view !== 'ask' && visit.view !== 'remove')
const ofQuiz: ReadonlySet<PageVisit['page']> = new Set(['quiz-question', 'quiz-result'])

const templateOf = (visit: PageVisit): Template =>
  scripted.has(visit.page) || marks(visit) ? 'page' : ofQuiz.has(visit.page) ? 'quiz' : 'plain'

/** The next bucket's page is made this long before it is needed. */
const aheadMs = 60_000

/**
 * What a browser is shown. The landing page is one body per token bucket, rendered and compressed before its bucket begins; until
 * it is ready the former bucket's is served, whose token counts for 24 hours. A page on which a section failed, and one that answers one person alone, is rendered for its request and never kept.
 */
export function openPages({ bundles, site, tokens, log, metrics, now, cached }: PagesDeps) {
  const landings = new Map<number, Body>()
  const underWay = new Map<number, Promise<void>>()
  const stills = new Map<PageVisit['page'], { status: number; body: Body }>()

  const rendered = async (visit: PageVisit): Promise<Rendered> =>
    (await bundles.page()).renderPage(visit, site)
  const landingAt = (atMs: number): PageVisit => ({ page: 'landing', pageToken: tokens.page(atMs) })
  const etagged = 'no-cache'
  const onScreens = screenHeaders(bundles.hashes)
  const filled = (visit: PageVisit, page: Rendered, path: string) =>
    bundles.fill(templateOf(visit), page, path)

  /** However many ask for a bucket's page, it is made once. */
  function prepare(atMs: number): Promise<void> {
    const bucket = bucketAt(atMs)
    if (landings.has(bucket)) return Promise.resolve()
    const under = underWay.get(bucket) ?? make(bucket, atMs).finally(() => underWay.delete(bucket))
    underWay.set(bucket, under)
    return under
  }

  async function make(bucket: number, atMs: number): Promise<void> {
    const visit = landingAt(atMs)
    const page = await rendered(visit)
    if (page.failures.length > 0) return
    landings.set(bucket, await compressedBody(await filled(visit, page, '/')))
    for (const old of [...landings.keys()].slice(0, -2)) landings.delete(old)
  }

  const prepareInTime = (atMs: number) =>
    prepare(atMs).catch((error: unknown) =>
      log.error({ err: error }, 'the page could not be rendered'),
    )

  /** This request's own rendering: never stored, never compressed (what a person typed stands beside a token). */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: PageVisit,
    status?: number,
  ) {
    const page = await rendered(visit)
    reportFailures(request, page)
    return reply
      .code(status ?? page.status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await filled(visit, page, request.url))
  }

  async function lateLanding(request: FastifyRequest, reply: FastifyReply, at: number) {
    if (cached) await prepare(at)
    const body = landings.get(bucketAt(at))
    return body ? sendBody(request, reply, body, etagged) : show(request, reply, landingAt(at))
  }

  function reportFailures(request: FastifyRequest, { failures }: Rendered) {
    for (const { section, error } of failures) {
      metrics.rendersFailed.inc({ section })
      log.error(
        { reqId: request.id, section, err: error },
        'a section could not be rendered; its panel is shown instead',
      )
    }
  }

  return {
    show,

    landing(request: FastifyRequest, reply: FastifyReply) {
      const at = now()
      const body = landings.get(bucketAt(at))
      if (body) return sendBody(request, reply, body, etagged)
      const former = landings.get(bucketAt(at) - 1)
      if (!former) return lateLanding(request, reply, at)
      void prepareInTime(at)
      return sendBody(request, reply, former, etagged)
    },

    /** A page that is the same for everyone until the next deploy. */
    async still(
      request: FastifyRequest,
      reply: FastifyReply,
      visit: Extract<PageVisit, { page: 'not-found' | 'privacy' }>,
    ) {
      let kept = stills.get(visit.page)
      if (!kept) {
        const page = await rendered(visit)
        if (!cached || page.failures.length > 0) return show(request, reply, visit)
        kept = {
          status: page.status,
          body: await compressedBody(await filled(visit, page, request.url)),
        }
        stills.set(visit.page, kept)
      }
      reply.code(kept.status)
      return sendBody(request, reply, kept.body, kept.status === 200 ? etagged : 'no-store')
    },

    /** ROUTE-3: shown where nothing else could be. */
    unexpected(request: FastifyRequest, reply: FastifyReply, error: unknown) {
      const page = unexpectedPage(bundles.unexpected, request.id, cached ? undefined : error)
      return reply
        .code(500)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    },

    async screen(request: FastifyRequest, reply: FastifyReply, template: Template, page: Rendered) {
      return reply
        .code(page.status)
        .headers({ ...onScreens, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(await bundles.fill(template, page, request.url))
    },

    /** Makes the first page, and from then on each bucket's page before the bucket begins. A failure is logged; a request tries again. */
    async keepAhead(): Promise<{ stop(): void }> {
      if (!cached) return { stop() {} }
      await prepareInTime(now())
      const timer = setInterval(() => {
        if (bucketEndMs(now()) - now() <= aheadMs) void prepareInTime(bucketEndMs(now()))
      }, aheadMs / 4)
      timer.unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}
