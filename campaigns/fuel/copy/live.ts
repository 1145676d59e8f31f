import type { DeclaredCampaign } from '#campaign/compose.ts'

export const live: DeclaredCampaign['live'] = {
  bars: { uncounted: 'Founding status: the first to confirm.' },
  finalOver: {
    text: 'Founding status went to the first {founding}. Leave your email and hear first.',
  },
  offers: {
    far: { exclusivity: 'Project Ascend closes on', final: 'Founding spots close on' },
  },
  earlyBird: {
    begins: 'Begint {begin}.',
    until: 'Loopt tot {end}. Voor iedereen dezelfde klok.',
    moved: 'Loopt tot {end}, eerst tot {before}. Voor iedereen dezelfde klok.',
    ended: 'Geëindigd op {end}.',
    over: { ref: 'Early-bird', after: 'De early-bird is voorbij. Je betaalt nu {n}% meer.' },
    far: 'Early-bird-prijs tot',
  },
}
