import { z } from 'zod'
import { wrongLineTerms } from '#contract/line/line.ts'
import { linePagesSchema, lineRulesSchema, spotSchema } from './line-pages.ts'
import { lineMeSchema } from './line-me.ts'
import { lineMails, lineWelcome } from './line-mails.ts'
import { lineText, heading } from './line-text.ts'
import { list, mayOffer, plain } from './text.ts'

const offered = plain(...mayOffer)

/** The rules of the line (LINE-1 to LINE-8), which its pages and mails state too. */
const termsSchema = z
  .strictObject({
    /** each friend counts as if one had confirmed this many people earlier; 0: sharing moves nobody */
    perFriend: z.number(),
    /** so many friends count */
    cap: z.number(),
    /** a reward is held for so long before it is the person's */
    holdHours: z.number(),
    /** who leaves can come back to the same place for so long */
    returnDays: z.number(),
    /** a credit that waits for a ruling counts for the place after so long */
    rulingDays: z.number(),
    /**
     * LINE-6: what `friends` friends earn. `limit`: so many can be given; null for no limit.
     * `alsoBy`: an offer of the page that gives the same.
     */
    rewards: list(
      z.strictObject({
        friends: z.number(),
        name: offered,
        line: offered,
        limit: z.number().nullable(),
        alsoBy: z.string().optional(),
      }),
    ),
  })
  .superRefine((terms, context) => {
    const [key = '', message = ''] = wrongLineTerms(terms)?.split(': ') ?? []
    if (key) context.addIssue({ code: 'custom', path: [key.replace('line.', '')], message })
  })

const text = lineText

/** The words of the line on the landing page. */
const landing = z.strictObject({
  /**
   * LINE-3: behind a friend's link. `moves` is left out where friends move nobody. It stands for
   * every code: also for one that is nobody's, and for an owner whom no friend moves any more.
   * `named`: where the owner shows a name, `{name}`. `note`: below the form.
   */
  friend: z.strictObject({
    chip: text(),
    moves: text(),
    named: z.strictObject({ chip: text('name?'), moves: text('name?') }),
    note: text(),
  }),
  /**
   * LINE-9: after joining, instead of one sentence. `{email}` is the address. `next` follows the
   * second step with live figures; `{place}` is the next place, `{time}` when it was counted.
   */
  steps: z.strictObject({
    mail: text('email?'),
    place: text(),
    next: text('place?', 'time?'),
    link: text(),
  }),
  /**
   * LINE-9: on a device that remembers its person, instead of the form. `{before}` and `{behind}`
   * are people.
   */
  device: z.strictObject({
    around: text('before?', 'behind?'),
    asOf: text('time?'),
    open: text(),
    why: text(),
    forget: text(),
  }),
})

const stop = z.strictObject({ ...heading, button: text().optional() })

/** The words of the line on its pages and screens. */
const copySchema = z.strictObject({
  /** what a place is called beside its number */
  place: text(),
  landing,
  rules: lineRulesSchema,
  pages: linePagesSchema,
  spot: spotSchema,
  me: lineMeSchema,
  /** a part of the privacy page: what the line keeps, and for how long */
  privacy: z.strictObject({ title: text(), paragraphs: list(text()) }),
  mails: z.strictObject({ ...lineMails, welcome: lineWelcome }),
  /** LINE-10: the page that ends the mails about friends */
  stopNews: z.strictObject({ ask: stop, done: stop, already: stop }),
})

export const lineSchema = z.strictObject({ terms: termsSchema, copy: copySchema })
