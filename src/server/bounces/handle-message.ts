import type { Store } from '#server/db/store.ts'
import type { MailTokens } from '#server/outbox/mail-tokens.ts'
import type { StopLog } from '#server/letters/log-stop.ts'
import { storeReport, type Report } from './apply-report.ts'
import { findReportedMail } from './find-reported-mail.ts'
import { leaveByMessage, leavingBy } from './leave-message.ts'
import { parseMessage } from './parse-message.ts'
import type { Parsed } from './parsed-message.ts'
import { readMessage } from './read-message.ts'
import { kindOfMeaning } from './report-kind.ts'

/** `left`: its sender left the list. `unmatched`: not a report, or about no mail of ours. It stays where it is. */
export type Handled = Report['kind'] | 'left' | 'notice' | 'unmatched'

/**
 * BACK-2: reads one mail of the bounce mailbox and acts on it. A second copy changes nothing: each
 * kind of report counts once for a mail. Throws StoreUnavailable.
 */
export async function handleMessage(
  { store, tokens, ...stopLog }: { store: Store; tokens: MailTokens } & StopLog,
  raw: Uint8Array,
  now: number,
): Promise<Handled> {
  const message = await readMessage(raw)
  const leftMail = message && leavingBy(message, tokens)
  if (leftMail) {
    await leaveByMessage(store, leftMail, now)
    return 'left'
  }
  const parsed = message && parseMessage(message)
  if (!parsed || parsed.is === 'other') return 'unmatched'
  const mailId = await findReportedMail(store.db, tokens, parsed.about)
  if (mailId === null) return 'unmatched'
  if (parsed.is === 'notice') return 'notice'
  const kind = kindOf(parsed)
  const event = { via: 'mailbox', eventKey: `${kind} ${mailId}` }
  const report = { kind, mailId, ...event, reason: parsed.reason }
  const applied = await storeReport({ store, ...stopLog }, report, now)
  return applied === 'unknown' ? 'unmatched' : kind
}

const kindOf = (parsed: Exclude<Parsed, { is: 'notice' | 'other' }>): Report['kind'] =>
  parsed.is === 'bounce' ? kindOfMeaning(parsed.meaning) : parsed.is
