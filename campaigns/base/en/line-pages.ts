import type { LinePageCopy } from '#contract/line/copy.ts'

/**
 * A line that is set wide or narrow fills its column by its `fit`, which has a rule in
 * styles/line.css.
 */
export const linePages: LinePageCopy = {
  ask: {
    title: 'One press left. Confirm your spot.',
    text: 'The moment you press counts: your place is given then.',
    returns: 'Your place has waited. One press, and it is yours again, with your friends.',
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
    perFriend: 'people earlier for each friend who confirms',
  },
  link: {
    label: 'Your link',
    copy: 'Copy your link',
    copied: 'Copied',
    selected: 'Selected: copy it now',
    share: 'Share…',
    mail: 'Mail',
    note: 'You send it, not we: nobody you know gets a mail from us. Whoever comes by it stays a number to you.',
  },
  account: {
    label: 'Why {place}',
    title: 'How your place is counted.',
    untouched: 'Nobody stands where you stand.',
    confirmedBefore: 'confirmed before you and still in the line',
    passed: {
      none: 'you passed: no friend of yours has confirmed yet',
      one: 'you passed: one friend, counted as {n} people earlier',
      some: 'you passed: {friends} friends, each counted as {n} people earlier',
      capped: 'you passed: {friends} friends, of whom {of} count as {n} people earlier each',
    },
    passedBy: {
      none: 'who confirmed later passed you',
      some: 'who confirmed later passed you with friends of theirs',
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
    byOffer: 'You have it already: you confirmed while there were some left.',
    takenBack: 'A sign-up no longer counts, so it is {n} of {of}. {left} to go, and it is back.',
    goneAt: 'The last one went on {date}.',
    note: 'A friend counts once confirmed. One who leaves, whose mail comes back, or who turns out to be no other person, no longer does; we never say who. A reward is held for {holdTime} before it is yours, and what is yours stays yours.',
  },
  figure: {
    label: 'The line',
    caption: 'Fig. 3 – The line, and detail A around your place. One stroke is one person.',
    you: 'you, {place}',
    oneMore: 'one more friend = {n} earlier, place {place}',
    oneMoreShort: 'one more friend = {n} earlier',
    says: 'The line from 1 to {of}. You stand at {place} of {n}.',
    more: 'One more friend would count you as {n} people earlier, at place {place}.',
  },
}
