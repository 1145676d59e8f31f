/** The shape of a campaign: every word that visitors read, and every switch. Data only. */
export type Campaign = {
  brand: string
  head: { title: string; description: string }
  mast: { issue: string; note: string }
  hero: HeroCopy
  forms: { label: string; note: string; placeholder: string; success: string; bonus: string; welcomeTitle: string }
  /** FORM-10: newest first. Older ones stay, so that a form sent from an old page keeps the text that its reader saw. */
  consents: readonly [Consent, ...Consent[]]
  mails: MailCopy
  privacy: PrivacyCopy
  switches: {
    /** FX-6: true keeps visitors from scaling the page. */
    zoomLocked: boolean
  }
}

/** A version and the exact line shown under the form; `text` ends in `link`, which leads to /privacy. */
export type Consent = { version: string; text: string; link: string }

export type HeroCopy = {
  badge: string
  /** With `locked` lines the three lines share one measure; else the headline is set like an h2. */
  headline: { text: string; locked?: readonly { text: string; width: 'wide' | 'narrow' }[] }
  lead: string
  cta: string
}

export type MailCopy = {
  confirm: MailText & { ignore: string; remove: string }
  listed: MailText
  welcome: MailText
  footer: { why: string; leave: string }
}

/** `{brand}` in a text stands for the brand's name. */
export type MailText = { subject: string; preview: string; title: string; paragraphs: readonly string[]; button?: string }

export type PrivacyCopy = { title: string; intro: string; parts: readonly { title: string; paragraphs: readonly string[] }[] }
