import type { DeclaredCampaign } from '#campaign/compose.ts'

export const live: DeclaredCampaign['live'] = {
  bars: { uncounted: 'Founding status: voor wie het eerst bevestigt.' },
  finalOver: {
    text: 'Founding status ging naar de eerste {founding}. Laat je e-mailadres achter en je hoort het als eerste.',
  },
  offers: {
    far: { exclusivity: 'Project Ascend sluit op', final: 'Founding-plekken sluiten op' },
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
