import type { Amount } from '#contract/promises/amounts.ts'
import { type Consents } from './consents.ts'
import type { EndCopy, LaunchTerms } from '#contract/launch/state-words.ts'
import type { CampaignFigures } from '#contract/figures/figures.ts'
import type { LiveCopy } from '#contract/live/copy.ts'
import type { FigureMode } from '#contract/live/figures.ts'
import type { LineTerms } from '#contract/line/line.ts'
import type { LineCopy } from '#contract/line/copy.ts'
import type { QuizCopy } from '#contract/quiz/quiz.ts'
import type { MailCopy } from '#contract/mails/mails.ts'
import type { Offers } from './offers.ts'
import type { SectionCopies } from './sections.ts'
import type { LetterRules } from '#contract/letters/letters.ts'
import type { LiveOffers } from '#contract/live/offers.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'

/**
 * The shape of a campaign: every word that visitors read, every figure and every switch. Data only.
 */
export type Campaign = {
  /** of its folder in `campaigns/` */
  name: string
  brand: string
  /** where the operator's days begin and end: an IANA name */
  timeZone: string
  head: { title: string; description: string }
  mast: { issue: string; note: string }
  hero: HeroCopy
  forms: {
    label: string
    note: string
    /** END-1: the next place, in the note's `{next}`; set by the marks that were reached */
    place?: string
    placeholder: string
    success: string
    bonus: string
    welcomeTitle: string
  }
  /**
   * FORM-10: newest first, the page's language before others. Older ones stay, so that a form sent
   * from an old page keeps the text that its reader saw.
   */
  consents: Consents
  mails: MailCopy
  privacy: PrivacyCopy
  /** null: there is no quiz, and no section that invites to it */
  quiz: QuizCopy | null
  /** null: no mails follow a quiz result */
  sequence: SequenceCopy | null
  letters: LetterRules
  /** LINE-1; null: people have no place, no link and no reward */
  line: { terms: LineTerms; copy: LineCopy } | null
  launch: LaunchTerms
  ends: EndCopy
  live: LiveCopy
  figures: CampaignFigures
  offers: Offers
  liveOffers: LiveOffers
  product: ProductFacts
  /**
   * Numbers that the brand keeps itself, by the name of their blank. `bonusStack`: within which time
   * what `forms.bonus` promises is added.
   */
  promises: { readonly bonusStack: Amount; readonly [own: string]: Amount }
  /** HERO-6: the latest three are shown */
  updates: readonly Update[]
  sections: SectionCopies
  switches: {
    /** FX-6: true keeps visitors from scaling the landing page. */
    zoomLocked: boolean
    /** TOP-4: a small badge at the lower edge of the window */
    debugBadge: boolean
    /**
     * LIVE-3: the note can be left out only where no figure that is shown is simulated or claimed
     * without evidence.
     */
    footerNote: boolean
    /** LIVE-2: where the setting FIGURES does not say otherwise */
    figures: FigureMode
  }
}

export type Update = { when: string; text: string }

/**
 * HERO-12: facts that only the brand knows, without a full stop. Null: not given yet. Visitors then
 * see no sentence that needs it, `npm run dev` names it on the page and `npm run figures` lists it.
 */
export type ProductFacts = {
  /** what is in it, e.g. 'creatine, magnesium and ashwagandha' */
  contents: string | null
  /** what people take of it, e.g. 'two capsules a day' */
  dose: string | null
  /** e.g. 'capsules' */
  form: string | null
  /** when orders open, e.g. '1 March 2027' */
  date: string | null
  /** at early-bird, e.g. '€49 a month' */
  price: string | null
}

export type HeroCopy = {
  badge: string
  headline: string
  lead: string
  cta: string
  /** HERO-2's words around the drawing's upper half, and its two call-outs. */
  unit: {
    remain: string
    of: string
    complete: string
    /** HERO-9: the words after the number */
    waiting: string
    /** the same after 1, which live figures can say */
    waitingOne: string
    /** instead of number and words, while nobody has registered */
    waitingNone: string
    reward: Callout
    access: Callout
    /** after joining, beside the dot that falls onto the level */
    joined: string
  }
}

type Callout = { name: string; line: string }

/** `contact.email` stands under its text, as a link. */
export type PrivacyCopy = {
  title: string
  intro: string
  contact: { title: string; text: string; email: string }
  parts: readonly { title: string; paragraphs: readonly string[] }[]
}
