import type { PagePart } from '#contract/events.ts'
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

/** Tracks each section once per page load. */
export function watchSections(page: Document, { share, bottomMarginPercent } = viewed) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRect, boundingClientRect, rootBounds } of entries) {
        const sizes = {
          visiblePx: intersectionRect.height,
          sectionPx: boundingClientRect.height,
          windowPx: rootBounds?.height ?? innerHeight,
        }
        if (!isViewed(sizes, share)) continue
        observer.unobserve(target)
        track({
          action: 'section_view',
          section: (target as HTMLElement).dataset.section as PagePart,
        })
      }
    },
    { rootMargin: `0px 0px -${bottomMarginPercent}%`, threshold: hundredths },
  )
  for (const section of page.querySelectorAll('[data-section]')) observer.observe(section)
}
