import type { DeclaredCampaign } from '#campaign/compose.ts'

export const live: DeclaredCampaign['live'] = {
  bars: { uncounted: 'Founding status goes to the first who confirm.' },
  foundingOver: {
    text: 'Founding status went to the first {n}. Leave your e-mail and you hear first.',
  },
  offers: {
    far: { program: 'Project Ascend closes on', founding: 'Founding spots close on' },
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
