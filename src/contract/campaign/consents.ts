import type { Campaign } from './campaign.ts'

/** The lines under the form: the newest first, the page's language before others. */
export type Consents = Campaign['consents']
/** `text` ends in `link`, which leads to /privacy. `lang` is the line's if it is not the page's. */
export type Consent = Consents[number]

/** The newest consent in a language, or the page's own if there is none. */
export const consentIn = <C extends Consent>(
  consents: readonly [C, ...C[]],
  lang: string | undefined,
): C => consents.find((consent) => consent.lang === lang) ?? consents[0]

/** The consent with this version, if the campaign still has it. */
export const consentOfVersion = <C extends Consent>(
  consents: readonly C[],
  version: string | undefined,
): C | undefined => consents.find((consent) => consent.version === version)

/** Whether a version is the newest in its language. */
export function isCurrentConsent(consents: Consents, version: string | undefined): boolean {
  const consent = consentOfVersion(consents, version)
  return consent !== undefined && consentIn(consents, consent.lang) === consent
}

/** The line that a person agrees to, as it is stored: without the label of the link to /privacy. */
export const consentWording = ({ text, link }: Consent): string =>
  (text.endsWith(link) ? text.slice(0, -link.length) : text).trim()
