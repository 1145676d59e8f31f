/**
 * Continues in a new task where the browser has `scheduler.yield`, so that the page responds in
 * between. Calls queue up.
 */
export const yieldToBrowser = (): Promise<void> =>
  (queue = queue.then(() => (window.scheduler as Scheduler | undefined)?.yield()))
let queue = Promise.resolve()

/** Calls each function in a task of its own, in order. */
export async function runInSeparateTasks(functions: readonly (() => unknown)[]) {
  for (const run of functions) {
    run()
    await yieldToBrowser()
  }
}
