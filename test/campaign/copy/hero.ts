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
  unit: {
    remain: '{n} registrations remain',
    of: 'of {n}',
    complete: '{n}% Complete',
    reward: 'Mystery reward [bar] unlocks at {n}',
    waiting: 'people waiting',
    parts: [
      { name: '1 Seal', line: '' },
      { name: '2 Collar', line: 'Turns once' },
      { name: '3 Core', line: 'Nano-delivery: the carrier, enlarged' },
      { name: '4 Spring', line: 'Keeps the pressure on' },
      { name: '5 Coach', line: 'AI coaching, day by day' },
      { name: '6 Base', line: 'The Fuel Protocol itself: four questions, one routine' },
    ],
    caption: 'Fig. 1 – The unit, exploded. Not to scale.',
  },
}
