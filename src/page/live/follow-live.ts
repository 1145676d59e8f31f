import { heartbeatMs, liveEvents, type LiveMessage } from '#contract/live-message.ts'

/** How the figures arrive: the tests replace the browser's. */
export type Ways = {
  open(): EventSource
  ask(): Promise<LiveMessage>
  random(): number
}
type Handlers = { figures(message: LiveMessage): void; time(serverMs: number): void }

/** Where streams are blocked the figures are asked for this often. */
export const pollMs = 60_000
/** A stream that says nothing for so long is held back on the way, or has died. */
const silentMs = 2 * heartbeatMs
const firstRetryMs = 1_000
const mostRetryMs = 60_000
/** So many streams that never said anything: streams are blocked here. */
const mostMute = 2

/**
 * LIVE-4: follows `/live` until `stop` is called. A stream that ends is opened again with growing
 * waits of random length, so that the pages of a server that restarts do not all return at once.
 */
export function followLive(ways: Ways, handlers: Handlers): { stop(): void } {
  let stream: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let failures = 0
  let mute = 0

  const later = (act: () => void, ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }

  function open() {
    let spoke = false
    const current = ways.open()
    stream = current
    const heard = () => {
      spoke = true
      failures = mute = 0
      later(silent, silentMs)
    }
    const lost = () => {
      current.close()
      if (!spoke) void ask()
      const wait = Math.min(mostRetryMs, firstRetryMs * 2 ** failures++)
      later(open, wait * (0.5 + ways.random() / 2))
    }
    const silent = () => {
      if (spoke || ++mute < mostMute) return lost()
      current.close()
      void poll()
    }
    current.addEventListener(liveEvents.figures, ({ data }) => {
      heard()
      handlers.figures(JSON.parse(data as string) as LiveMessage)
    })
    current.addEventListener(liveEvents.time, ({ data }) => {
      heard()
      handlers.time(Number(data))
    })
    current.addEventListener('error', lost)
    later(silent, silentMs)
  }

  /** A server may refuse one more stream and still say the figures. */
  async function ask() {
    try {
      const message = await ways.ask()
      if (!stopped) handlers.figures(message)
    } catch {}
  }

  async function poll() {
    await ask()
    if (!stopped) later(() => void poll(), pollMs * (0.9 + ways.random() / 5))
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
