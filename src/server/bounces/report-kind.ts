import type { Meaning } from '#server/answers/meaning.ts'
import type { Report } from '#server/signup/mail-reports.ts'

/**
 * BACK-4: how a report is stored. Only a mailbox's own trouble bounces; a report that decides nothing
 * is a soft bounce. A refusal by policy and words about our account change nobody.
 */
export function kindOfMeaning(meaning: Meaning): Report['kind'] {
  switch (meaning.about) {
    case 'mailbox':
      return `${meaning.bounce}-bounce`
    case 'account':
      return 'account'
    case 'policy':
      return 'refusal'
    case 'nothing':
      return 'soft-bounce'
  }
}
