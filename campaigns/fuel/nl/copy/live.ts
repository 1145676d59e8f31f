import type { Campaign } from '#contract/campaign/campaign.ts'

export const live: Campaign['live'] = {
  asOf: 'live, stand van {time}',
  note: 'De cijfers zijn live: wat onze server telde op de tijd die erbij staat.',
  claims: 'De resultaten zijn beweringen van het merk zelf.',
  strip: { next: 'Plaats {n} is de volgende', share: '{n}% van {goal}' },
  gauge: {
    next: 'De volgende plaats is',
    soFar: '{n} van {goal}, tot nu toe',
    awaits: 'Bevestig, en de volgende stip ben jij',
    joined: 'Jouw stip zit erin',
  },
  bars: {
    next: 'is de volgende plaats',
    uncounted: 'Founding status gaat naar wie het eerst bevestigt.',
    reminder: 'Plaats {n} is de volgende',
  },
  finalOver: {
    title: 'De rij loopt door.',
    text: 'Founding status ging naar de eerste {founding}. Laat je e-mailadres achter en je hoort het als eerste.',
    cta: 'Ga in de rij',
    uncounted: 'De rij loopt door.',
  },
  offers: {
    left: 'Nog {n} van {most}, in volgorde van bevestiging.',
    gone: 'De laatste van {most} ging weg op {end}.',
    days: 'dagen',
    far: { exclusivity: 'Project Ascend sluit op', final: 'Founding-plekken sluiten op' },
    begins: 'Vanaf {begin}.',
    until: 'Tot {end}.',
    moved: 'Tot {end}, eerst {before}.',
    ended: 'Geëindigd op {end}.',
  },
  earlyBird: {
    begins: 'Begint {begin}.',
    until: 'Eindigt {end}. Klok van de server, voor iedereen gelijk.',
    moved: 'Eindigt {end}, eerst {before}. Klok van de server, voor iedereen gelijk.',
    ended: 'Geëindigd op {end}.',
    over: { ref: 'Early-bird', after: 'De early-bird is voorbij. Je betaalt nu {n}% meer.' },
    far: 'Early-bird-prijs tot',
  },
  notice: {
    hour: '{n} mensen bevestigden in het afgelopen uur',
    today: '{n} mensen bevestigden vandaag',
    week: '{n} mensen bevestigden deze week',
  },
  quizType: '{n}% van alle resultaten',
}
