import type { LineLandingCopy } from '#contract/line/copy.ts'

export const lineLanding: LineLandingCopy = {
  friend: {
    chip: 'Sent by a friend',
    moves: 'If you confirm, they may move up. They see at most a number, never who.',
    named: {
      chip: 'Sent by {name}',
      moves: 'If you confirm, {name} may move up, and sees at most a number, never who.',
    },
    note: 'The next place is yours once you confirm, whoever sent you.',
  },
  steps: {
    mail: 'Open the mail to {email} and press its button.',
    place: 'That press gives you your place.',
    next: 'At {time} the next was {place}.',
    link: 'Then your own link.',
  },
  device: {
    around: '{before} before you, {behind} behind.',
    asOf: 'as of {time}',
    open: 'Open your page',
    why: 'Shown because you asked this device to remember it.',
    forget: 'Forget it here',
  },
}
