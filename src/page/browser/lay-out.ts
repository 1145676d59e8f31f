import { nextTask } from './one-a-task.ts'

/**
 * The browser lays out what stands below the window when it comes near (`content-visibility` in below.css), so that the first view is not
 * kept waiting. Once the page is idle the rest is laid out too, a part a frame: from then on the page's height is a true one.
 */
export async function layOutBelow(page: Document) {
  for (const part of page.querySelectorAll<HTMLElement>('.hero > :is(.proof, .side), .plate')) {
    await nextFrame()
    part.style.contentVisibility = 'visible'
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve)).then(nextTask)
