import { baseIn, type BaseTexts } from '#campaign/compose.ts'
import { listed } from '#contract/english.ts'
import { base as english } from './en/index.ts'
import { base as dutch } from './nl/index.ts'
import * as dutchWords from './nl/words.ts'
import * as words from './words/index.ts'

/** The base in each of its languages. A campaign can be in these, and in no other. */
export const bases: Readonly<Record<string, BaseTexts>> = {
  en: { campaign: english, words },
  nl: { campaign: baseIn(english, dutch), words: dutchWords },
}

/** LANG-5: the legal texts of a language are written by somebody who speaks it. */
export const unknownLanguage = (language: string): string =>
  `campaigns/base has no texts in '${language}', only in ${listed(Object.keys(bases), 'and')}: write campaigns/base/${language} as campaigns/base/nl is, with its privacy page and consent line, and name it in campaigns/base/languages.ts.`
