/**
 * `content-visibility` (below.css) delays the layout of what is below the window, so that the first
 * view is drawn sooner. Once the page is idle this function lays out the rest, one part per task.
 * From then on the height of the page is exact.
 */
export async function layOutBelowFold(page: Document) {
  for (const part of page.querySelectorAll<HTMLElement>('.plate'))
    await inBackground(() => {
      part.style.contentVisibility = 'visible'
      // Lays it out now: the next frame would lay out all parts in one task.
      part.getBoundingClientRect()
    })
}

/** Lets the browser draw first where it has `scheduler.postTask`. */
const inBackground = (work: () => void) =>
  (window.scheduler as Scheduler | undefined)?.postTask(work, { priority: 'background' }) ?? work()
