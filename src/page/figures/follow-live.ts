import { heartbeatMs, liveEvents, type LiveMessage } from '#contract/live/message.ts'

/** How the figures arrive: the tests replace the browser's. */
export type Transport = {
  open(): EventSource
  ask(): Promise<LiveMessage>
  random(): number
}
type Handlers = { figures(message: LiveMessage): void; time(serverMs: number): void }

/** Where streams are blocked the figures are asked for this often. */
export const pollMs = 60_000
/** A stream without a message for so long is buffered on the way, or is dead. */
const silentMs = 2 * heartbeatMs
const firstRetryMs = 1_000
const mostRetryMs = 60_000
/** After so many streams without a message, streams count as blocked. */
const mostSilentStreams = 2

/**
 * LIVE-4: follows `/live` until `stop` is called. A stream that ends is opened again with growing
 * waits of random length, so that the pages of a server that restarts do not all return at once.
 */
export function followLive(transport: Transport, handlers: Handlers): { stop(): void } {
  let stream: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let failures = 0
  let silentStreams = 0

  const later = (act: () => void, ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }

  function open() {
    let isAlive = false
    const current = transport.open()
    stream = current
    const received = () => {
      isAlive = true
      failures = silentStreams = 0
      later(silent, silentMs)
    }
    const lost = () => {
      current.close()
      if (!isAlive) void ask()
      const wait = Math.min(mostRetryMs, firstRetryMs * 2 ** failures++)
      later(open, wait * (0.5 + transport.random() / 2))
    }
    const silent = () => {
      if (isAlive || ++silentStreams < mostSilentStreams) return lost()
      current.close()
      void poll()
    }
    current.addEventListener(liveEvents.figures, ({ data }) => {
      received()
      handlers.figures(JSON.parse(data as string) as LiveMessage)
    })
    current.addEventListener(liveEvents.time, ({ data }) => {
      received()
      handlers.time(Number(data))
    })
    current.addEventListener('error', lost)
    later(silent, silentMs)
  }

  /** A server may refuse one more stream and still say the figures. */
  async function ask() {
    try {
      const message = await transport.ask()
      if (!stopped) handlers.figures(message)
    } catch {}
  }

  async function poll() {
    await ask()
    if (!stopped) later(() => void poll(), pollMs * (0.9 + transport.random() / 5))
  }

  open()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      stream?.close()
    },
  }
}
