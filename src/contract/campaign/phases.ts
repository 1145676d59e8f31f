/** PHASE-1: the five conversion phases, by the section that the visitor has reached. */
export type Phase = 1 | 2 | 3 | 4 | 5

/** PHASE-2: the kinds of element that only some phases allow. */
export type PhasedType = 'scarcity-banner' | 'hero-cta' | 'countdown-timer' | 'exit-intent'

/** `cta` is the `data-cta` of its one call to action (PHASE-4). */
type PhaseRule = { cta: string; allows: readonly PhasedType[] }
export type PhaseRules = Record<Phase, PhaseRule>

/** By these names people speak of the phases; no visitor reads them. */
export const phaseNames: Record<Phase, string> = {
  1: 'Hero Introduction',
  2: 'Social Proof',
  3: 'Lead Magnet',
  4: 'Product Showcase',
  5: 'Final Conversion',
}

/** The five phases, in every campaign. */
export const phases: PhaseRules = {
  1: { cta: 'hero-cta', allows: ['scarcity-banner', 'hero-cta'] },
  2: { cta: 'social-proof-cta', allows: [] },
  3: { cta: 'lead-magnet', allows: [] },
  4: { cta: 'product-cta', allows: [] },
  5: { cta: 'final-cta', allows: ['exit-intent', 'countdown-timer'] },
}

/** A type that some phase allows is blocked in the others. */
export const isBlocked = (rules: PhaseRules, phase: Phase, type: PhasedType): boolean =>
  !rules[phase].allows.includes(type)
