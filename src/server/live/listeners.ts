import type { ServerResponse } from 'node:http'
import { heartbeatMs, liveEvents, type LiveMessage } from '#contract/live-message.ts'
import { clientNetworks } from '#server/limits/client-network.ts'

/** LIVE-4: `/live` sends at most one message in this time, to all listeners the same. */
export const sendEveryMs = 1_000
/** Measured with `npm run bench -- live`: 5,000 listeners. */
export const mostListeners = 6_000
/** Of one address; a wider network may have several times as many (limits/client-network.ts). */
export const mostOfAddress = 60
/** A listener that does not read is cut once this many bytes wait for it. */
const mostUnread = 16 * 1_024

type Deps = {
  /** the message of this moment, counted anew; null before the first count */
  read(): Promise<LiveMessage | null>
  now: () => number
  /** the time that pages show */
  calendar: () => number
}
/** A piece of the stream, as a chunk of HTTP/1.1 and as it is. */
type Piece = { chunk: Buffer; plain: Buffer }
type Listener = { response: ServerResponse; networks: readonly string[] }
export type Listeners = ReturnType<typeof openListeners>

/**
 * The open streams of `/live`. While there is one, the figures are counted each second, and what
 * changed is written to all of them from one buffer.
 */
export function openListeners({ read, now, calendar }: Deps) {
  const listeners = new Set<Listener>()
  const ofNetwork = new Map<string, number>()
  let ticking: NodeJS.Timeout | null = null
  let shown = ''
  let last: Piece | null = null
  let sentAt = 0

  function remove(listener: Listener) {
    if (!listeners.delete(listener)) return
    for (const network of listener.networks) add(ofNetwork, network, -1)
    if (listeners.size > 0 || !ticking) return
    clearInterval(ticking)
    ticking = null
  }

  function write(listener: Listener, { chunk, plain }: Piece) {
    const { socket, chunkedEncoding } = listener.response
    if (!socket) return remove(listener)
    socket.write(chunkedEncoding ? chunk : plain)
    if (socket.writableLength > mostUnread) socket.destroy()
  }

  async function tick() {
    await renew()
    if (Math.abs(now() - sentAt) >= heartbeatMs)
      sendAll(pieceOf(liveEvents.time, String(calendar())))
  }

  /** Sends what changed since the last message. */
  async function renew() {
    const message = await read()
    if (!message) return
    const { at: _at, now: _now, ...content } = message
    const text = JSON.stringify(content)
    if (text === shown) return
    shown = text
    last = pieceOf(liveEvents.figures, JSON.stringify(message))
    sendAll(last)
  }

  function sendAll(piece: Piece) {
    sentAt = now()
    for (const listener of listeners) write(listener, piece)
  }

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
    add(response: ServerResponse, address: string) {
      const listener = {
        response,
        networks: clientNetworks(address).map(({ network }) => network),
      }
      for (const network of listener.networks) add(ofNetwork, network, 1)
      listeners.add(listener)
      response.once('close', () => remove(listener))
      response.socket?.setTimeout(0)
      write(
        listener,
        last && ticking ? withTime(last, calendar()) : pieceOf(liveEvents.time, String(calendar())),
      )
      ticking ??= setInterval(() => void tick(), sendEveryMs)
      if (listeners.size === 1) {
        shown = ''
        void tick()
      }
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
