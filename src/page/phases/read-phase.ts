import { phases, type Phase } from '#contract/campaign/phases.ts'
import { currentPhase } from './current-phase.ts'
import { phaseAt } from './phase-at.ts'

/** Longer than any page. */
const endless = '1000000px'

/**
 * PHASE-1, PHASE-4: updates the current phase and `<html data-phase data-primary-cta>`. It uses
 * observers, so that scrolling causes no measurement.
 */
export function readPhase(page: Document) {
  const sections = [...page.querySelectorAll<HTMLElement>('section[data-phase]')]
  const above = new Set<Element>()
  let atTop = true
  const read = () =>
    currentPhase.write(
      phaseAt(
        sections.map((section) => ({
          phase: Number(section.dataset.phase) as Phase,
          aboveMiddle: above.has(section),
        })),
        atTop,
      ),
    )

  // The root is everything above the middle of the window; the top of a section enters it first.
  const upperHalf = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        above[isIntersecting ? 'add' : 'delete'](target)
      read()
    },
    { rootMargin: `${endless} 0px -50%` },
  )
  for (const section of sections) upperHalf.observe(section)

  // The root is everything below the upper edge of the window: at the top of the page, the whole
  // body.
  new IntersectionObserver(
    ([entry]) => {
      atTop = entry?.intersectionRatio === 1
      read()
    },
    { rootMargin: `0px 0px ${endless}`, threshold: 1 },
  ).observe(page.body)

  const tell = () =>
    Object.assign(page.documentElement.dataset, {
      phase: currentPhase.read(),
      primaryCta: phases[currentPhase.read()].cta,
    })
  currentPhase.subscribe(tell)
  tell()
}
