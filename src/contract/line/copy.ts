import type { LineMeCopy } from './me-copy.ts'
import type { LinePageCopy } from './page-copy.ts'
import type { LineLandingCopy } from './landing-copy.ts'
import type { LineRulesCopy } from './rules.ts'
import type { SpotCopy } from './spot.ts'
import type { LineMailCopy, LineWelcomeCopy } from './mail-copy.ts'

/** The words of the line on its pages and screens. */
export type LineCopy = {
  /** what a place is called beside its number */
  place: string
  landing: LineLandingCopy
  rules: LineRulesCopy
  pages: LinePageCopy
  spot: SpotCopy
  me: LineMeCopy
  /** a part of the privacy page: what the line keeps, and for how long */
  privacy: { title: string; paragraphs: readonly string[] }
  mails: LineMailCopy & { welcome: LineWelcomeCopy }
  /** LINE-10: mails to people who took a quiz in another language than the page's, by its tag */
  mailsIn?: Readonly<Record<string, LineMailCopy>>
  /** LINE-10: the page that ends the mails about friends */
  stopNews: Record<'ask' | 'done' | 'already', { title: string; text: string; button?: string }>
}

/** The placeholders of these words. */
export const lineBlanks = [
  'n',
  'place',
  'date',
  'time',
  'name',
  'reward',
  'friends',
  'of',
  'left',
  'steps',
  'lookedAt',
  'code',
  'state',
  'note',
  'email',
  'before',
  'behind',
] as const
