import type { LetterAudience, LetterText } from './letters.ts'
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

export type LetterFields = Required<LetterText> & LetterAudience

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
