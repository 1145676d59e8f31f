/**
 * How many pages are rendered for a request at once, for one network (IPv4 /24, IPv6 /48) and for
 * all; more wait this long.
 */
export const renderLimits = { network: 4, all: 32, waitMs: 2_000 } as const

type Waiter = (isGranted: boolean) => void
export type RenderPlaces = ReturnType<typeof openRenderPlaces>

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
