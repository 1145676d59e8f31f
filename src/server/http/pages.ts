import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import type { PageFacts } from '#contract/live-figures.ts'
import { liveMark } from '#contract/live-message.ts'
import type { DevicePlace, FriendVisit, PageVisit, Rendered, Site } from '#contract/render.ts'
import type { Log } from '#server/config/log.ts'
import { bucketAt, bucketEndMs, type FormTokens } from './form-tokens.ts'
import { compressedBody, sendBody, sendCompressed, type Body } from './bodies.ts'
import type { Bundles, Template } from './bundles.ts'
import type { Metrics } from './metrics.ts'
import { screenHeaders } from './headers.ts'
import { openFriendPages } from './friend-pages.ts'
import { launchMark, type FactSource, type KnownFacts } from './known-facts.ts'
import { openPageBodies } from './page-bodies.ts'
import { unexpectedPage } from './unexpected.ts'

export type PagesDeps = {
  bundles: Bundles
  site: Omit<Site, 'facts'>
  facts: FactSource
  tokens: FormTokens
  log: Log
  metrics: Metrics
  now: () => number
  cached: boolean
}
export type Pages = ReturnType<typeof openPages>

/**
 * Pages beside the landing page that run a script: FORM-6 sends what the browser keeps, ROUTE-2
 * logs the unknown path to the console, and FORM-9 marks the browser after a save.
 */
const scripted: ReadonlySet<PageVisit['page']> = new Set(['ended', 'not-found', 'quiz-saved'])
/** Pages without anything of one visitor, and their status. */
const statics = { 'not-found': 404, privacy: 200 } as const
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
 * The pages of the site. The landing page is one body per token bucket, state of the launch and
 * count of the figures, rendered and compressed before its bucket begins (page-bodies.ts). A page
 * with a failed section, or for one person, is rendered for its request and never cached.
 */
export function openPages({ bundles, site, facts, tokens, log, metrics, now, cached }: PagesDeps) {
  const renderWith = async (visit: PageVisit, known: KnownFacts): Promise<Rendered> => {
    const page = (await bundles.page()).renderPage(visit, { ...site, facts: known.facts })
    const follows = visit.page === 'landing' && known.facts.live !== null
    return follows ? { ...page, head: page.head + liveHead(known) } : page
  }
  /** LIVE-4: what the page's script compares with the messages of the stream. */
  const liveHead = ({ launch, facts: { now } }: KnownFacts) =>
    `<meta name="${liveMark}" content="${launchMark(launch)} ${now}"/>${liveScript}`
  const liveScript = bundles.liveScript
    ? `<script type="module" src="${bundles.liveScript}"></script>`
    : ''
  /** END-1: a list that is not open has a page of its own. */
  const landingOf = (
    atMs: number,
    { launch }: PageFacts,
    whose: { friend?: FriendVisit; device?: DevicePlace } = {},
  ): PageVisit => {
    const pageToken = tokens.page(atMs)
    return launch.state === 'open'
      ? { page: 'landing', pageToken, ...whose }
      : { page: 'ended', pageToken }
  }
  const revalidate = 'no-cache'
  const screenPolicy = screenHeaders(bundles.hashes)
  const fill = (visit: PageVisit, page: Rendered, path: string) =>
    bundles.fill(templateOf(visit), page, path)

  const openKept = <Page>(
    visitOf: (atMs: number, known: PageFacts) => PageVisit,
    bucketOf: (atMs: number) => number,
    path: string,
    source: FactSource,
    make: (html: string) => Page | Promise<Page>,
  ) =>
    openPageBodies<Page>({
      async render(atMs, known) {
        const visit = visitOf(atMs, known.facts)
        const page = await renderWith(visit, known)
        if (page.failures.length > 0) return null
        return make(await fill(visit, page, path))
      },
      bucketOf,
      facts: source,
      now,
      failed: (error) => log.error({ err: error }, 'the page could not be rendered'),
    })
  const openBodies = (
    visitOf: (atMs: number, known: PageFacts) => PageVisit,
    bucketOf: (atMs: number) => number,
    path: string,
    source: FactSource = facts,
  ) => openKept(visitOf, bucketOf, path, source, compressedBody)
  const landing = openBodies((atMs, known) => landingOf(atMs, known), bucketAt, '/')
  const friends = openFriendPages((friend, make) =>
    openKept((atMs, known) => landingOf(atMs, known, { friend }), bucketAt, '/', facts, make),
  )
  const always = () => 0
  const staticPages = {
    privacy: openBodies(() => ({ page: 'privacy' }), always, paths.privacy),
    'not-found': openBodies(() => ({ page: 'not-found' }), always, '/404'),
  }

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
    const page = await renderFor(request, visit)
    return reply
      .code(status ?? page.status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await fill(visit, page, request.url))
  }

  async function renderFor(request: FastifyRequest, visit: PageVisit): Promise<Rendered> {
    await facts.refresh()
    const page = await renderWith(visit, facts.known())
    reportFailures(request, page)
    return page
  }

  function sendLanding(request: FastifyRequest, reply: FastifyReply, status: 200 | 409) {
    const visit = () => landingOf(now(), facts.known().facts)
    if (!cached) return show(request, reply, visit(), status)
    const body = landing.now()
    return body instanceof Promise
      ? sendKept(request, reply.code(status), body, visit)
      : sendShared(request, reply.code(status), body)
  }

  async function sendKept(
    request: FastifyRequest,
    reply: FastifyReply,
    rendering: Promise<Body | null>,
    visit: () => PageVisit,
  ) {
    const page = await rendering
    return page ? sendShared(request, reply, page) : show(request, reply, visit(), reply.statusCode)
  }

  const sendShared = (request: FastifyRequest, reply: FastifyReply, body: Body) =>
    sendBody(request, reply, body, reply.statusCode === 200 ? revalidate : 'no-store')

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

    landing: (request: FastifyRequest, reply: FastifyReply) => sendLanding(request, reply, 200),

    /** LINE-3: the landing page behind a friend's link, in every state of the launch. */
    async friend(request: FastifyRequest, reply: FastifyReply, friend: FriendVisit) {
      const page = cached ? await friends.page(friend) : null
      return page
        ? sendCompressed(request, reply, page)
        : show(request, reply, landingOf(now(), facts.known().facts, { friend }))
    },

    /**
     * LINE-9: the landing page with the place of the person whom the device remembers. It repeats
     * nothing of the request, so a compressed length reveals nothing (BREACH).
     */
    async device(request: FastifyRequest, reply: FastifyReply, device: DevicePlace) {
      const visit = landingOf(now(), facts.known().facts, { device })
      const page = await renderFor(request, visit)
      const html = Buffer.from(await fill(visit, page, '/'))
      return sendCompressed(request, reply.code(page.status), html)
    },

    /** The landing page for one request, whose headers no cache may keep. */
    async unshared(request: FastifyRequest, reply: FastifyReply) {
      const page = cached ? await landing.now() : null
      return page
        ? sendBody(request, reply, page, 'no-store')
        : show(request, reply, landingOf(now(), facts.known().facts))
    },

    /** END-2: the landing page, which shows the state in which a plain form is refused (409). */
    refusal: (request: FastifyRequest, reply: FastifyReply) => sendLanding(request, reply, 409),

    /** A page without anything of one visitor. */
    static(
      request: FastifyRequest,
      reply: FastifyReply,
      visit: Extract<PageVisit, { page: keyof typeof statics }>,
    ) {
      if (!cached) return show(request, reply, visit)
      const body = Promise.resolve(staticPages[visit.page].now())
      return sendKept(request, reply.code(statics[visit.page]), body, () => visit)
    },

    /** A page that is the same for everybody, rendered again when `source` knows something else. */
    shared(path: string, visit: () => PageVisit, source: FactSource) {
      const bodies = openBodies(visit, always, path, source)
      return (request: FastifyRequest, reply: FastifyReply) =>
        cached
          ? sendKept(request, reply.code(200), Promise.resolve(bodies.now()), visit)
          : show(request, reply, visit())
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
      await landing.renew(now())
      const timer = setInterval(() => {
        if (bucketEndMs(now()) - now() <= aheadMs) void landing.renew(bucketEndMs(now()))
      }, aheadMs / 4)
      timer.unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}
