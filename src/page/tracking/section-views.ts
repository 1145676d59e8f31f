import type { PagePart } from '#contract/events/events.ts'
import { track } from './track.ts'

/**
 * TRACK-3: the share of a section that must be visible, in the window without its bottom margin.
 */
export const viewed = { share: 0.5, bottomMarginPercent: 10 }

type Sizes = { visiblePx: number; sectionPx: number; windowPx: number }

/** For a section taller than the window, the share of the window that it fills counts. */
export const isViewed = (
  { visiblePx, sectionPx, windowPx }: Sizes,
  share = viewed.share,
): boolean => visiblePx > 0 && visiblePx >= share * Math.min(sectionPx, windowPx)

/**
 * The browser tells of each hundredth of a section that comes into view: of one as tall as five
 * windows, a twentieth of a window.
 */
const hundredths = Array.from({ length: 101 }, (_, index) => index / 100)

type Entry = Pick<
  IntersectionObserverEntry,
  'target' | 'intersectionRect' | 'boundingClientRect' | 'rootBounds'
>

/**
 * Calls once for each section that is viewed. One delivery of the observer may hold several entries
 * of a section.
 */
export function createSectionViews(onView: (section: Element) => void, share = viewed.share) {
  const seen = new Set<Element>()
  return (entries: readonly Entry[]) => {
    for (const { target, intersectionRect, boundingClientRect, rootBounds } of entries) {
      const sizes = {
        visiblePx: intersectionRect.height,
        sectionPx: boundingClientRect.height,
        windowPx: rootBounds?.height ?? innerHeight,
      }
      if (seen.has(target) || !isViewed(sizes, share)) continue
      seen.add(target)
      onView(target)
    }
  }
}

/** Tracks each section once per page load. */
export function watchSections(page: Document, { share, bottomMarginPercent } = viewed) {
  const observer = new IntersectionObserver(
    createSectionViews((section) => {
      observer.unobserve(section)
      track({
        action: 'section_view',
        section: (section as HTMLElement).dataset.section as PagePart,
      })
    }, share),
    { rootMargin: `0px 0px -${bottomMarginPercent}%`, threshold: hundredths },
  )
  for (const section of page.querySelectorAll('[data-section]')) observer.observe(section)
}
