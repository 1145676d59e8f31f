import { z } from 'zod'
import { consentSchema } from './page.ts'
import { limitsAndMails, list, may, own, plain, textsWith } from './text.ts'

/** The settings of a campaign's launch, beside its words (END-1 to END-3). */
export const launchSchema = z.strictObject({
  /** where orders are placed once it is launched, with scheme; null: it cannot be launched yet */
  shop: own().nullable(),
  /** how long the list goes first, unless the operator says otherwise; 0: not at all */
  listFirstDays: z.number(),
  /** how long after the launch the list is erased, unless the operator says otherwise */
  eraseAfterDays: z.number(),
  /** END-3: a closed list offers one mail when a next batch opens */
  tellOnce: z.boolean(),
})

const text = textsWith({ promises: true, numbers: limitsAndMails })
const ended = text(
  ...may(
    'registered',
    'goal',
    'since',
    'until',
    'first',
    'erase',
    'sinceDay',
    'firstDay',
    'eraseDay',
  ),
)
const marked = text(...may('goal', 'registered', 'spots', 'next'))

const endWords = {
  /** the label and the line at the top of the page: the first sentence whose blanks are known */
  strip: z.strictObject({ label: text(), text: list(ended) }),
  /** the first whose blanks are known */
  chip: list(ended),
  headline: text(),
  lead: list(ended),
  note: list(ended),
  bar: z.strictObject({ title: text(), text: list(ended), button: text().nullable() }),
  /** other sites keep a card for weeks: it names no date and no count. Marks have blanks in `above`. */
  card: z.strictObject({ above: text(), title: text(), text: text() }),
}

/**
 * The page of a state that an operator set (END-1). A text in a list is one sentence. Blanks:
 * `{registered}`, `{goal}`, `{since}`, `{until}`, `{first}` (until when the list goes first) and
 * `{erase}` (when it is erased), times with the hour; `{sinceDay}`, `{firstDay}`, `{eraseDay}`
 * without. A sentence whose blank is not known is left out. `level`: at the level of the drawing.
 */
const endSchema = z.strictObject({ ...endWords, level: list(ended) })

/**
 * The words of an open page once a mark of END-1 is reached. Null keeps the page's own words.
 * Blanks: `{goal}`, `{registered}`, `{spots}` (how many there were), `{next}` (the next place).
 */
const markSchema = z.strictObject({
  chip: marked.nullable(),
  /** replaces the first message at the top of the page */
  strip: marked.nullable(),
  cta: marked.nullable(),
  /** below the form */
  note: marked.nullable(),
  /** the drawing's first call-out, and the words at its level */
  reward: marked.nullable(),
  level: marked.nullable(),
  /** BAR-1: stands in the bar after the next place, or instead of it */
  bar: z.strictObject({ text: marked, withPlace: z.boolean() }).nullable(),
  /** replaces the words of POP-4 */
  popup: z.strictObject({ title: text(), items: list(marked), cta: text() }).nullable(),
  /** stays true for weeks, so it names only what does not change */
  card: z.strictObject({ above: text('goal?', 'spots?'), title: text(), text: text() }),
})

export const endsSchema = z.strictObject({
  goal: markSchema,
  spots: markSchema,
  earlyBird: markSchema,
  closed: z.strictObject({
    ...endSchema.shape,
    /** the form of `launch.tellOnce` */
    once: z.strictObject({ placeholder: plain(), cta: plain(), consent: consentSchema }),
  }),
  /** its page shows no goal, so it has no drawing with a level, and no sentence with `{goal}` */
  launched: z.strictObject({ ...endWords, cta: text() }),
  /** `kept`: to a visitor whose browser sends the address once the list is open again (FORM-6) */
  paused: z.strictObject({ ...endSchema.shape, kept: text() }),
})
