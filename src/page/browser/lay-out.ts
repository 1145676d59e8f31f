/**
 * The browser lays out what stands below the window when it comes near (`content-visibility` in below.css), so that the first view is not
 * kept waiting. Once the page is idle the rest is laid out too, a part at a time: from then on the page's height is a true one.
 */
export async function layOutBelow(page: Document) {
  for (const part of page.querySelectorAll<HTMLElement>('.hero > :is(.proof, .side), .plate'))
    await inBackground(() => {
      part.style.contentVisibility = 'visible'
    })
}

/** After what the browser has to draw, where it knows how (scheduler.postTask). */
const inBackground = (work: () => void) =>
  (window.scheduler as Scheduler | undefined)?.postTask(work, { priority: 'background' }) ?? work()
