import type { DeclaredCampaign } from '#campaign/compose.ts'

export const live: DeclaredCampaign['live'] = {
  bars: { uncounted: 'Founding status gaat naar wie het eerst bevestigt.' },
  finalOver: {
    text: 'Founding status ging naar de eerste {founding}. Laat je e-mailadres achter en je hoort het als eerste.',
  },
  offers: {
    far: { exclusivity: 'Project Ascend sluit op', final: 'Founding-plekken sluiten op' },
  },
  earlyBird: {
    begins: 'Begint {begin}.',
    until: 'Eindigt {end}. Klok van de server, voor iedereen gelijk.',
    moved: 'Eindigt {end}, eerst {before}. Klok van de server, voor iedereen gelijk.',
    ended: 'Geëindigd op {end}.',
    over: { ref: 'Early-bird', after: 'De early-bird is voorbij. Je betaalt nu {n}% meer.' },
    far: 'Early-bird-prijs tot',
  },
}
