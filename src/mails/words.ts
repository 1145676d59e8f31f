import { fill } from '#contract/text.ts'

/** Whether each placeholder of a text has a value. */
export const isKnown = (text: string, values: Readonly<Record<string, string>>): boolean =>
  [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name!] !== undefined)

/** Subject, preview and title of a mail. */
export type MailHead = { subject: string; preview: string; title: string }

export const fillHead = (
  { subject, preview, title }: MailHead,
  values: Readonly<Record<string, string>>,
): MailHead => ({
  subject: fill(subject, values),
  preview: fill(preview, values),
  title: fill(title, values),
})
