import { campaign } from '#campaign/campaign.ts'
import { keepPromises } from '#contract/promise-blanks.ts'
import { formWords, problemWords } from '#page/signup/form-words.ts'
import type { FormView } from '#contract/render.ts'

/** 254 characters, the longest that an address may have. */
export const longAddress = `${'longest.possible.local.part.of.an.address.that.anybody.has.ever'}@${`${'d'.repeat(62)}.`.repeat(2)}${'d'.repeat(56)}.example`

export const idle: FormView = { state: 'idle', typed: '' }
export const invalid: FormView = { state: 'idle', typed: 'sanne@fuel' }
export const welcome = (email: string): FormView => ({
  state: 'welcome',
  email,
  formPath: '/?again',
})

const words = formWords(keepPromises(campaign), { optIn: 'double' })
const { text, next } = words.joined

export const served = (view: FormView = idle) => ({
  view,
  pageToken: '',
  consent: campaign.consents[0],
  words: { ...words, success: `${text} ${next}` },
  problem: problemWords(view),
})

/**
 * FORM-5: without script the panel has the sentence of the toast. With it, a panel is headed as
 * after a sign-up elsewhere; `served` draws that.
 */
export const servedWithoutScript = (view: FormView) => ({ ...served(view), words })
