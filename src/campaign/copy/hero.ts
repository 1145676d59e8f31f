import type { HeroCopy } from '#contract/campaign.ts'

export const hero: HeroCopy = {
  badge: 'PRE-LAUNCH ELITE ACCESS',
  headline: {
    text: 'This Is Not a Brand. This Is a Weapon.',
    locked: [
      { text: 'This Is Not a Brand.', width: 'wide' },
      { text: 'This Is', width: 'narrow' },
      { text: 'a Weapon.', width: 'narrow' },
    ],
  },
  lead: 'The Fuel Protocol: nano-delivery supplements with AI coaching, for founders, fighters, athletes and content creators.',
  cta: 'Claim Your Spot – Unlock The Stack',
}
