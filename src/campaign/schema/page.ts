import { z } from 'zod'
import { isEmail } from '#contract/address/email.ts'
import { isNoteToAuthor } from '#contract/campaign/contact.ts'
import { figureModes } from '#contract/live/figures.ts'
import { everyNumber, limitsAndMails, list, mayOffer, own, plain, textsWith } from './text.ts'
import { mailsIn } from './bare-numbers.ts'

/** Shown in the window's title, by search engines and by other sites. */
export const headSchema = z.strictObject({ title: plain(), description: plain() })
export const mastSchema = z.strictObject({ issue: plain(), note: plain() })

const heroText = textsWith({ promises: true, numbers: mailsIn })

export const heroSchema = z.strictObject({
  badge: heroText(),
  headline: heroText(),
  lead: heroText(),
  /** buttons of forms are also sent without the page, so they name no promise */
  cta: textsWith({ numbers: mailsIn })(),
  /** HERO-2's words around the drawing's upper half, and its two call-outs */
  unit: z.strictObject({
    remain: heroText('n'),
    of: heroText('n'),
    complete: heroText('n'),
    /** HERO-9: the words after the number */
    waiting: heroText(),
    /** the same after 1, which live figures can say */
    waitingOne: heroText(),
    /** instead of number and words, while nobody has registered */
    waitingNone: heroText(),
    reward: z.strictObject({ name: heroText(), line: heroText('n') }),
    /** null: no such call-out */
    access: z.strictObject({ name: heroText(), line: heroText(...mayOffer) }).nullable(),
    /** after joining, beside the dot that falls onto the level */
    joined: heroText(),
    /** where one grain of the charge stands for several people */
    grains: heroText('n'),
  }),
})

const formText = textsWith({ promises: true, numbers: limitsAndMails })

export const formsSchema = z.strictObject({
  label: formText(),
  note: formText(),
  /** END-1: the next place, in the note's `{next}`; set by the marks that were reached */
  place: formText().optional(),
  placeholder: formText(),
  success: formText(),
  bonus: formText(),
  welcomeTitle: formText(),
})

/**
 * A version and the exact line shown under the form; `text` ends in `link`, which leads to
 * /privacy. `lang` is the line's language if it is not the page's. It is stored as it is.
 */
const consentSchema = z
  .strictObject({ version: own(), lang: own().optional(), text: plain(), link: plain() })
  .superRefine(({ text, link }, context) => {
    if (!text.endsWith(link))
      context.addIssue({
        code: 'custom',
        path: ['text'],
        message: `it does not end with its link, '${link}'`,
      })
  })
export { consentSchema }

export const consentsSchema = z
  .tuple([consentSchema], consentSchema)
  .readonly()
  .superRefine((consents, context) => {
    const versions = consents.map(({ version }) => version)
    for (const version of versions.filter((one, index) => versions.indexOf(one) < index))
      context.addIssue({ code: 'custom', message: `the version '${version}' stands twice` })
  })

const privacyText = textsWith({ promises: true })
const keptText = textsWith({ promises: true, numbers: everyNumber })

export const privacySchema = z.strictObject({
  title: privacyText(),
  intro: keptText(),
  /**
   * LANG-5: `{name}` and `{address}` are those of who keeps the addresses, null: not given yet.
   * `email` stands under the text, as a link.
   */
  contact: z.strictObject({
    title: privacyText(),
    text: privacyText('name?', 'address?'),
    name: own().nullable(),
    address: own().nullable(),
    email: own()
      .refine((email) => isEmail(email) || isNoteToAuthor(email), {
        error: ({ input }) => `${String(input)} is no e-mail address`,
      })
      .nullable(),
  }),
  parts: list(z.strictObject({ title: keptText(), paragraphs: list(keptText()) })),
})

/** Without a full stop. Null: not given yet. */
export const updateSchema = z.strictObject({ when: plain(), text: plain() })

export const switchesSchema = z.strictObject({
  /** FX-6: true keeps visitors from scaling the landing page. */
  zoomLocked: z.boolean(),
  /** TOP-4: a small badge at the lower edge of the window */
  debugBadge: z.boolean(),
  /**
   * LIVE-3: the note can be left out only where no figure that is shown is simulated or claimed
   * without evidence.
   */
  footerNote: z.boolean(),
  /** LIVE-2: where the setting FIGURES does not say otherwise */
  figures: z.enum(figureModes),
})
