import { z } from 'zod'
import { placeholders } from '#contract/letters/letters.ts'
import { letterGaps } from '#contract/mails/mails.ts'
import { everyNumber, limitsAndMails, list, may, mayOffer, plain, textsWith } from './text.ts'

const always = ['brand']
const text = textsWith({ promises: true, numbers: everyNumber, always })

/** `{brand}` in a text stands for the brand's name. */
const mail = <Text extends z.ZodType>(filled: Text) => ({
  subject: filled,
  preview: filled,
  title: filled,
  paragraphs: list(filled),
})
const button = text().optional()

/** What stands below a mail: why it came, and the links to leave and to the person's data. */
const leave = { why: text('email'), leave: text(), kept: text() }

/** `ignore`: what to do if it is not the reader's. */
const result = z.strictObject({ ...mail(text('type?')), button: text(), ignore: text() })

/** `{email}` is the address. `note`: below the line, where other mails have the links to leave. */
const once = z.strictObject({ ...mail(text('email?')), button: text(), note: text('email?') })

const welcomeText = textsWith({ promises: true, numbers: limitsAndMails, always })
const offered = welcomeText(...mayOffer)

const start = textsWith({ always })(...may(...letterGaps, ...placeholders))

export const mailsSchema = z.strictObject({
  /**
   * `quiz` stands in it where a quiz result waits for the confirmation: `{type}` is the type's
   * title
   */
  confirm: z.strictObject({
    ...mail(text()),
    button,
    quiz: text('type'),
    /** in place of the footer's: the address is on no list yet */
    why: text('email'),
    ignore: text(),
    remove: text(),
  }),
  listed: z.strictObject({ ...mail(text()), button }),
  /**
   * QUIZ-9: asks whether a quiz result that was saved with the address is the reader's. `{type}` is
   * the type's title.
   */
  result,
  /**
   * `details` are what the person has by it, with the campaign's offers in braces (offers.ts).
   * `quiz` stands in it where the protocol of a quiz result follows: `{type}` is the
   * type's title. `noQuiz` and the button, which leads to the quiz, stand in it where no result is
   * saved.
   */
  welcome: z.strictObject({
    ...mail(welcomeText()),
    button: welcomeText().optional(),
    details: list(z.strictObject({ name: offered, text: offered })),
    next: z.strictObject({ title: welcomeText(), text: welcomeText() }),
    quiz: welcomeText('type'),
    noQuiz: welcomeText(),
  }),
  /**
   * END-3: the mail that asks an address of a closed list for its confirmation, and the one mail
   * once the list is open again.
   */
  onceConfirm: once,
  once,
  footer: z.strictObject(leave),
  /** before the address of a button, for mail programs that show no button */
  paste: text(),
  /**
   * LANG-5: the last line of each mail to visitors, with who writes it: the parts of
   * `privacy.contact`. Null: no such line.
   */
  sender: text('name?', 'address?', 'email?').nullable(),
  /**
   * LETTER-1: texts with which a letter can begin, by the word in their address. `name`: in the
   * dashboard. What the operator has to decide is one of `letterGaps`: no letter can be sent with one.
   */
  letterStarts: z
    .record(
      z.string(),
      z.strictObject({ name: plain(), subject: start, preview: start, body: start }),
    )
    .readonly()
    .optional(),
  /**
   * What stands around each mail of the sequence: `{n}` and `{of}` are its place in it, `{email}`
   * the address.
   */
  sequence: z.strictObject({ ...leave, place: text('n', 'of') }),
})
