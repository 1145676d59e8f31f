/**
 * The server's clock by the browser's monotonic one, since a visitor's clock may be wrong by a
 * year. A message can only arrive late, so the latest time that one implies is the nearest; a copy
 * that something on the way kept is older and changes nothing. Null before the first message.
 */
export function openServerClock(monotonicMs: () => number) {
  let ahead: number | null = null
  return {
    adjust(serverMs: number) {
      ahead = Math.max(ahead ?? -Infinity, serverMs - monotonicMs())
    },
    /** Starts anew, since the monotonic clock may stand still while a device sleeps. */
    forget() {
      ahead = null
    },
    now: () => (ahead === null ? null : ahead + monotonicMs()),
  }
}
