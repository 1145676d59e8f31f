import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import {
  consentIn,
  consentOfVersion,
  isCurrentConsent,
  type Consent,
  type Consents,
} from '#contract/campaign/consents.ts'
import { languageNamed, type Language } from '#contract/campaign/languages.ts'

/** A line under a form with its language, which is stored with the consent. */
export type ShownConsent = Consent & { lang: Language }

/**
 * LANG-2: the language that a form names, or that a person has had since the campaign had others; the
 * campaign's first where that is none of its languages.
 */
export const knownLanguage = (named: string | undefined): Language =>
  languageNamed(named, campaign) ?? campaign.language

/**
 * FORM-10: the line that the visitor saw: of the form's language, or of a page in another one. An
 * unknown version means the newest in the language of the form.
 */
export function consentOf(version: string, language: Language = campaign.language): ShownConsent {
  const own = consentsOf(language)
  return (
    consentOfVersion(own, version) ??
    consentOfVersion(everyConsent, version) ??
    consentIn(own, language)
  )
}

/** The lines of the page in a language, the newest first. */
export const consentsOf = (language: Language): ShownConsents =>
  linesOf[language] ?? linesOf[campaign.language]!

type ShownConsents = readonly [ShownConsent, ...ShownConsent[]]

const linesOf: Readonly<Record<Language, ShownConsents>> = Object.fromEntries(
  Object.entries(inLanguages).map(([language, { campaign }]) => [
    language,
    withLanguage(campaign.consents, language),
  ]),
)

/** Whether a line is the newest of a page, in whichever language. */
export const isShownNow = (version: string): boolean =>
  Object.values(linesOf).some((lines) => isCurrentConsent(lines, version))

/** Of all pages. A person agrees to what one of them says, whichever language they read since. */
export const everyConsent: ShownConsents = Object.values(linesOf).flat() as never

function withLanguage([first, ...others]: Consents, language: Language): ShownConsents {
  const shown = (consent: Consent): ShownConsent => ({ lang: language, ...consent })
  return [shown(first), ...others.map(shown)]
}
