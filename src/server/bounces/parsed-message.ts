import type { Meaning } from '#server/answers/meaning.ts'
import type { About } from './about-mail.ts'

/**
 * What a mail of the bounce mailbox is. `notice`: a delay, or a delivery: nothing follows. `other`:
 * for a person to read.
 */
export type Parsed =
  | { is: 'bounce'; meaning: Meaning; reason: string; about: About }
  | { is: 'complaint' | 'out-of-office'; reason: string; about: About }
  | { is: 'notice'; about: About }
  | { is: 'other' }
