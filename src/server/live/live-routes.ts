import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign.ts'
import { forEverybody } from '#server/http/guards.ts'
import { type FactSource, launchMark, type KnownFacts } from '#server/http/page-bodies.ts'
import { isPartOfOtherSite } from '#server/signup/guard.ts'
import { gaugeLevel } from '#contract/gauge-level.ts'
import type { LiveMessage } from '#contract/live-message.ts'
import { liveTexts } from '#contract/live-texts.ts'
import { openListeners } from './listeners.ts'

type Deps = {
  facts: { counted: FactSource }
  campaign: Pick<Campaign, 'figures' | 'hero' | 'timeZone'>
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
  now: () => number
  calendar: () => number
}

/** No copy of it may be kept, and nothing on the way may hold it back until it is complete. */
const live = {
  'cache-control': 'no-store, no-transform',
  vary: 'Accept',
  'x-accel-buffering': 'no',
}
const retryAfterS = 60

/**
 * LIVE-4: the figures of the page, as a stream of server-sent events, or once as JSON where streams
 * are blocked. It answers in both modes, as a person's pages are live in both (LIVE-2).
 */
export function liveRoutes(
  app: FastifyInstance,
  { facts, campaign, limitsFor, now, calendar }: Deps,
): void {
  const read = async () => {
    await facts.counted.refresh()
    return liveMessage(facts.counted.known(), campaign)
  }
  const listeners = openListeners({ read, now, calendar })
  app.addHook('preClose', async () => listeners.end())

  app.get(paths.live, { ...forEverybody, exposeHeadRoute: false }, async (request, reply) => {
    reply.headers(live)
    if (isPartOfOtherSite(request.headers))
      return reply.code(403).send({ error: 'Another site cannot follow the figures.' })
    if (!request.headers.accept?.includes('text/event-stream')) {
      const message = await read()
      return message ? reply.send(message) : later(reply, 503, 'not counted yet')
    }
    const refusal = limitsFor(request) === 'off' ? null : listeners.refusal(request.ip)
    if (refusal) return later(reply, refusal === 'all' ? 503 : 429, 'too many open streams')
    openStream(reply)
    listeners.add(reply.raw, request.ip)
    return reply
  })
}

const later = (reply: FastifyReply, status: number, reason: string) =>
  reply
    .code(status)
    .header('retry-after', retryAfterS)
    .send({ error: `The figures cannot be followed now (${reason}). Ask again in a minute.` })

function openStream(reply: FastifyReply) {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  reply.raw.flushHeaders()
}

/** LIVE-4: what `/live` says; null before the first count. */
export function liveMessage(
  { facts: { live, now }, launch, stage }: KnownFacts,
  campaign: Pick<Campaign, 'figures' | 'hero' | 'timeZone'>,
): LiveMessage | null {
  if (!live) return null
  return {
    ...liveTexts(live, campaign),
    at: live.at,
    now,
    launch: launchMark(launch),
    level: gaugeLevel({ ...campaign.figures.launch.value, registered: live.registered }),
    stage,
  }
}
