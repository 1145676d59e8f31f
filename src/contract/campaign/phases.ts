/** PHASE-1: the five conversion phases, by the section that the visitor has reached. */
export type Phase = 1 | 2 | 3 | 4 | 5

/** PHASE-2: the kinds of element that only some phases allow. */
export type PhasedType = 'scarcity-banner' | 'hero-cta' | 'countdown-timer' | 'exit-intent'

/** `cta` is the `data-cta` of its one call to action (PHASE-4). */
type PhaseRule = { name: string; cta: string; allows: readonly PhasedType[] }
export type PhaseRules = Record<Phase, PhaseRule>

/** The five phases, in every campaign. */
export const phases: PhaseRules = {
  1: { name: 'Hero Introduction', cta: 'hero-cta', allows: ['scarcity-banner', 'hero-cta'] },
  2: { name: 'Social Proof', cta: 'social-proof-cta', allows: [] },
  3: { name: 'Lead Magnet', cta: 'lead-magnet', allows: [] },
  4: { name: 'Product Showcase', cta: 'product-cta', allows: [] },
  5: { name: 'Final Conversion', cta: 'final-cta', allows: ['exit-intent', 'countdown-timer'] },
}

/** A type that some phase allows is blocked in the others. */
export const isBlocked = (rules: PhaseRules, phase: Phase, type: PhasedType): boolean =>
  !rules[phase].allows.includes(type)
