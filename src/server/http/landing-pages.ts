import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageFacts } from '#contract/live-figures.ts'
import type { DevicePlace, FriendVisit, PageVisit } from '#contract/render.ts'
import {
  compressedBody,
  compressQuickly,
  sendBody,
  sendCompressed,
  type Body,
  encodingFor,
} from './bodies.ts'
import { bucketAt, bucketEndMs, type FormTokens } from './forms.ts'
import { openFriendPages } from './friend-pages.ts'
import type { FactSource, PageBodies } from './page-bodies.ts'
import { type PageRenderer, sendKept, sendShared, showPage, tooManyPages } from './page-renderer.ts'

type Deps = { facts: FactSource; tokens: FormTokens; now: () => number; cached: boolean }
type Whose = { friend?: FriendVisit; device?: DevicePlace }

/** How long before its bucket the landing page is rendered. */
const aheadMs = 60_000

/**
 * The landing page: one body per token bucket, state of the launch and count of the figures,
 * rendered and compressed before its bucket begins (page-bodies.ts).
 */
export function openLandingPages(pages: PageRenderer, { facts, tokens, now, cached }: Deps) {
  const visitAt = (atMs: number, known: PageFacts, whose?: Whose) =>
    landingOf(tokens.page(atMs), known, whose)
  const visitNow = (whose?: Whose) => visitAt(now(), facts.known().facts, whose)
  const landing = pages.keep(
    { visitOf: (atMs, known) => visitAt(atMs, known), bucketOf: bucketAt, path: '/' },
    compressedBody,
  )
  const friends = openFriendPages((friend, make) => {
    const visitOf = (atMs: number, known: PageFacts) => visitAt(atMs, known, { friend })
    return pages.keep({ visitOf, bucketOf: bucketAt, path: '/' }, make)
  }, now)

  function send(request: FastifyRequest, reply: FastifyReply, status: 200 | 409) {
    if (!cached) return showPage(pages, request, reply, visitNow(), { status })
    const body = landing.now()
    return body instanceof Promise
      ? sendKept(pages, request, reply.code(status), body, visitNow)
      : sendShared(request, reply.code(status), body)
  }

  return {
    landing: (request: FastifyRequest, reply: FastifyReply) => send(request, reply, 200),

    /** LINE-3: the landing page behind a friend's link, in every state of the launch. */
    async friend(request: FastifyRequest, reply: FastifyReply, friend: FriendVisit) {
      const encoding = encodingFor(request.headers['accept-encoding'])
      const page = cached
        ? await friends.page(friend, encoding, (work) => pages.inPlaceOf(request, work))
        : 'failed'
      if (page === 'failed') return showPage(pages, request, reply, visitNow({ friend }))
      return page ? sendCompressed(reply, page, encoding) : tooManyPages(reply)
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
      return sendCompressed(reply.code(page.status).headers(page.headers), bytes, encoding)
    },

    /** The landing page for one request, whose headers no cache may keep. */
    async unshared(request: FastifyRequest, reply: FastifyReply) {
      const page = cached ? await landing.now() : null
      return page
        ? sendBody(request, reply, page, 'no-store')
        : showPage(pages, request, reply, visitNow())
    },

    /** END-2: the landing page, which shows the state in which a plain form is refused (409). */
    refusal: (request: FastifyRequest, reply: FastifyReply) => send(request, reply, 409),

    startPrerendering: () => prerender(landing, now, cached),
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
  landing: PageBodies<Body>,
  now: () => number,
  cached: boolean,
): Promise<{ stop(): void }> {
  if (!cached) return { stop() {} }
  await landing.renew(now())
  const timer = setInterval(() => {
    if (bucketEndMs(now()) - now() <= aheadMs) void landing.renew(bucketEndMs(now()))
  }, aheadMs / 4)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
