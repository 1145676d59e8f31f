import type { LineLandingCopy } from '#contract/line/copy.ts'

export const lineLanding: LineLandingCopy = {
  friend: {
    chip: 'Sent by a friend',
    moves: 'A friend sent you. When you confirm, they may move up. They never see who you are.',
    named: {
      chip: 'Sent by {name}',
      moves: '{name} sent you. When you confirm, {name} may move up, and never sees who you are.',
    },
    note: 'The next place is yours once you confirm.',
  },
  steps: {
    mail: 'Open our email to {email} and press Confirm.',
    place: 'You get your place in line.',
    next: 'At {time} the next was {place}.',
    link: 'You get a link: each friend who confirms moves you up.',
  },
  device: {
    around: '{before} before you, {behind} behind.',
    asOf: 'as of {time}',
    open: 'Open your page',
    why: 'Shown because you asked this device to remember it.',
    forget: 'Forget it here',
  },
}
