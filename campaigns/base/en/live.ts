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
    uncounted: 'Places are given in order of confirmation.',
    reminder: 'Place {n} is next',
  },
  finalOver: {
    title: 'The line goes on.',
    text: 'The first {n} are in. Leave your email and you hear first.',
    cta: 'Join the line',
    uncounted: 'The line goes on.',
  },
  offers: {
    left: '{n} of {most} left, in order of confirmation.',
    gone: 'The last of {most} went on {end}.',
    days: 'days',
    far: { exclusivity: 'It closes on', final: 'First places close on' },
    begins: 'From {begin}.',
    until: 'Until {end}.',
    moved: 'Until {end}, moved from {before}.',
    ended: 'Ended on {end}.',
  },
  earlyBird: {
    begins: 'It begins {begin}.',
    until: 'It ends {end}, by the clock of our server.',
    moved: 'It ends {end}, first {before}, by the clock of our server.',
    ended: 'It ended on {end}.',
    over: { ref: 'Early-bird', after: 'The early-bird is over. You pay {n}% more now.' },
    far: 'Early-bird price until',
  },
  notice: {
    hour: '{n} people confirmed in the last hour',
    today: '{n} people confirmed today',
    week: '{n} people confirmed this week',
  },
  quizType: '{n}% of all results',
}
