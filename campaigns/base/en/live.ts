import type { Campaign } from '#contract/campaign/campaign.ts'

/** The words around figures that the server counts. */
export const live: Campaign['live'] = {
  asOf: 'live, as of {time}',
  note: 'Figures are live, counted by our server at the time shown.',
  claims: 'Results are the brand’s own claims.',
  strip: { next: '[line: Place][no line: Sign-up] {n} is next', share: '{n}% of {goal}' },
  gauge: {
    next: 'The next [line: place is][no line: sign-up is number]',
    soFar: '{n} of {goal}, so far',
    awaits: 'Confirm, and the next dot is you',
    joined: 'Your dot is in',
  },
  bars: {
    next: 'is the next [line: place][no line: sign-up]',
    uncounted:
      '[line: Places are given in order of confirmation.][no line: You are on the list once you confirm.]',
    reminder: '[line: Place][no line: Sign-up] {n} is next',
  },
  finalOver: {
    title: '[line: The line goes on][no line: The list stays open].',
    text: 'The first {n} are in. Leave your email and hear first.',
    cta: 'Join the [line: line][no line: list]',
    uncounted: '[line: The line goes on][no line: The list stays open].',
  },
  offers: {
    left: '{n} of {most} left, in order of confirmation.',
    gone: 'The last of {most} went on {end}.',
    days: 'days',
    far: { exclusivity: 'It closes on', final: 'First [line: places][no line: spots] close on' },
    begins: 'From {begin}.',
    until: 'Until {end}.',
    moved: 'Until {end}, moved from {before}.',
    ended: 'Ended on {end}.',
  },
  earlyBird: {
    begins: 'It begins {begin}.',
    until: 'It ends {end}, by our server’s clock.',
    moved: 'It ends {end}, first {before}, by our server’s clock.',
    ended: 'It ended on {end}.',
    over: { ref: 'Early-bird', after: 'Early-bird has ended. You now pay {n}% more.' },
    far: 'Early-bird price until',
  },
  notice: {
    hour: '{n} people confirmed in the last hour',
    today: '{n} people confirmed today',
    week: '{n} people confirmed this week',
  },
  quizType: '{n}% of all results',
}
