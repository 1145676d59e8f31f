import type { FastifyReply, FastifyRequest } from 'fastify'
import { campaign } from '#campaign'
import { paths } from '#contract/api.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { PageVisit, Rendered, DevicePlace, FriendVisit } from '#contract/render.ts'
import type { PageFacts } from '#contract/live/figures.ts'
import { escapeHtml, fill } from '#contract/text.ts'
import {
  compressedBody,
  compressQuickly,
  sendBody,
  sendCompressed,
  type Body,
  encodingFor,
} from './bodies.ts'
import type { Template } from './bundles.ts'
import { type FormTokens, bucketAt, bucketEndMs } from './forms.ts'
import { screenHeaders } from './headers.ts'
import { languageOf, refusedFor } from './language.ts'
import { type FactSource, type PageBodies, openFriendPages } from './page-bodies.ts'
import { openPageRenderer, type PageRenderer, type PageRendererDeps } from './page-renderer.ts'

/** `cached`: false in development, where every page is rendered for its request. */
type PagesDeps = PageRendererDeps & { tokens: FormTokens; cached: boolean }
export type Pages = ReturnType<typeof openPages>

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
      const language = languageOf(request)
      const page = unexpectedPage(
        bundles.unexpected(language),
        request.id,
        cached ? undefined : error,
      )
      return sendHtml(reply, { status: 500, html: page, own: pages.headersOf(language) })
    },

    async screen(request: FastifyRequest, reply: FastifyReply, template: Template, page: Rendered) {
      const html = await bundles.fill(template, page, request.url)
      return sendHtml(reply, { status: page.status, html, own: screenPolicy })
    },
  }
}

type Deps = { facts: FactSource; tokens: FormTokens; now: () => number; cached: boolean }
const { languages } = campaign
type Whose = { friend?: FriendVisit; device?: DevicePlace }

/** How long before its bucket the landing page is rendered. */
const aheadMs = 60_000

/**
 * The landing page in each language: one body per token bucket, state of the launch and count of the figures,
 * rendered and compressed before its bucket begins (page-bodies.ts).
 */
function openLandingPages(pages: PageRenderer, { facts, tokens, now, cached }: Deps) {
  const visitAt = (atMs: number, known: PageFacts, whose?: Whose) =>
    landingOf(tokens.page(atMs), known, whose)
  const visitNow = (whose?: Whose) => visitAt(now(), facts.known().facts, whose)
  const openIn = (language: Language) => {
    const page = { bucketOf: bucketAt, path: '/', language }
    return {
      landing: pages.keep(
        { ...page, visitOf: (atMs, known) => visitAt(atMs, known) },
        compressedBody,
      ),
      friends: openFriendPages((friend, make) => {
        const visitOf = (atMs: number, known: PageFacts) => visitAt(atMs, known, { friend })
        return pages.keep({ ...page, visitOf }, make)
      }, now),
    }
  }
  const each = new Map(languages.map((language) => [language, openIn(language)]))
  const inLanguageOf = (request: FastifyRequest) => each.get(languageOf(request))!

  const kept = (request: FastifyRequest) => (cached ? inLanguageOf(request).landing.now() : null)
  const send = (request: FastifyRequest, reply: FastifyReply, status: 200 | 409) =>
    sendKept(pages, request, reply.code(status), kept(request), visitNow)

  return {
    landing: (request: FastifyRequest, reply: FastifyReply) => send(request, reply, 200),

    /** LINE-3: the landing page behind a friend's link, in every state of the launch. */
    async friend(request: FastifyRequest, reply: FastifyReply, friend: FriendVisit) {
      const encoding = encodingFor(request.headers['accept-encoding'])
      const page = cached
        ? await inLanguageOf(request).friends.page(friend, encoding, (work) =>
            pages.inPlaceOf(request, work),
          )
        : 'failed'
      if (page === 'failed') return showPage(pages, request, reply, visitNow({ friend }))
      return page
        ? sendCompressed(reply, page, { encoding, own: pages.headersOf(languageOf(request)) })
        : tooManyPages(reply)
    },

    /**
     * LINE-9, LIVE-2: the landing page of a person whom the device remembers, with their place
     * unless the store is away, and with what the server counted. It repeats nothing of the request
     * but a friend's code, so a compressed length reveals nothing (BREACH).
     */
    async remembered(request: FastifyRequest, reply: FastifyReply, whose?: Whose) {
      const page = await pages.forRequest(request, visitNow(whose), { isPersons: true })
      if (!page) return tooManyPages(reply)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const bytes = await compressQuickly(Buffer.from(page.html), encoding)
      return sendCompressed(reply.code(page.status), bytes, { encoding, own: page.own })
    },

    /** The landing page for one request, whose headers no cache may keep. */
    async unshared(request: FastifyRequest, reply: FastifyReply) {
      const page = await kept(request)
      return page
        ? sendBody(request, reply, page, 'no-store')
        : showPage(pages, request, reply, visitNow())
    },

    /** END-2: the landing page, which shows the state in which a plain form is refused (409). */
    refusal: (request: FastifyRequest, reply: FastifyReply) => send(request, reply, 409),

    startPrerendering: () =>
      prerender(
        [...each.values()].map(({ landing }) => landing),
        now,
        cached,
      ),
  }
}

/** END-1: a list that is not open has a page of its own. */
const landingOf = (pageToken: string, { launch }: PageFacts, whose: Whose = {}): PageVisit =>
  launch.state === 'open' ? { page: 'landing', pageToken, ...whose } : { page: 'ended', pageToken }

/**
 * Renders the landing page now, and each bucket's page before the bucket begins. A failure is
 * logged, and the next request renders again.
 */
async function prerender(
  landings: readonly PageBodies<Body>[],
  now: () => number,
  cached: boolean,
): Promise<{ stop(): void }> {
  if (!cached) return { stop() {} }
  const renew = async (atMs: number) => {
    for (const landing of landings) await landing.renew(atMs)
  }
  await renew(now())
  const timer = setInterval(() => {
    if (bucketEndMs(now()) - now() <= aheadMs) void renew(bucketEndMs(now()))
  }, aheadMs / 4)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

function openSharedPages(pages: PageRenderer, { cached }: Pick<PagesDeps, 'cached'>) {
  /** A page that is the same for everybody, rendered again when `source` knows something else. */
  function shared(path: string, visit: () => PageVisit, source?: FactSource, status = 200) {
    const keepIn = (language: Language) =>
      pages.keep(
        { visitOf: visit, bucketOf: () => 0, path, language, ...(source && { source }) },
        compressedBody,
      )
    const each = new Map(languages.map((language) => [language, keepIn(language)]))
    return (request: FastifyRequest, reply: FastifyReply) => {
      const body = cached ? each.get(languageOf(request))!.now() : null
      return sendKept(pages, request, reply.code(status), body, visit)
    }
  }
  return {
    shared,
    privacy: shared(paths.privacy, () => ({ page: 'privacy' })),
    notFound: shared('/404', () => ({ page: 'not-found' }), undefined, 404),
  }
}

/**
 * `status`: other than that of the page. `always`: for a request that no limit may refuse.
 * `language`: other than that of the path, as on the pages of a person (LANG-2).
 */
type ShowOptions = { status?: number | undefined; always?: boolean; language?: Language }

/**
 * Renders for this request. Never cached, and never compressed: the typed text is beside a token,
 * and the compressed length would reveal it (BREACH).
 */
async function showPage(
  pages: PageRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageVisit,
  { status, ...options }: ShowOptions = {},
) {
  const page = await pages.forRequest(request, visit, options)
  if (!page) return tooManyPages(reply)
  return sendHtml(reply, { ...page, status: status ?? page.status })
}

const sendHtml = (
  reply: FastifyReply,
  { status, html, own }: { status: number; html: string; own: Readonly<Record<string, string>> },
) =>
  reply
    .code(status)
    .headers({
      ...own,
      'cache-control': cacheControlOf(html),
    })
    .type('text/html; charset=utf-8')
    .send(html)

/** A page that needs no rendering. */
const tooManyPages = (reply: FastifyReply) =>
  reply
    .code(503)
    .headers({ 'cache-control': 'no-store', 'retry-after': 2 })
    .type('text/plain')
    .send(refusedFor(reply.request).pages)

/** Sends a kept page with the reply's status; renders `visit` where it cannot be kept. */
async function sendKept(
  pages: PageRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Body | null | Promise<Body | null>,
  visit: () => PageVisit,
) {
  const page = await kept
  return page
    ? sendBody(request, reply, page, reply.statusCode === 200 ? 'no-cache' : 'no-store')
    : showPage(pages, request, reply, visit(), { status: reply.statusCode })
}

/**
 * `Cache-Control` of a page made for one request. A proxy that hides addresses in HTML from
 * collectors would replace the one that the page shows, for good where no script runs; RFC 9111
 * (5.2.2.6) forbids it by `no-transform`.
 */
export const cacheControlOf = (html: string): string =>
  typed.test(html) || address.test(html.replaceAll(placeholder, ''))
    ? 'no-store, no-transform'
    : 'no-store'

/** Style sheets have `@` behind a brace or semicolon, JSON-LD behind a quote. */
const address = /[^\s"'<>(){};,/&]@(?:[\p{L}\p{N}-]+\.)+\p{L}/iu
/** What was typed into a field, an address or not. */
const typed = /value="[^"]*@/
/** The field's example, as an attribute and in an island's props. */
const placeholder = /placeholder(?:="|&quot;:&quot;)[^"&]*/g

/**
 * ROUTE-3. The build renders the page once (client/unexpected.html), so that it works if
 * React, the bundle or the page fails. `{request}` is replaced by the request's id. `shown` is an
 * error to show on it, in development.
 */
const unexpectedPage = (page: string, requestId: string, shown?: unknown): string =>
  fill(page, { request: requestId }).replace('</main>', () =>
    shown === undefined ? '</main>' : `<pre>${escapeHtml(textOf(shown))}</pre></main>`,
  )

const textOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
