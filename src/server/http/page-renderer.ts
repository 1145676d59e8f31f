import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/campaign/languages.ts'
import type { PageFacts } from '#contract/live/figures.ts'
import { liveMark } from '#contract/live/message.ts'
import type { PageVisit, Rendered, Site } from '#contract/render.ts'
import type { Log } from '#server/config/log.ts'
import { largestNetwork } from '#server/limits/client-network.ts'
import type { Bundles, Template } from './bundles.ts'
import { pageHeaders } from './headers.ts'
import { languageOf } from './language.ts'
import {
  launchMark,
  type FactSource,
  type KnownFacts,
  type PageFactSource,
  openPageBodies,
} from './page-bodies.ts'
import type { Metrics } from './metrics.ts'

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
  language: Language
  /** the page is rendered again when it knows something else; by default that of all pages */
  source?: FactSource
}

/**
 * `isPersons`: the landing page of a person, who sees what the server counted (LIVE-2). `always`: for
 * a request that no limit may refuse. `language`: by default that of the path.
 */
type RenderOptions = { isPersons?: boolean; always?: boolean; language?: Language }

/** Renders visits: for one request, or as pages that are kept. */
export function openPageRenderer(deps: PageRendererDeps) {
  const { bundles, site, facts, log, metrics, now, limitsFor } = deps
  const inPlace = openRenderPlaces()
  const headersOf = pageHeaders(bundles.hashes)
  async function render(
    visit: PageVisit,
    known: KnownFacts,
    language: Language,
  ): Promise<Rendered> {
    const page = (await bundles.page(language)).renderPage(visit, { ...site, facts: known.facts })
    const follows = visit.page === 'landing' && known.facts.live !== null
    return follows ? { ...page, head: page.head + liveHead(known) } : page
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
    headersOf,

    /**
     * The page for one request, with its status and its own headers; null if its network has no place. The store is read
     * without a place: while it is away, places stay free.
     */
    async forRequest(
      request: FastifyRequest,
      visit: PageVisit,
      { isPersons = false, always = false, language = languageOf(request) }: RenderOptions = {},
    ) {
      const source = isPersons || personsPages.has(visit.page) ? facts.counted : facts
      await (isPersons || namesPlace(visit) ? facts.counted.recount() : source.refresh())
      const known = source.known()
      const page = await inPlaceOf(request, () => render(visit, known, language), always)
      if (!page) return null
      reportFailures(request, page, { log, metrics })
      return {
        status: page.status,
        own: headersOf(language),
        html: await bundles.fill(templateOf(visit), page, request.url, language),
      }
    },

    keep: <Page>(
      { visitOf, bucketOf, path, language, source = facts }: KeptPage,
      make: (html: string, own: Readonly<Record<string, string>>) => Page | Promise<Page>,
    ) =>
      openPageBodies<Page>({
        async render(atMs, known) {
          const visit = visitOf(atMs, known.facts)
          const page = await render(visit, known, language)
          if (page.failures.length > 0) return null
          return make(
            await bundles.fill(templateOf(visit), page, path, language),
            headersOf(language),
          )
        },
        bucketOf,
        facts: source,
        now,
        failed: (error) => log.error({ err: error }, 'the page could not be rendered'),
      }),
  }
}

/** LIVE-4: what the page's script compares with the messages of the stream. */
const liveHead = ({ launch, stage, facts: { now } }: KnownFacts) =>
  `<meta name="${liveMark}" content="${launchMark(launch)} ${now} ${stage}"/>`

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

function templateOf(visit: PageVisit): Template {
  if (visit.page === 'landing') return 'page'
  if (scripted.has(visit.page) || marksBrowser(visit)) return 'scripted'
  return quizPages.has(visit.page) ? 'quiz' : 'plain'
}

/**
 * How many pages are rendered for a request at once, for one network (IPv4 /24, IPv6 /48) and for
 * all; more wait this long.
 */
export const renderLimits = { network: 4, all: 32, waitMs: 2_000 } as const

type Waiter = (isGranted: boolean) => void

/**
 * Limits the pages that are rendered at once in this process. Rendering is synchronous, so without
 * it the requests of one network would hold up those of all others. Networks take turns.
 */
export function openRenderPlaces() {
  const running = new Map<string, number>()
  const waiting = new Map<string, Set<Waiter>>()
  let all = 0

  const isFree = (network: string) =>
    all < renderLimits.all && (running.get(network) ?? 0) < renderLimits.network

  function take(network: string) {
    all++
    running.set(network, (running.get(network) ?? 0) + 1)
  }

  function leave(network: string) {
    all--
    const rest = running.get(network)! - 1
    if (rest > 0) running.set(network, rest)
    else running.delete(network)
    grantNext()
  }

  /** The networks in `waiting` stand in the order of their turns. */
  function grantNext() {
    for (const [network, waiters] of waiting) {
      if (!isFree(network)) continue
      const [next] = waiters
      waiting.delete(network)
      waiters.delete(next!)
      if (waiters.size > 0) waiting.set(network, waiters)
      take(network)
      return next!(true)
    }
  }

  function wait(network: string, atMostMs: number | null): Promise<boolean> {
    const waiters = waiting.get(network) ?? new Set()
    waiting.set(network, waiters)
    return new Promise((resolve) => {
      const timer = atMostMs === null ? null : setTimeout(giveUp, atMostMs)
      const waiter: Waiter = (isGranted) => {
        if (timer) clearTimeout(timer)
        resolve(isGranted)
      }
      waiters.add(waiter)
      function giveUp() {
        waiters.delete(waiter)
        if (waiters.size === 0 && waiting.get(network) === waiters) waiting.delete(network)
        waiter(false)
      }
    })
  }

  /**
   * Renders in a place of the network. Null if none was free for `waitMs`; `always` waits as long as
   * it takes.
   */
  return async function inPlace<Page>(
    { network, always }: { network: string; always: boolean },
    render: () => Promise<Page>,
  ): Promise<Page | null> {
    if (isFree(network) && !waiting.has(network)) take(network)
    else if (!(await wait(network, always ? null : renderLimits.waitMs))) return null
    try {
      return await render()
    } finally {
      // Between two pages the event loop serves other requests.
      setImmediate(leave, network)
    }
  }
}
