import { accountRowOf } from './account-rows.ts'
import { matches, readAnswer, type Answer, type Meaning, type Said } from './answer.ts'
import { phrases } from './phrases.ts'

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

/**
 * What an answer says about the mailbox: `hard` if there is none, `soft` if it takes no mail now;
 * null where it says nothing about it. A status that says why decides; the words decide where it
 * does not (5.0.0, 5.1.0, 5.2.0, 5.2.1, 5.4.1, 5.5.0, none), because servers use these for unknown
 * users too.
 */
function mailboxTrouble(said: Said): 'hard' | 'soft' | null {
  const { words, status, isTemporary } = said
  if (hasPolicyWords(words) || isAboutSender(said)) return null
  if (isPolicyStatus(status)) return isUnknownDespitePolicy(said) ? 'hard' : null
  if (matches(phrases.full, words) || matches(phrases.trouble, words)) return 'soft'
  if (status?.subject === '2' && (isTemporary || !sayLittle.has(status.detail))) return 'soft'
  if (isTemporary) return isUnknownForDays(said) ? 'hard' : null
  if (isUnknown(said) || isStatusOfUnknown(said)) return 'hard'
  return status?.subject === '2' || matches(phrases.disabled, words) ? 'soft' : null
}

/**
 * The server's own words win over a status that another server wrote beside them. Beside a status of
 * its own only words that say nothing else count: some servers give every refusal 5.7.1.
 */
const isUnknownDespitePolicy = (said: Said): boolean =>
  !said.isTemporary &&
  matches(said.isOwnStatus ? phrases.noSuchUser : phrases.unknown, said.words) &&
  (!said.isOwnStatus || said.status?.detail === '1' || said.status?.detail === '0') &&
  !matches(phrases.doubtful, said.words)

/** A server reports a temporary refusal after days: it never knew the user. */
const isUnknownForDays = ({ step, status, words }: Said): boolean =>
  step === null &&
  status?.subject === '1' &&
  status.detail === '1' &&
  matches(phrases.unknown, words)

/** RFC 3463: other mailbox status, and mailbox disabled. */
const sayLittle = new Set(['0', '1'])

/** 5.1.7 and 5.1.8 are about the sender's address; Microsoft has more codes of that kind. */
const isAboutSender = ({ status }: Said): boolean =>
  /^(?:1\.[789]|1\.9\d|2\.25\d)$/.test(`${status?.subject}.${status?.detail}`)

/**
 * 5.1.x but for the sender's codes and 5.1.0, which says nothing. A status that another server wrote
 * beside the answer does not decide where the answer is only a link or is about an account, nor 5.1.3
 * beside 553, which Sendmail makes of every 553.
 */
function isStatusOfUnknown(said: Said): boolean {
  const { status, isOwnStatus, words } = said
  if (status?.subject !== '1' || !ofRecipient.has(status.detail)) return false
  if (isOwnStatus) return true
  const isOnlyCode = /^\W*(?:smtp)?\W*[245]\d\d\W*$/.test(words)
  const isOf553 = status.detail === '3' && /\b553\b/.test(words)
  return !isOnlyCode && !isOf553 && accountRowOf(said, false) === null
}

/** RFC 3463, 3.2, and RFC 7505: mailbox, host, syntax, ambiguous, moved, null MX. */
const ofRecipient = new Set(['1', '2', '3', '4', '6', '10'])

function isUnknown({ words, step, status }: Said): boolean {
  if (matches(phrases.unknown, words)) return !matches(phrases.doubtful, words)
  // RFC 5321 has this text for 550, which also relays use that refuse the text of a mail.
  const isGeneric = matches(phrases.unavailable, words) && !matches(phrases.tryAgain, words)
  return isGeneric && (step !== 'message' || status?.subject === '1')
}

/**
 * Whether an answer is about reputation, a block list, the text of the mail, its authentication, or
 * how much this receiver takes from us. Such a refusal is never about a person.
 */
const isPolicy = ({ words, status }: Said): boolean =>
  isPolicyStatus(status) || hasPolicyWords(words)

/** RFC 7293: 5.7.17, the owner of the mailbox has changed. qmail has it for unknown ones. */
const isPolicyStatus = (status: Said['status']): boolean =>
  status?.subject === '7' && status.detail !== '17'

/** The same by the words alone. */
const hasPolicyWords = (words: string): boolean =>
  matches(phrases.policy, words) || matches(phrases.sender, words)

/** The text of the mail: its size, its form or its content (RFC 3463, 5.3.4 and 5.6.x). */
const isAboutText = ({ words, status }: Said): boolean =>
  status?.subject === '6' ||
  (status?.subject === '3' && status.detail === '4') ||
  /message (?:is |was )?(?:too (?:large|big|long)|size exceeds|header size|content)|content (?:is )?(?:reject|refus|not)/.test(
    words,
  )
