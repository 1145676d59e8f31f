import type { DeclaredCampaign } from '#campaign/compose.ts'

export const live: DeclaredCampaign['live'] = {
  bars: { uncounted: 'Founding status goes to the first who confirm.' },
  finalOver: {
    text: 'Founding status went to the first {founding}. Leave your e-mail and you hear first.',
  },
  offers: {
    far: { exclusivity: 'Project Ascend closes on', final: 'Founding spots close on' },
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
