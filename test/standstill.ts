/** Notices when this machine stood still (a laptop that slept, a process that was stopped): what happened then says nothing of the product. */
export function watchStandstills() {
  const spells: { from: number; to: number }[] = []
  let seen = Date.now()
  const look = () => {
    const now = Date.now()
    if (now - seen > leastMs) spells.push({ from: seen, to: now + echoMs })
    seen = now
  }
  const timer = setInterval(look, 100)
  return {
    /** whether it stood still, or had just done so, at some time from `from` to `to` (ms) */
    within(from: number, to: number): boolean {
      look()
      return spells.some((spell) => spell.from <= to && spell.to >= from)
    },
    spells: () => spells.length,
    stop: () => clearInterval(timer),
  }
}

const leastMs = 1_500
/** What waited while all stood still is refused for as long as this afterwards. */
const echoMs = 5_000
