import { z } from 'zod'
import { endsSchema, launchSchema } from './ends.ts'
import { figuresSchema } from './figures.ts'
import { lettersSchema } from './letters.ts'
import { lineSchema } from './line.ts'
import { liveSchema } from './live.ts'
import { mailsSchema } from './mails.ts'
import { currencySchema, offersSchema, productSchema } from './offers.ts'
import {
  consentsSchema,
  formsSchema,
  headSchema,
  heroSchema,
  mastSchema,
  privacySchema,
  switchesSchema,
  updateSchema,
} from './page.ts'
import { quizSchema } from './quiz.ts'
import { sectionsSchema } from './sections.ts'
import { sequenceSchema, timeZone } from './sequence.ts'
import { promisesSchema } from './promises.ts'
import { because, languageTag, list, own, plain as text, shared } from './text.ts'

/**
 * All of a campaign: every word that visitors read, every figure and every switch. Data only. Each
 * part declares its type, what can be null, the blanks of its texts, and what is wrong with it.
 */
export const campaignSchema = z.strictObject({
  /** of its folder in `campaigns/` */
  name: shared(),
  brand: own(),
  /** of all its texts here: a tag (BCP 47) */
  language: languageTag,
  /** those in which the campaign is served, the first one first (LANG-1) */
  languages: list(languageTag),
  /** where the operator's days begin and end: an IANA name */
  timeZone,
  /** of the money in offers (ISO 4217) */
  currency: currencySchema,
  head: headSchema,
  mast: mastSchema,
  hero: heroSchema,
  forms: formsSchema,
  /**
   * FORM-10: newest first, the page's language before others. Older ones stay, so that a form sent
   * from an old page keeps the text that its reader saw.
   */
  consents: consentsSchema,
  mails: mailsSchema,
  privacy: privacySchema,
  /** null: there is no quiz, and no section that invites to it */
  quiz: quizSchema.nullable(),
  /** null: no mails follow a quiz result */
  sequence: sequenceSchema.nullable(),
  letters: lettersSchema,
  /** LINE-1; null: people have no place, no link and no reward */
  line: lineSchema.nullable(),
  launch: launchSchema,
  ends: endsSchema,
  live: liveSchema,
  figures: figuresSchema,
  offers: offersSchema,
  product: productSchema,
  /** how the page marks samples: one fact, the label and the maker's note; the footer's note */
  samples: z.strictObject({ fact: text(), label: text(), note: text() }),
  promises: promisesSchema,
  /** HERO-6: the latest three are shown */
  updates: z
    .array(
      updateSchema,
      because('an empty list leaves the updates out, and so does sections.updates: null'),
    )
    .readonly(),
  sections: sectionsSchema,
  switches: switchesSchema,
})

export type Campaign = z.infer<typeof campaignSchema>
