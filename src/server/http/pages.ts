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

/**
 * Pages beside the landing page that run a script: ROUTE-2 logs the unknown path to the console,
 * and FORM-9 marks the browser after a save.
 */
const scripted: ReadonlySet<PageVisit['page']> = new Set(['not-found', 'quiz-saved'])
/** FORM-9: the script marks the browser of a person who has confirmed or left. */
const marksBrowser = (visit: PageVisit) =>
  (visit.page === 'confirm' && visit.view !== 'ask') ||
  (visit.page === 'unsubscribe' && visit.view !== 'ask' && visit.view !== 'remove')
const quizPages: ReadonlySet<PageVisit['page']> = new Set(['quiz-question', 'quiz-result'])

const templateOf = (visit: PageVisit): Template =>
  visit.page === 'landing'
    ? 'page'
    : scripted.has(visit.page) || marksBrowser(visit)
      ? 'scripted'
      : quizPages.has(visit.page)
        ? 'quiz'
        : 'plain'

/** How long before its bucket the landing page is rendered. */
const aheadMs = 60_000

/**
 * The pages of the site. The landing page is one body per token bucket, rendered and compressed
 * before its bucket begins. Until it is ready the previous bucket's page is served, whose token is
 * valid for 24 hours. A page with a failed section, or for one person, is rendered for its request
 * and never cached.
 */
export function openPages({ bundles, site, tokens, log, metrics, now, cached }: PagesDeps) {
  const landings = new Map<number, Body>()
  const rendering = new Map<number, Promise<void>>()
  const staticPages = new Map<PageVisit['page'], { status: number; body: Body }>()

  const render = async (visit: PageVisit): Promise<Rendered> =>
    (await bundles.page()).renderPage(visit, site)
  const landingAt = (atMs: number): PageVisit => ({ page: 'landing', pageToken: tokens.page(atMs) })
  const revalidate = 'no-cache'
  const screenPolicy = screenHeaders(bundles.hashes)
  const fill = (visit: PageVisit, page: Rendered, path: string) =>
    bundles.fill(templateOf(visit), page, path)

  /** Concurrent calls for one bucket share one rendering. */
  function prepare(atMs: number): Promise<void> {
    const bucket = bucketAt(atMs)
    if (landings.has(bucket)) return Promise.resolve()
    const pending =
      rendering.get(bucket) ?? renderLanding(bucket, atMs).finally(() => rendering.delete(bucket))
    rendering.set(bucket, pending)
    return pending
  }

  async function renderLanding(bucket: number, atMs: number): Promise<void> {
    const visit = landingAt(atMs)
    const page = await render(visit)
    if (page.failures.length > 0) return
    landings.set(bucket, await compressedBody(await fill(visit, page, '/')))
    for (const old of [...landings.keys()].slice(0, -2)) landings.delete(old)
  }

  const prepareAndLog = (atMs: number) =>
    prepare(atMs).catch((error: unknown) =>
      log.error({ err: error }, 'the page could not be rendered'),
    )

  /**
   * Renders for this request. Never cached, and never compressed: the typed text is beside a token,
   * and the compressed length would reveal it (BREACH).
   */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: PageVisit,
    status?: number,
  ) {
    const page = await render(visit)
    reportFailures(request, page)
    return reply
      .code(status ?? page.status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await fill(visit, page, request.url))
  }

  async function landingNow(
    request: FastifyRequest,
    reply: FastifyReply,
    at: number,
    status = 200,
  ) {
    if (cached) await prepare(at)
    const body = landings.get(bucketAt(at))
    return body
      ? sendBody(request, reply.code(status), body, revalidate)
      : show(request, reply, landingAt(at), status)
  }

  function reportFailures(request: FastifyRequest, { failures }: Rendered) {
    for (const { section, error } of failures) {
      metrics.rendersFailed.inc({ section })
      log.error(
        { reqId: request.id, section, err: error },
        'a section could not be rendered; the page shows its error panel instead',
      )
    }
  }

  return {
    show,

    landing(request: FastifyRequest, reply: FastifyReply) {
      const at = now()
      const body = landings.get(bucketAt(at))
      if (body) return sendBody(request, reply, body, revalidate)
      const previous = landings.get(bucketAt(at) - 1)
      if (!previous) return landingNow(request, reply, at)
      void prepareAndLog(at)
      return sendBody(request, reply, previous, revalidate)
    },

    /** END-2: the landing page, which shows the state in which a plain form is refused (409). */
    refusal: (request: FastifyRequest, reply: FastifyReply) =>
      landingNow(request, reply, now(), 409),

    /** A page that is the same for everybody until the next deploy. */
    async static(
      request: FastifyRequest,
      reply: FastifyReply,
      visit: Extract<PageVisit, { page: 'not-found' | 'privacy' }>,
    ) {
      let known = staticPages.get(visit.page)
      if (!known) {
        const page = await render(visit)
        if (!cached || page.failures.length > 0) return show(request, reply, visit)
        known = {
          status: page.status,
          body: await compressedBody(await fill(visit, page, request.url)),
        }
        staticPages.set(visit.page, known)
      }
      reply.code(known.status)
      return sendBody(request, reply, known.body, known.status === 200 ? revalidate : 'no-store')
    },

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
      return reply
        .code(page.status)
        .headers({ ...screenPolicy, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(await bundles.fill(template, page, request.url))
    },

    /**
     * Renders the landing page now, and each bucket's page before the bucket begins. A failure is
     * logged, and the next request renders again.
     */
    async startPrerendering(): Promise<{ stop(): void }> {
      if (!cached) return { stop() {} }
      await prepareAndLog(now())
      const timer = setInterval(() => {
        if (bucketEndMs(now()) - now() <= aheadMs) void prepareAndLog(bucketEndMs(now()))
      }, aheadMs / 4)
      timer.unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}
