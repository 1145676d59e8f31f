import { phases } from '#campaign/phases.ts'
import type { Phase } from '#contract/phases.ts'
import { currentPhase } from './current-phase.ts'
import { phaseAt } from './phase-at.ts'

/** Further than any page is long. */
const endless = '1000000px'

/** PHASE-1, PHASE-4: keeps the current phase, and `<html data-phase data-primary-cta>`, by observers alone: scrolling measures nothing. */
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

  // Its root is all that lies above the middle of the window: a section reaches into it by its top.
  const upperHalf = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        above[isIntersecting ? 'add' : 'delete'](target)
      read()
    },
    { rootMargin: `${endless} 0px -50%` },
  )
  for (const section of sections) upperHalf.observe(section)

  // Its root is all that lies below the upper edge of the window: at the top that is the whole body.
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
