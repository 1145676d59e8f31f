import { z } from 'zod'
import { lineText as text, heading, textNow } from './line-text.ts'
import { list, may } from './text.ts'

export const lineFigure = z.strictObject({
  label: text(),
  caption: text(),
  you: text('place?'),
  oneMore: text('n?', 'place?'),
  oneMoreShort: text('n?', 'place?'),
  /** the text alternative; `more` only where one more friend changes the place */
  says: text('of?', 'place?', 'n?'),
  more: text('n?', 'place?'),
})

/** `chip` names the `{date}` and `{time}` of the confirmation. */
const placePage = z.strictObject({ chip: text('date?', 'time?'), above: text() })

const passed = text('n?', 'friends?', 'of?')

/**
 * LINE-9: the words of the confirm page and of the parts that the line's pages share. `{n}` is a
 * number that the text names; times are in the campaign's time zone.
 */
export const linePagesSchema = z.strictObject({
  /**
   * before the press in the mail. `returns`: to somebody whose place waits. `next`: at the level of
   * the drawing.
   */
  ask: z.strictObject({ ...heading, returns: text(), next: text() }),
  /** after it */
  done: placePage,
  already: placePage,
  dials: z.strictObject({ before: text(), behind: text(), newest: text(), perFriend: text() }),
  link: z.strictObject({
    label: text(),
    copy: text(),
    copied: text(),
    /** the browser refuses to copy: the field is selected */
    selected: text(),
    share: text(),
    mail: text(),
    note: text(),
  }),
  account: z.strictObject({
    label: text('place?'),
    /** `untouched`: nobody has passed anybody */
    title: text(),
    untouched: text(),
    confirmedBefore: text(),
    /** of people whom the person has passed; `none`: no friend has confirmed yet */
    passed: z.strictObject({ none: passed, one: passed, some: passed, capped: passed }),
    passedBy: z.strictObject({ none: text(), some: text() }),
    sum: text('place?'),
    /** to the page with the rules */
    rules: text(),
  }),
  rewards: z.strictObject({
    label: text(),
    /** `held`: none is left to earn, and so many are held for the person */
    title: z.strictObject({
      one: text('n?'),
      some: text('n?'),
      none: text(),
      held: z.strictObject({ one: text('n?'), some: text('n?') }),
    }),
    /** the state, in a word or two */
    states: z.strictObject({
      toGo: text('n?'),
      reached: text(),
      yours: text(),
      takenBack: text(),
      gone: text(),
      withdrawn: text(),
    }),
    /** what is said of a reward below its line */
    left: text('left?', 'of?', 'time?'),
    number: text('n?'),
    held: text('date?', 'time?'),
    byOffer: text(),
    takenBack: text('n?', 'of?', 'left?'),
    goneAt: text('date?'),
    note: text(),
  }),
  figure: lineFigure,
})

/**
 * `{n}` people for each friend, `{cap}` friends who count, `{most}` people in all; `{network}`,
 * `{domain}` and `{hour}` friends beyond whom a credit waits (LINE-5).
 */
export const ruleText = text(...may('n', 'cap', 'most', 'network', 'domain', 'hour'))
const changeText = text('n?', 'cap?', 'date?')

/** LINE-9: the words of the page on how the line works. */
export const lineRulesSchema = z.strictObject({
  /** what leads here */
  link: text(),
  chip: text(),
  title: text(),
  lead: text(),
  dials: z.strictObject({ press: text(), friend: text(), most: ruleText }),
  formula: z.strictObject({
    label: text(),
    order: text(),
    friends: ruleText,
    /** below it, where friends move places and where they do not */
    text: z.strictObject({ friends: text(), order: text() }),
  }),
  /** `note`: people of the example. `{later}` has passed `{passed}`, and not `{tied}`. */
  example: z.strictObject({
    place: text(),
    order: text(),
    friends: text(),
    key: text(),
    note: text('later?', 'passed?', 'tied?'),
  }),
  /**
   * A rule's `where`: only where friends move places, only where they move nobody, or only where
   * there are rewards. `limited`: of a reward of which there are `{limit}`.
   */
  rules: z.strictObject({
    title: text(),
    list: list(
      z.strictObject({
        title: ruleText,
        text: ruleText,
        where: z.enum(['friends', 'order', 'rewards']).optional(),
      }),
    ),
    limited: text('limit?'),
  }),
  changes: z.strictObject({ title: text(), friends: changeText, order: changeText }),
  figure: lineFigure,
})

const spotText = text(...may('wave', 'place', 'until', 'type', 'time', 'date'))

/** `level`: at the level of the drawing. */
const spotWords = {
  ...textNow(spotText),
  chip: spotText,
  title: text(),
  level: text().optional(),
}

/** What stands below the digits of a unit: below 1, and below any other number. */
const clockUnit = z.strictObject({ one: text(), some: text() })

/**
 * LINE-8: the words of a spot's page. They may name the `{wave}`, the `{place}` that the person
 * had, and the end of the spot (`{until}`).
 */
export const spotSchema = z.strictObject({
  open: z.strictObject({
    ...spotWords,
    /** instead of `text`, for a person who missed a wave before */
    last: spotText,
    /** of a wave for one `{type}` of the quiz */
    ofType: spotText,
    take: text(),
    pass: text(),
    /** `note`: the `{time}` at which the server counted */
    clock: z.strictObject({
      name: text(),
      units: z.tuple([clockUnit, clockUnit, clockUnit]).readonly(),
      note: spotText,
    }),
  }),
  /** `code`: beside it. `used`: a shop reported it, on a `{date}`. `shop`: leads to the shop. */
  came: z.strictObject({ ...spotWords, code: text(), used: spotText, shop: text() }),
  expired: z.strictObject(spotWords),
  passed: z.strictObject(spotWords),
  left: z.strictObject(spotWords),
  /** too many codes that are nobody's came from this network */
  busy: z.strictObject(heading),
})
