import type { Mail, RenderedMail } from '#contract/render.ts'

/** All in which two mails of one template, step and type differ. */
const names = ['email', 'confirmUrl', 'unsubscribeUrl', 'meUrl'] as const

// Characters of the private use area: no campaign says them, and neither React nor the text part changes them.
const blankOf = (name: string) => `\uE000${name}\uE001`
const blanks = /\uE000(\w+)\uE001/g

export const withBlanks = (mail: Mail): Mail =>
  Object.assign(
    {},
    mail,
    Object.fromEntries(names.filter((name) => name in mail).map((name) => [name, blankOf(name)])),
  )

/** Stands for the origin of PUBLIC_URL, from which a mail loads its plate and links to the page. */
export const originBlank = blankOf('origin')

/** Puts a person's address and links into a mail that was rendered with blanks. A value is never searched for blanks again. */
export function fillBlanks({ subject, html, text }: RenderedMail, mail: Mail): RenderedMail {
  const values: Readonly<Record<string, string | undefined>> = {
    ...mail,
    origin: new URL(mail.meUrl).origin,
  }
  const fill = (body: string, write: (value: string) => string) =>
    body.replace(blanks, (_blank, name: string) => write(values[name] ?? ''))
  return { subject, html: fill(html, asHtml), text: fill(text, (value) => value) }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
/** As React writes text and attributes. */
const asHtml = (value: string) => value.replace(/[&<>"']/g, (sign) => entities[sign]!)
