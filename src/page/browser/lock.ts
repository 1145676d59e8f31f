/** Does the work unless another tab is at it. Without Web Locks (or where they are forbidden) the work is simply done. */
export async function unlessAtWork<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  if (!('locks' in navigator)) return work()
  let begun = false
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      begun = true
      return lock ? work() : null
    })
  } catch (error) {
    if (begun) throw error
    return work()
  }
}
