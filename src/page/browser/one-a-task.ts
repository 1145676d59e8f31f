/** The next task, where the browser knows how to leave this one (scheduler.yield): what starts together leaves the page free in between. */
export const nextTask = (): Promise<void> =>
  (tasks = tasks.then(() => (window.scheduler as Scheduler | undefined)?.yield()))
let tasks = Promise.resolve()

/** Does each piece of work in a task of its own, in order. */
export async function oneATask(works: readonly (() => unknown)[]) {
  for (const work of works) {
    work()
    await nextTask()
  }
}
