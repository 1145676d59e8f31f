import type { live as english } from '../en/live.ts'

export const live: typeof english = {
  asOf: 'live, stand van {time}',
  note: 'De cijfers zijn live: wat onze server telde op de tijd die erbij staat.',
  claims: 'De resultaten zijn beweringen van het merk zelf.',
  strip: {
    next: '[line: Plaats][no line: Aanmelding] {n} is de volgende',
    share: '{n}% van {goal}',
  },
  gauge: {
    next: 'De volgende [line: plaats is][no line: aanmelding is nummer]',
    soFar: '{n} van {goal}, tot nu toe',
    awaits: 'Bevestig, en de volgende stip ben jij',
    joined: 'Jouw stip zit erin',
  },
  bars: {
    next: 'is de volgende [line: plaats][no line: aanmelding]',
    uncounted:
      '[line: Plaatsen worden gegeven in volgorde van bevestiging.][no line: Je staat op de lijst zodra je bevestigt.]',
    reminder: '[line: Plaats][no line: Aanmelding] {n} is de volgende',
  },
  finalOver: {
    title: '[line: De rij loopt door][no line: De lijst blijft open].',
    text: 'De eerste {n} zijn binnen. Laat je e-mailadres achter en je hoort het als eerste.',
    cta: '[line: Ga in de rij][no line: Kom op de lijst]',
    uncounted: '[line: De rij loopt door][no line: De lijst blijft open].',
  },
  offers: {
    left: 'Nog {n} van {most}, in volgorde van bevestiging.',
    gone: 'De laatste van {most} ging weg op {end}.',
    days: 'dagen',
    far: { exclusivity: 'Het sluit op', final: 'De eerste plekken sluiten op' },
    begins: 'Vanaf {begin}.',
    until: 'Tot {end}.',
    moved: 'Tot {end}, eerst {before}.',
    ended: 'Geëindigd op {end}.',
  },
  earlyBird: {
    begins: 'Begint {begin}.',
    until: 'Eindigt {end}, volgens de klok van onze server.',
    moved: 'Eindigt {end}, eerst {before}, volgens de klok van onze server.',
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
