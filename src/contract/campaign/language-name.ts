import type { Language } from './languages.ts'

/** `nl` is Dutch: in English, for operators. A tag that is no language's stays as it is. */
export const languageName = (language: Language): string => names.of(language) ?? language
const names = new Intl.DisplayNames('en', { type: 'language' })
