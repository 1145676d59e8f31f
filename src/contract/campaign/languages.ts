import { capitalized } from '#contract/text.ts'
import type { Campaign } from './campaign.ts'

/** A tag (BCP 47), as `en` or `nl`. */
export type Language = string

/** A campaign's own language, and all in which it is served, the first one first. */
export type Languages = Pick<Campaign, 'language' | 'languages'>

/** LANG-1: what the paths of a language begin with: nothing for the first one, `/nl` for another. */
export const prefixOf = ({ language, languages }: Languages): string =>
  language === languages[0] ? '' : `/${language}`

/**
 * LANG-2: the language that a form, a file or an operator names, as `nl`; a region is left out of
 * `nl-NL`. Null where the campaign is not in it.
 */
export const languageNamed = (
  name: string | undefined,
  { languages }: Pick<Languages, 'languages'>,
): Language | null => {
  const tag = (name ?? '').trim().toLowerCase().replaceAll('_', '-')
  const [primary] = tag.split('-')
  const named = (wanted?: string) => languages.find((one) => one.toLowerCase() === wanted)
  return named(tag) ?? named(primary) ?? null
}

/**
 * 'Dutch', as people say it in the language `said`; without it in the language itself, as for a link:
 * 'Nederlands'. A tag that has no name stays as it is.
 */
export function languageName(language: Language, said: Language = language): string {
  try {
    const name = new Intl.DisplayNames(said, { type: 'language' }).of(language) ?? language
    return said === language ? capitalized(name) : name
  } catch {
    return language
  }
}
