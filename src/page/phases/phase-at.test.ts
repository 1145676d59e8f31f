import { describe, expect, test } from 'vitest'
import { phaseNames, phases, type Phase, type PhasedType } from '#contract/campaign/phases.ts'
import { isHidden, phaseAt, type PhasedSection } from './phase-at.ts'

const all = [1, 2, 3, 4, 5] as const

test.each([
  [1, 'Hero Introduction', 'hero-cta'],
  [2, 'Social Proof', 'social-proof-cta'],
  [3, 'Lead Magnet', 'lead-magnet'],
  [4, 'Product Showcase', 'product-cta'],
  [5, 'Final Conversion', 'final-cta'],
] as const)('[PHASE-1] phase %i is %s, its call to action %s', (phase, name, cta) => {
  expect([phaseNames[phase], phases[phase].cta]).toEqual([name, cta])
})

describe('the phase', () => {
  /**
   * The page's six sections with a phase, of which the first `above` have their tops above the middle.
   */
  const sections = (above: number): PhasedSection[] =>
    ([1, 1, 2, 3, 4, 5] as const).map((phase, index) => ({ phase, aboveMiddle: index < above }))
  test.each([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [6, 5],
  ] as const)('[PHASE-1] [PHASE-3] with %i sections above the middle is %i', (above, phase) => {
    expect(phaseAt(sections(above), false)).toBe(phase)
  })
  test('[PHASE-3] is that of the last section above the middle, wherever the others are', () => {
    expect(
      phaseAt(
        [
          { phase: 1, aboveMiddle: false },
          { phase: 4, aboveMiddle: true },
          { phase: 5, aboveMiddle: false },
        ],
        false,
      ),
    ).toBe(4)
  })
  test('[PHASE-3] is 1 at the top, in a window that holds the whole page too', () =>
    expect(phaseAt(sections(6), true)).toBe(1))
  test('[PHASE-3] is 1 on a page without such sections', () => expect(phaseAt([], false)).toBe(1))
})

describe('what a phase blocks', () => {
  const hidden = (phase: Phase, type: PhasedType, change = {}) =>
    isHidden(phases, phase, { type, inWindow: false, held: false, ...change })
  test.each([
    ['scarcity-banner', [1]],
    ['hero-cta', [1]],
    ['countdown-timer', [5]],
    ['exit-intent', [5]],
  ] as const)('[PHASE-2] %s is allowed in %j alone', (type, allowed) => {
    expect(all.filter((phase) => !hidden(phase, type))).toEqual(allowed)
  })
  test.each(all)(
    '[PHASE-2] in phase %i nothing is hidden while a part of it is in the window, or while it holds focus or text',
    (phase) => {
      for (const type of ['scarcity-banner', 'hero-cta', 'countdown-timer'] as const) {
        expect([
          hidden(phase, type, { inWindow: true }),
          hidden(phase, type, { held: true }),
        ]).toEqual([false, false])
      }
    },
  )
})
