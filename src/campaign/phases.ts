import type { PhaseRules } from '#contract/campaign/phases.ts'

/** PHASE-1, PHASE-2. */
export const phases: PhaseRules = {
  1: { name: 'Hero Introduction', cta: 'hero-cta', allows: ['scarcity-banner', 'hero-cta'] },
  2: { name: 'Social Proof', cta: 'social-proof-cta', allows: [] },
  3: { name: 'Lead Magnet', cta: 'lead-magnet', allows: [] },
  4: { name: 'Product Showcase', cta: 'product-cta', allows: [] },
  5: { name: 'Final Conversion', cta: 'final-cta', allows: ['exit-intent', 'countdown-timer'] },
}
