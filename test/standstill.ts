/**
 * Notices when this machine stood still (a laptop that slept, a process that was stopped), or when
 * `witness`, which is asked ten times a second, was slow to answer: what happened then says nothing
 * of the product.
 */
export function watchStandstills(witness: () => Promise<unknown> = async () => {}) {
  const spells: { from: number; to: number }[] = []
  const stopped = new AbortController()
  let seen = Date.now()
  const look = () => {
    const now = Date.now()
    if (now - seen > leastMs) spells.push({ from: seen, to: now + echoMs })
    seen = now
  }
  void (async () => {
    while (!stopped.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      await witness().catch(() => spells.push({ from: seen, to: Date.now() + echoMs }))
      look()
    }
  })()
  return {
    /** whether it stood still, or had just done so, at some time from `from` to `to` (ms) */
    within: (from: number, to: number): boolean =>
      [...spells, ...(Date.now() - seen > leastMs ? [{ from: seen, to: Infinity }] : [])].some(
        (spell) => spell.from <= to && spell.to >= from,
      ),
    spells: () => spells.length,
    stop: () => stopped.abort(),
  }
}

/** Short of the 2 s that a visitor waits for the store. */
const leastMs = 1_000
/** Requests that waited meanwhile are refused for this long afterwards. */
const echoMs = 5_000
