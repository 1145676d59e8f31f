import { accountRowOf } from './account-rows.ts'
import { readAnswer, type Answer, type Meaning, type Said } from './answer.ts'
import { isAboutText, isPolicy } from './policy-words.ts'
import { mailboxTrouble } from './recipient-words.ts'

export type { Answer, Meaning }

/**
 * BACK-4: what an answer in the SMTP dialogue, a report or a webhook means. Asked in this order: a
 * refusal before any recipient was named, words that name our account, the recipient's mailbox,
 * other words about our account or sender, policy. Links and names of hosts decide nothing. What a
 * provider calls it counts last; what it calls soft is never hard.
 */
export function meaningOf(answer: Answer): Meaning {
  const said = readAnswer(answer)
  const named = accountRowOf(said, true)
  if (named?.limit) return { about: 'account', limit: true, row: named.row }
  if (!said.isTemporary) {
    if (isBeforeRecipient(said)) {
      const row = named ?? accountRowOf(said, false)
      return { about: 'account', limit: false, row: row?.row ?? String(said.step) }
    }
    if (named) return { about: 'account', limit: false, row: named.row }
  }
  const bounce = mailboxTrouble(said)
  if (bounce) return { about: 'mailbox', bounce: answer.label === 'soft' ? 'soft' : bounce }
  const row = said.isTemporary || concernsMailAlone(said) ? null : accountRowOf(said, false)
  if (row) return { about: 'account', limit: false, row: row.row }
  return undecided(said, answer.label)
}

const isBeforeRecipient = ({ step }: Said): boolean =>
  step === 'greeting' || step === 'login' || step === 'sender'

/** In our own session: other servers' words, and a status about the recipient (5.1.x, 5.2.x). */
const concernsMailAlone = ({ step, quotes, status }: Said): boolean =>
  step !== null && (quotes || isOfRecipient(status))

const isOfRecipient = (status: Said['status']): boolean =>
  status !== null &&
  (status.subject === '1' || status.subject === '2') &&
  !/^(?:1\.[78]|1\.9\d|2\.25\d)$/.test(`${status.subject}.${status.detail}`)

function undecided(said: Said, label: Answer['label']): Meaning {
  const alone = concernsMailAlone(said) ? ({ alone: true } as const) : {}
  if (isPolicy(said) || isAboutText(said)) return { about: 'policy', ...alone }
  if (label) return { about: 'mailbox', bounce: label }
  return { about: 'nothing', ...alone }
}
