/**
 * Does the work unless another tab is doing work of the same name; then returns null. Does the work
 * in any case where the browser has no Web Locks or forbids them.
 */
export async function runInOneTab<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  if (!('locks' in navigator)) return work()
  let started = false
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      started = true
      return lock ? work() : null
    })
  } catch (error) {
    if (started) throw error
    return work()
  }
}
