import type { LineMailCopy, LineWelcomeCopy } from '#contract/line/copy.ts'

export const lineMails: LineMailCopy & { welcome: LineWelcomeCopy } = {
  asOf: '{before} before you, {behind} behind you, as of {asOf}',
  page: 'Open your page',
  account: {
    confirmedBefore: 'confirmed before you and still in the line',
    passed: { one: 'you passed, with one friend', many: 'you passed, with {friends} friends' },
    passedBy: 'who confirmed later passed you',
    before: 'before you',
  },
  ladder: {
    locked: { one: '{reward}: one more friend', many: '{reward}: {n} more friends' },
    reached: '{reward}: reached, yours on {due}',
    yours: '{reward}: yours',
    gone: '{reward}: gone on {gone}',
    left: '{left} of {limit} left, as of {asOf}',
  },
  welcome: {
    subject: 'You are in: place {place}',
    preview: '{before} before you. Your own link is inside.',
    title: 'You are in. Place',
    order: 'Your place is the order in which you confirmed.',
    account:
      'Confirmed before you and still in the line: {confirmedBefore}. You passed {passed}, and {passedBy} passed you.',
    friend:
      'Each friend who confirms by your link counts as if you had confirmed {perFriend} people earlier.',
    link: 'Your link',
    linkNote: 'You send it, not we: nobody you know gets a mail from us.',
  },
  friend: {
    subject: {
      one: 'A friend joined: you are at {place}',
      many: '{more} friends joined: you are at {place}',
    },
    preview: {
      one: 'One person confirmed by your link.',
      many: '{more} people confirmed by your link.',
    },
    title: { one: 'A friend joined. Place', many: '{more} friends joined. Place' },
    more: {
      one: 'One more person who came by your link counts.',
      many: '{more} more people who came by your link count.',
    },
    fewer: { one: 'One sign-up no longer counts.', many: '{fewer} sign-ups no longer count.' },
    reached: '{reward} is reached. If that holds for {holdTime}, it is yours on {due}.',
    next: { one: 'Next: one more friend, {reward}.', many: 'Next: {n} more friends, {reward}.' },
    often: 'At most one such mail {newsEach}.',
    stop: 'No more of these, keep the others',
  },
  reward: {
    subject: '{reward} is yours',
    preview: 'It held for {holdTime}. What is yours stays yours.',
    title: '{reward} is yours.',
    label: 'Reward {n} of {of}',
    text: 'It held for {holdTime}. What is yours stays yours, whatever your friends do.',
    number: 'Your number, of {limit}',
  },
  turn: {
    subject: 'Your turn: a spot until {until}',
    preview: 'You stand in front. The spot is held for you.',
    title: 'Your turn.',
    label: 'Wave {wave}',
    text: 'You came to the front of the line, and a spot is held for you until {until} ({zone} time). Your code:',
    ofType: 'This wave invites people of one quiz type: {type}.',
    code: 'Works once, until {until}',
    button: 'Take the spot',
    pass: 'Not now? Let it pass: the spot goes to the next in line. If it is the first that you miss, you stay in front for one more wave; after the second you get a new number, as if you had just confirmed. Your friends still count.',
  },
}
