import type { Campaign } from './campaign.ts'

/** A tag (BCP 47), as `en` or `nl`. */
export type Language = string

/** A campaign's own language, and all in which it is served, the first one first. */
export type Languages = Pick<Campaign, 'language' | 'languages'>

/** LANG-1: what the paths of a language begin with: nothing for the first one, `/nl` for another. */
export const prefixOf = ({ language, languages }: Languages): string =>
  language === languages[0] ? '' : `/${language}`
