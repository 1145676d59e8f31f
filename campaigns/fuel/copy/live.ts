import type { Campaign } from '#contract/campaign/campaign.ts'

/** The words around figures that the server counts. */
export const live: Campaign['live'] = {
  asOf: 'live, as of {time}',
  note: 'Figures are live: what our server counted at the time beside them.',
  claims: "Results are the brand's own claims.",
  strip: { next: 'Place {n} is next', share: '{n}% of {goal}' },
  gauge: {
    next: 'The next place is',
    soFar: '{n} of {goal}, so far',
    awaits: 'Confirm, and the next dot is you',
    joined: 'Your dot is in',
  },
  bars: {
    next: 'is the next place',
    uncounted: 'Founding status goes to the first who confirm.',
    reminder: 'Place {n} is next',
  },
  foundingOver: {
    title: 'The line goes on.',
    text: 'Founding status went to the first {n}. Leave your e-mail and you hear first.',
    cta: 'Join the line',
    uncounted: 'The line goes on.',
  },
  offers: {
    left: '{n} of {most} left, in order of confirmation.',
    gone: 'The last of {most} went on {end}.',
    days: 'days',
    far: { program: 'Project Ascend closes on', founding: 'Founding spots close on' },
    begins: 'From {begin}.',
    until: 'Until {end}.',
    moved: 'Until {end}, moved from {before}.',
    ended: 'Ended on {end}.',
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
    hour: '{n} people confirmed in the last hour',
    today: '{n} people confirmed today',
    week: '{n} people confirmed this week',
  },
  quizType: '{n}% of all results',
}
