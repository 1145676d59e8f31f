import { z } from 'zod'
import { everyNumber, may, textsWith } from './text.ts'

const text = textsWith({ promises: true, numbers: everyNumber, always: ['brand'] })

/** The reader's place and why, as of when. */
const standing = may(
  'asOf',
  'place',
  'before',
  'behind',
  'confirmedBefore',
  'passed',
  'passedBy',
  'friends',
)
const placed = text(...standing)
const told = text(...standing, 'more?', 'fewer?')
const step = text(...standing, ...may('reward', 'n', 'limit', 'left', 'number', 'due', 'gone'))
const reward = text(...may('reward', 'n', 'of', 'limit'))
const turn = text(...may('wave', 'until', 'zone'))

/** `one` stands where the number is 1. */
const byNumber = <Text extends z.ZodType>(words: Text) =>
  z.strictObject({ one: words, many: words })

/** Subject, preview line and title of a mail. */
const head = <Text extends z.ZodType>(words: Text) => ({
  subject: words,
  preview: words,
  title: words,
})

/** LINE-10: the words of the mails of the line. */
export const lineMails = {
  /** the place and when it was read */
  asOf: placed,
  /** the button to the person's own page */
  page: text(),
  /** why somebody stands there: people before, those passed, those who passed, the sum */
  account: z.strictObject({
    confirmedBefore: placed,
    passed: byNumber(placed),
    passedBy: placed,
    before: placed,
  }),
  /** what each reward is, by its state */
  ladder: z.strictObject({
    locked: byNumber(step),
    reached: step,
    yours: step,
    gone: step,
    /** follows a limited reward that can still be reached */
    left: step,
  }),
  friend: z.strictObject({
    ...head(byNumber(told)),
    /** what the mail tells: friends who count since the last one, and those who no longer do */
    more: byNumber(told),
    fewer: byNumber(told),
    reached: text(...may('reward', 'left', 'number', 'due', 'gone')),
    next: byNumber(text('reward?', 'n?')),
    /** how often such a mail comes, and the link that ends these mails */
    often: text(),
    stop: text(),
  }),
  reward: z.strictObject({ ...head(reward), label: reward, text: reward, number: reward }),
  turn: z.strictObject({
    ...head(turn),
    label: turn,
    text: turn,
    ofType: text('type?'),
    code: turn,
    button: text(),
    pass: text(),
  }),
}

const friendIsWorth = text(...standing, 'perFriend?')

/** The welcome mail's words about the line, in the page's language. */
export const lineWelcome = z.strictObject({
  ...head(placed),
  /** the button to the person's own page, where the link can be shared */
  share: text(),
  link: text(),
  linkNote: text(),
  /** above the rewards */
  ladder: text(),
  /** what a friend is worth; left out where friends move nobody */
  friend: z.strictObject({ name: text(), text: friendIsWorth }),
})
