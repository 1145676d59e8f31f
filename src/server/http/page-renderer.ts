import type { FastifyRequest, FastifyReply } from 'fastify'
import type { PageFacts } from '#contract/live-figures.ts'
import { liveMark } from '#contract/live-message.ts'
import type { PageVisit, Rendered, Site } from '#contract/render.ts'
import type { Log } from '#server/config/log.ts'
import { largestNetwork } from '#server/limits/client-network.ts'
import type { Bundles, Template } from './bundles.ts'
import { shellHeaders } from './headers.ts'
import {
  launchMark,
  type FactSource,
  type KnownFacts,
  type PageFactSource,
  openPageBodies,
} from './page-bodies.ts'
import type { Metrics } from './metrics.ts'
import { openRenderPlaces } from './render-places.ts'
import { sendBody, type Body } from './bodies.ts'

export type PageRendererDeps = {
  bundles: Bundles
  site: Omit<Site, 'facts'>
  facts: PageFactSource
  log: Log
  metrics: Metrics
  now: () => number
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
}
export type PageRenderer = ReturnType<typeof openPageRenderer>

/** A page that is kept: what it shows, its token bucket (0 without a token) and its path. */
type KeptPage = {
  visitOf: (atMs: number, known: PageFacts) => PageVisit
  bucketOf: (atMs: number) => number
  path: string
  /** the page is rendered again when it knows something else; by default that of all pages */
  source?: FactSource
}

/** Renders visits: for one request, or as pages that are kept. */
export function openPageRenderer(deps: PageRendererDeps) {
  const { bundles, site, facts, log, metrics, now, limitsFor } = deps
  const inPlace = openRenderPlaces()
  async function render(visit: PageVisit, known: KnownFacts): Promise<Rendered> {
    const page = (await bundles.page()).renderPage(visit, { ...site, facts: known.facts })
    const follows = visit.page === 'landing' && known.facts.live !== null
    return follows ? { ...page, head: page.head + liveHead(known, bundles) } : page
  }

  /** Makes something for this request in a place of its network; null if there is none. */
  const inPlaceOf = <Made>(
    request: FastifyRequest,
    make: () => Promise<Made>,
    always = false,
  ): Promise<Made | null> =>
    inPlace(
      { network: largestNetwork(request.ip), always: always || limitsFor(request) === 'off' },
      async () => (request.socket.destroyed ? null : make()),
    )

  return {
    inPlaceOf,

    /**
     * The page for one request, with its status and the headers of its shell; null if its network
     * has no place. `isPersons`: the landing page of a person, who sees what the server counted
     * (LIVE-2). The store is read without a place: while it is away, places stay free.
     */
    async forRequest(
      request: FastifyRequest,
      visit: PageVisit,
      { isPersons = false, always = false }: { isPersons?: boolean; always?: boolean } = {},
    ) {
      const source = isPersons || personsPages.has(visit.page) ? facts.counted : facts
      await (isPersons || namesPlace(visit) ? facts.counted.recount() : source.refresh())
      const known = source.known()
      const page = await inPlaceOf(request, () => render(visit, known), always)
      if (!page) return null
      reportFailures(request, page, { log, metrics })
      const template = templateOf(visit, known)
      return {
        status: page.status,
        headers: shellHeaders(bundles.hashes, template),
        html: await bundles.fill(template, page, request.url),
      }
    },

    keep: <Page>(
      { visitOf, bucketOf, path, source = facts }: KeptPage,
      make: (html: string) => Page | Promise<Page>,
    ) =>
      openPageBodies<Page>({
        async render(atMs, known) {
          const visit = visitOf(atMs, known.facts)
          const page = await render(visit, known)
          if (page.failures.length > 0) return null
          return make(await bundles.fill(templateOf(visit, known), page, path))
        },
        bucketOf,
        facts: source,
        now,
        failed: (error) => log.error({ err: error }, 'the page could not be rendered'),
      }),
  }
}

/** LIVE-4: what the page's script compares with the messages of the stream. */
const liveHead = ({ launch, stage, facts: { now, mode } }: KnownFacts, { liveScript }: Bundles) =>
  `<meta name="${liveMark}" content="${launchMark(launch)} ${now} ${stage}"/>${
    liveScript && mode !== 'live' ? `<script type="module" src="${liveScript}"></script>` : ''
  }`

function reportFailures(
  request: FastifyRequest,
  { failures }: Rendered,
  { log, metrics }: Pick<PageRendererDeps, 'log' | 'metrics'>,
) {
  for (const { section, error } of failures) {
    metrics.rendersFailed.inc({ section })
    log.error(
      { reqId: request.id, section, err: error },
      'a section could not be rendered; the page shows its error panel instead',
    )
  }
}

/** Pages of links that lead nowhere: whoever asks for many must not cause a count for each. */
const ofNobody = ['spot-busy', 'link-unknown', 'try-later'] as const
/** LIVE-2: the pages of links in mails and of spots show what the server counted, in both modes. */
const personsPages: ReadonlySet<PageVisit['page']> = new Set([
  'confirm',
  'unsubscribe',
  'stop-news',
  'me',
  'me-line',
  'me-consent',
  'me-erase',
  'spot',
  ...ofNobody,
])
const namesPlace = ({ page }: PageVisit) =>
  personsPages.has(page) && !(ofNobody as readonly string[]).includes(page)

/**
 * Pages beside the landing page that run a script: FORM-6 sends events in the browser, ROUTE-2
 * logs the unknown path to the console, and FORM-9 marks the browser after a save.
 */
const scripted: ReadonlySet<PageVisit['page']> = new Set(['ended', 'not-found', 'quiz-saved'])
/** FORM-9: the script marks the browser of a person who has confirmed or left. */
const marksBrowser = (visit: PageVisit) =>
  (visit.page === 'confirm' && visit.view !== 'ask') ||
  (visit.page === 'unsubscribe' && visit.view !== 'ask' && visit.view !== 'remove')
const quizPages: ReadonlySet<PageVisit['page']> = new Set(['quiz-question', 'quiz-result'])

function templateOf(visit: PageVisit, { facts: { mode } }: KnownFacts): Template {
  if (visit.page === 'landing') return mode === 'live' ? 'live-page' : 'page'
  if (scripted.has(visit.page) || marksBrowser(visit))
    return mode === 'live' ? 'live-scripted' : 'scripted'
  return quizPages.has(visit.page) ? 'quiz' : 'plain'
}

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
