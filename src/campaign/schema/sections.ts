import { z } from 'zod'
import { factBlanks } from '#contract/campaign/facts.ts'
import { because, lang, list, may, mayFact, mayOffer, orSample, plain, textsWith } from './text.ts'
import { mailsIn } from './bare-numbers.ts'

const text = textsWith({ promises: true, numbers: mailsIn })
const offered = text(...mayOffer)
const pair = z.tuple([text(), text()]).readonly()
const three = z.tuple([text(), text(), text()]).readonly()
const four = z.tuple([text(), text(), text(), text()]).readonly()
const mostRows = 8
const titledList = z.strictObject({ title: text(), items: list(text()) })

/**
 * HERO-12: each string is one sentence. the keys of `campaign.product`, the blanks of
 * contract/campaign/offers.ts and `{later}` are filled in. A sentence that names a null is
 * left out, and a fact without a sentence too.
 */
const fact = z.strictObject({
  name: text(),
  text: list(text(...may(...factBlanks), ...mayOffer, ...mayFact)),
})

/** HERO-12: what is in a serving, each ingredient with its amount. */
const label = z.strictObject({
  title: text(),
  serving: plain(),
  /** ingredient and amount */
  rows: z
    .array(z.tuple([plain(), plain()]).readonly())
    .max(mostRows, `it has more than ${mostRows} rows, which the page has no room for`)
    .readonly(),
})

/** HERO-12: the maker says something. `by`: a role, or a person. */
const makersNote = z.strictObject({ text: plain(), by: plain() })

/**
 * The words of the sections and of the other parts of the page. `lang` is the language of a text
 * that is not the page's. Null leaves a part out, with the figures that it shows.
 */
export const sectionsSchema = z.strictObject({
  /** `{n}` is the spots left in the first message, the batch's percentage in the second */
  strip: z
    .strictObject({
      label: text(),
      messages: z.tuple([text('n?'), text('n?'), text()]).readonly(),
    })
    .nullable(),
  /** `figure` is the caption of the drawing, whose lower half has the call-outs 3 to 6. */
  contents: z
    .strictObject({
      ref: text(),
      title: pair,
      lead: text(),
      facts: list(fact),
      callouts: z.tuple([fact, fact, fact, fact]).readonly(),
      figure: text(),
      label: orSample(label).nullish(),
      note: orSample(makersNote).nullish(),
    })
    .nullable(),
  earlyBird: z.strictObject({ ref: text(), units: four, after: text('n'), lang }).nullable(),
  /** null where both figures that it shows are null */
  proof: z.strictObject({ title: text(), audience: text() }).nullable(),
  video: z
    .strictObject({
      ref: text(),
      title: text(),
      tag: text('n'),
      play: text(),
      watching: text(),
      average: text(),
      request: text(),
      cta: text(),
      overlay: z.strictObject({ title: text(), text: text(), join: text() }),
    })
    .nullable(),
  quiz: z
    .strictObject({
      ref: text(),
      title: text(),
      text: text(),
      cta: text(),
      /** the titles of the quiz' types, and the labels of its dial, in their order */
      types: list(text()),
      axes: list(text()),
    })
    .nullable(),
  exclusivity: z
    .strictObject({
      ref: text(),
      title: pair,
      spots: text('n'),
      program: z.strictObject({
        title: text(),
        /** one that names an offer without a value is left out */
        perks: list(z.strictObject({ number: offered, text: offered })),
      }),
      closes: text(),
      units: three,
      who: z.strictObject({ title: text(), not: titledList, yes: titledList }),
      ask: text(),
      cta: text(),
    })
    .nullable(),
  faq: z
    .strictObject({
      ref: text(),
      title: text(),
      items: list(z.strictObject({ question: text(), answer: text() })),
    })
    .nullable(),
  final: z.strictObject(
    {
      ref: text(),
      title: offered,
      text: offered,
      cta: text(),
      /** TIME-3's, from 0 to 3 */
      levels: four,
      /** what the clock counts down to */
      closes: text(),
      units: three,
      figure: text(),
    },
    because('phase 5, its call to action and the form at the end of the page stand in it'),
  ),
  /** `uncounted` replaces the number of spots in phases 4 and 5 (BAR-4) */
  bars: z
    .strictObject({
      spots: text(),
      uncounted: text(),
      placeholder: text(),
      cta: text(),
      join: text(),
      reminder: text('n'),
    })
    .nullable(),
  /** null: no notices of recent sign-ups (POP-2) */
  recent: z.strictObject({ text: text('name', 'city'), ago: text('n'), lang }).nullable(),
  /** null: no first exit-intent popup (POP-3) */
  exit: z
    .strictObject({
      ref: text(),
      title: offered,
      /** one that names an offer without a value is left out */
      terms: list(z.strictObject({ name: offered, value: offered })),
      /** before and after the offer's pieces, where they are not counted */
      valid: text(),
      validUnit: text(),
      cta: offered,
    })
    .nullable(),
  /** null: no second exit-intent modal (POP-4) */
  stay: z.strictObject({ title: text(), items: list(offered), cta: text() }).nullable(),
  updates: z.strictObject({ title: text() }).nullable(),
  footer: z.strictObject({ note: text() }, because('switches.footerNote leaves the note out')),
})
