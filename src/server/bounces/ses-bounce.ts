import { meaningOf } from '#server/answers/meaning.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { kindOfMeaning } from './report-kind.ts'

/** `diagnostic`: the last server's answer, as in `smtp; 550 5.1.1 …`. */
export type SesBounce = {
  type: string
  subType: string
  status?: string
  diagnostic?: string
  recipient?: string
}

/**
 * A bounce of Amazon SES ('Bounce types' of its documentation), also as Resend passes it on. The
 * last server's status and words decide, else the type: SES has tried again for hours before it
 * reports a transient one. Null where it is about the text of the mail.
 */
export function kindOfSesBounce(bounce: SesBounce): Report['kind'] | null {
  const { type, subType, status = '', diagnostic = '', recipient = '' } = bounce
  if (suppressed.has(subType)) return 'hard-bounce'
  if (subType === 'UnsubscribedRecipient') return 'unsubscribe'
  if (aboutText.has(subType)) return null
  const text = diagnostic.replace(/^\s*smtp;\s*/i, '')
  const meaning = meaningOf({
    step: null,
    code: Number(/^[245]\d\d\b/.exec(text)?.[0]) || null,
    status,
    text,
    recipient,
    label: type === 'Permanent' ? 'hard' : 'soft',
  })
  return kindOfMeaning(meaning)
}

/** SES did not send the mail: the address bounced before. */
const suppressed = new Set(['Suppressed', 'OnAccountSuppressionList', 'OnTenantSuppressionList'])
const aboutText = new Set(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'])
