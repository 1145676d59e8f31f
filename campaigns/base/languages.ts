import { baseIn, type BaseTexts } from '#campaign/compose.ts'
import { base as english } from './en/index.ts'
import { base as dutch } from './nl/index.ts'
import * as dutchWords from './nl/words.ts'
import * as words from './words/index.ts'

/** The base in each of its languages. A campaign can be in these, and in no other. */
export const bases: Readonly<Record<string, BaseTexts>> = {
  en: { campaign: english, words },
  nl: { campaign: baseIn(english, dutch), words: dutchWords },
}
