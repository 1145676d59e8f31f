import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { prefixOf, type Language } from '#contract/campaign/languages.ts'
import { gaugeShare } from '#contract/figures/gauge-level.ts'
import { type LiveMessage, heartbeatMs, liveEvents } from '#contract/live/message.ts'
import { liveTexts } from '#contract/live/texts.ts'
import { forEverybody } from '#server/http/guards.ts'
import { type FactSource, launchMark, type KnownFacts } from '#server/http/page-bodies.ts'
import { isPartOfOtherSite } from '#server/signup/guard.ts'
import { clientNetworks } from '#server/limits/client-network.ts'

type Deps = {
  facts: { counted: FactSource }
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
export function liveRoutes(app: FastifyInstance, { facts, limitsFor, now, calendar }: Deps): void {
  const read = async (language: Language) => {
    await facts.counted.refresh()
    return liveMessage(facts.counted.known(), inLanguages[language]!.campaign)
  }
  const listeners = openListeners({ read, now, calendar })
  app.addHook('preClose', async () => listeners.end())

  for (const language of campaign.languages)
    app.get(
      prefixOf({ ...campaign, language }) + paths.live,
      { ...forEverybody, exposeHeadRoute: false },
      (request, reply) => follow(language, request, reply),
    )

  async function follow(language: Language, request: FastifyRequest, reply: FastifyReply) {
    reply.headers(live)
    if (isPartOfOtherSite(request.headers))
      return reply.code(403).send({ error: 'Another site cannot follow the figures.' })
    if (!request.headers.accept?.includes('text/event-stream')) {
      const message = await read(language)
      return message ? reply.send(message) : later(reply, 503, 'not counted yet')
    }
    const refusal = limitsFor(request) === 'off' ? null : listeners.refusal(request.ip)
    if (refusal) return later(reply, refusal === 'all' ? 503 : 429, 'too many open streams')
    openStream(reply)
    listeners.add(reply.raw, request.ip, language)
    return reply
  }
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
  campaign: Campaign,
): LiveMessage | null {
  if (!live) return null
  return {
    ...liveTexts(live, campaign),
    at: live.at,
    now,
    launch: launchMark(launch),
    share: gaugeShare({ ...campaign.figures.launch.value, registered: live.registered }),
    stage,
  }
}

/** LIVE-4: `/live` sends at most one message in this time, to all listeners the same. */
const sendEveryMs = 1_000
/** Measured with `npm run bench -- live`: 5,000 listeners. */
const mostListeners = 6_000
/** Of one address; a wider network may have several times as many (limits/client-network.ts). */
const mostOfAddress = 60
/** A listener that does not read is cut once this many bytes wait for it. */
const mostUnread = 16 * 1_024

type ListenersDeps = {
  /** the message of this moment in a language, counted anew; null before the first count */
  read(language: Language): Promise<LiveMessage | null>
  now: () => number
  /** the time that pages show */
  calendar: () => number
}
/** A piece of the stream, as a chunk of HTTP/1.1 and as it is. */
type Piece = { chunk: Buffer; plain: Buffer }
type Listener = { response: ServerResponse; networks: readonly string[]; language: Language }
/** What the listeners of a language were sent last. */
type Sent = { text: string; piece: Piece }

/**
 * The open streams of `/live`. While there is one, the figures are counted each second, and what
 * changed is written to all of one language from one buffer.
 */
export function openListeners({ read, now, calendar }: ListenersDeps) {
  const listeners = new Set<Listener>()
  const ofNetwork = new Map<string, number>()
  let ticking: NodeJS.Timeout | null = null
  const sent = new Map<Language, Sent>()
  let sentAt = 0

  function remove(listener: Listener) {
    if (!listeners.delete(listener)) return
    for (const network of listener.networks) add(ofNetwork, network, -1)
    if (listeners.size > 0 || !ticking) return
    clearInterval(ticking)
    ticking = null
    sent.clear()
  }

  function write(listener: Listener, { chunk, plain }: Piece) {
    const { socket, chunkedEncoding } = listener.response
    if (!socket) return remove(listener)
    socket.write(chunkedEncoding ? chunk : plain)
    if (socket.writableLength > mostUnread) socket.destroy()
  }

  async function tick() {
    await renew()
    if (Math.abs(now() - sentAt) < heartbeatMs) return
    const time = pieceOf(liveEvents.time, String(calendar()))
    sentAt = now()
    for (const listener of listeners) write(listener, time)
  }

  /** Sends what changed since the last message. */
  async function renew() {
    for (const language of new Set([...listeners].map((one) => one.language))) {
      const message = await read(language)
      if (message) sendChange(language, message)
    }
  }

  function sendChange(language: Language, message: LiveMessage) {
    const { at: _at, now: _now, ...content } = message
    const text = JSON.stringify(content)
    if (text === sent.get(language)?.text) return
    const piece = pieceOf(liveEvents.figures, JSON.stringify(message))
    sent.set(language, { text, piece })
    sentAt = now()
    for (const listener of listeners) if (listener.language === language) write(listener, piece)
  }

  const isFirstOf = (listener: Listener) =>
    [...listeners].every((one) => one === listener || one.language !== listener.language)

  return {
    count: () => listeners.size,

    /** Whether a stream of this address may be opened: `network` and `all` name the limit. */
    refusal(address: string): 'network' | 'all' | null {
      if (listeners.size >= mostListeners) return 'all'
      const isFull = clientNetworks(address).some(
        ({ network, times }) => (ofNetwork.get(network) ?? 0) >= mostOfAddress * times,
      )
      return isFull ? 'network' : null
    },

    /** Adds a response whose headers are sent. It gets what is known, then each change. */
    add(response: ServerResponse, address: string, language: Language) {
      const listener = {
        response,
        language,
        networks: clientNetworks(address).map(({ network }) => network),
      }
      for (const network of listener.networks) add(ofNetwork, network, 1)
      listeners.add(listener)
      response.once('close', () => remove(listener))
      response.socket?.setTimeout(0)
      const last = sent.get(language)?.piece
      write(
        listener,
        last ? withTime(last, calendar()) : pieceOf(liveEvents.time, String(calendar())),
      )
      ticking ??= setInterval(() => void tick(), sendEveryMs)
      if (isFirstOf(listener)) void tick()
    },

    /** Ends every stream: the server stops. */
    end() {
      for (const { response } of listeners) response.end()
    },
  }
}

/** The clocks of the page need the present time, whenever the figures changed. */
const withTime = (piece: Piece, now: number): Piece =>
  join(piece, pieceOf(liveEvents.time, String(now)))

const join = (a: Piece, b: Piece): Piece => ({
  chunk: Buffer.concat([a.chunk, b.chunk]),
  plain: Buffer.concat([a.plain, b.plain]),
})

function pieceOf(event: string, data: string): Piece {
  const plain = Buffer.from(`event: ${event}\ndata: ${data}\n\n`)
  return {
    plain,
    chunk: Buffer.concat([
      Buffer.from(`${plain.length.toString(16)}\r\n`),
      plain,
      Buffer.from('\r\n'),
    ]),
  }
}

function add(counts: Map<string, number>, key: string, by: number) {
  const sum = (counts.get(key) ?? 0) + by
  if (sum > 0) counts.set(key, sum)
  else counts.delete(key)
}
