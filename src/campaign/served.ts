import { prefixOf } from '#contract/campaign/languages.ts'
import { groupSignOf } from '#contract/numbers.ts'
import { readData } from './read-data.js'

/**
 * The campaign that is served, in its first language. Sources read its data from a file; the build
 * puts the data in the place of this module (scripts/campaign-module.ts), so that each bundle has
 * only what it uses. The bundles of the page and of the mails are built once for each language.
 */
export const { campaign, words, theme, hasCards, firstResult } = readData()
export const { consents, language, languages } = campaign
/** LANG-1: what the paths of the language begin with: nothing, or `/nl` (contract/campaign/languages.ts). */
export const prefix = prefixOf(campaign)
/** What separates thousands in the language: a browser groups numbers by hand. */
export const groupSign = groupSignOf(language)
/** Only the code of the quiz reads it, which a campaign without a quiz never starts. */
export const quiz = campaign.quiz!
export const {
  backToPage,
  bars,
  confirm,
  contactBlanks,
  consentChange,
  debugBadge,
  endBar,
  erasure,
  failed,
  forAddress,
  form,
  formFromElsewhere,
  formMessages,
  home,
  joinedTexts,
  landing,
  linkUnknown,
  loading,
  me,
  notFound,
  notices,
  onceChange,
  pause,
  privacyWords,
  quizFormFromElsewhere,
  quizResult,
  resultChange,
  stored,
  tryLater,
  tryTomorrow,
  unexpected,
  unsubscribe,
  wrongAddress,
} = words
