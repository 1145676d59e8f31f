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
    share: 'Share your link',
    link: 'Your link',
    linkNote: 'We never email your friends. You share the link.',
    ladder: 'What friends unlock',
    friend: {
      name: 'Each friend who confirms',
      text: 'Counts as if you had confirmed {perFriend} people earlier.',
    },
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
      one: 'One more friend confirmed.',
      many: '{more} more friends confirmed.',
    },
    fewer: { one: 'One sign-up no longer counts.', many: '{fewer} sign-ups no longer count.' },
    reached: '{reward} is reached. It’s yours on {due}, if your friends stay.',
    next: { one: 'Next: one more friend, {reward}.', many: 'Next: {n} more friends, {reward}.' },
    often: 'At most one such email {newsEach}.',
    stop: 'Stop emails about friends',
  },
  reward: {
    subject: '{reward} is yours',
    preview: 'It held for {holdTime}. It’s yours for good.',
    title: '{reward} is yours.',
    label: 'Reward {n} of {of}',
    text: 'It’s yours for good.',
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
    pass: 'Not now? Let it pass: the spot goes to the next in line. Skip once and you keep your place. Skip twice and you go to the end; your friends still count.',
  },
}
