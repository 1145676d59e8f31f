import type { Language } from '#contract/campaign/languages.ts'
import type { LetterAudience, LetterTextField, LetterTexts } from './letters.ts'
import { originName } from '#contract/people/list.ts'

/** The acts that each ask on a page of their own. */
export type LetterAct = 'pause' | 'resume' | 'stop' | 'unschedule' | 'delete'

export const letterPath = (id: string): string => `/dashboard/letters/${id}`
/** Paths below the list of letters (`navigation.letters`); `id` is a letter's. */
export const letterPaths = {
  new: '/dashboard/letters/new',
  /** a new one with a text of the campaign (`MailCopy.letterStarts`) */
  start: (name: string) => `/dashboard/letters/new?start=${encodeURIComponent(name)}`,
  preview: (id: string) => `${letterPath(id)}/preview`,
  previewBody: (id: string) => `${letterPath(id)}/preview/body`,
  test: (id: string) => `${letterPath(id)}/test`,
  send: (id: string) => `${letterPath(id)}/send`,
  copy: (id: string) => `${letterPath(id)}/copy`,
  undelivered: (id: string) => `${letterPath(id)}/not-delivered`,
  act: (id: string, act: LetterAct) => `${letterPath(id)}/${act}`,
} as const

export type LetterFields = LetterTexts & LetterAudience

/** The name of a field of a text in the form: `subject`, and `subject-nl` for another than the first language. */
export const textFieldName = (
  field: LetterTextField,
  language: Language,
  [first]: readonly Language[],
): string => (language === first ? field : `${field}-${language}`)

/** Larger than the form of any letter, with every character percent-encoded three times over. */
export const letterFormBytes = (languages: readonly Language[]): number =>
  128 * 1024 * languages.length

/** The text in a language, in an address. */
export const inLanguage = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}language=${language}`

/** How a letter is previewed: as HTML at two widths and in the dark scheme, or its text part. */
export const letterViews = { html: '600', phone: '375', dark: 'dark', text: 'text' } as const
export type LetterViewName = keyof typeof letterViews

/** The audience in words, as `Confirmed people, quiz type focus`. */
export function describeAudience({ type, source }: LetterAudience): string {
  const parts = [
    type === 'none' ? 'without a quiz result' : type && `quiz type ${type}`,
    source && `from ${originName(source)[0]}`,
  ].filter(Boolean)
  return parts.length === 0 ? 'All confirmed people' : `Confirmed people, ${parts.join(', ')}`
}
