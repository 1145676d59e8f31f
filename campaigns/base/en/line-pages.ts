import type { LinePageCopy } from '#contract/line/copy.ts'

/**
 * A line that is set wide or narrow fills its column by its `fit`, which has a rule in
 * styles/line.css.
 */
export const linePages: LinePageCopy = {
  ask: {
    title: 'One click left. Confirm your spot.',
    text: 'Your place is set the moment you confirm.',
    returns: 'Your place has waited. One click and it is yours again, with your friends.',
    next: 'The next place is',
  },
  done: {
    chip: 'Confirmed {date}, {time}',
    above: 'You are in. Place',
  },
  already: {
    chip: 'Confirmed {date}, {time}',
    above: 'Yours already. Place',
  },
  dials: {
    before: 'ahead of you',
    behind: 'behind you',
    newest: 'behind you, so far',
    perFriend: 'places up for each friend who confirms',
  },
  link: {
    label: 'Your link',
    copy: 'Copy your link',
    copied: 'Copied',
    selected: 'Selected: copy it now',
    share: 'Share…',
    mail: 'Email',
    note: 'We never email your friends. You share the link, and see a count, never names.',
  },
  account: {
    label: 'Why {place}',
    title: 'How you got here.',
    untouched: 'This place is yours alone.',
    confirmedBefore: 'confirmed before you',
    passed: {
      none: 'passed so far: no friend of yours has confirmed yet',
      one: 'passed thanks to one friend ({n} places)',
      some: 'passed thanks to {friends} friends ({n} places each)',
      capped: 'passed thanks to {friends} friends, of whom {of} count ({n} places each)',
    },
    passedBy: {
      none: 'passed you',
      some: 'passed you with friends of their own',
    },
    sum: 'ahead of you, so your place is {place}.',
    rules: 'How the line works',
  },
  rewards: {
    label: 'Next reward',
    title: {
      one: 'One friend away.',
      some: '{n} friends away.',
      none: 'Nothing left to earn.',
      held: { one: 'One is held for you.', some: '{n} are held for you.' },
    },
    states: {
      toGo: '{n} to go',
      reached: 'Held',
      yours: 'Yours',
      takenBack: 'Taken back',
      gone: 'Gone',
      withdrawn: 'Withdrawn',
    },
    left: '{left} of {of} left, as of {time}.',
    number: 'Yours is number {n}.',
    held: 'Reached on {date}. Yours from {time} on, if your friends stay.',
    byOffer: 'You already have one: you were among the first.',
    takenBack: 'A sign-up no longer counts, so it is {n} of {of}. {left} to go, and it is back.',
    goneAt: 'The last one went on {date}.',
    note: 'A friend counts once they confirm. They stop counting if they leave, if email to them bounces, or if they turn out to be you. We never say who. A reward is held for {holdTime} before it is yours, and then it is yours for good.',
  },
  figure: {
    label: 'The line',
    caption: 'Fig. 3 – The line, and detail A around your place. One stroke is one person.',
    you: 'you, {place}',
    oneMore: 'one more friend = {n} earlier, place {place}',
    oneMoreShort: 'one more friend = {n} earlier',
    says: 'The line from 1 to {of}. You are at {place} of {n}.',
    more: 'One more friend would move you up {n} places, to place {place}.',
  },
}
