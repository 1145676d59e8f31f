import { matches, type Said } from './answer.ts'

/**
 * Whether an answer is about reputation, a block list, the text of the mail, its authentication, or
 * how much this receiver takes from us. Such a refusal is never about a person.
 */
export const isPolicy = ({ words, status }: Said): boolean =>
  isPolicyStatus(status) || hasPolicyWords(words)

/** RFC 7293: 5.7.17, the owner of the mailbox has changed. qmail has it for unknown ones. */
export const isPolicyStatus = (status: Said['status']): boolean =>
  status?.subject === '7' && status.detail !== '17'

/** The same by the words alone. */
export const hasPolicyWords = (words: string): boolean =>
  matches(policyWords, words) || matches(senderWords, words)

/** The text of the mail: its size, its form or its content (RFC 3463, 5.3.4 and 5.6.x). */
export const isAboutText = ({ words, status }: Said): boolean =>
  status?.subject === '6' ||
  (status?.subject === '3' && status.detail === '4') ||
  /message (?:is |was )?(?:too (?:large|big|long)|size exceeds|header size|content)|content (?:is )?(?:reject|refus|not)/.test(
    words,
  )

const policyWords: readonly RegExp[] = [
  /spam/,
  /\bvirus/,
  /malware/,
  /phish/,
  /blocked (?:by|using|for|due|because|-)/,
  /(?:is|was|been|has been|are|were|address|ip|host|domain|sender|connection|message|mail|temporarily) (?:\w+ )?blocked/,
  /^\W*(?:\d{3}\W+)?(?:\d\.\d{1,3}\.\d{1,3}\W+)?(?:<>\W*)?blocked\b/,
  /block ?list/,
  /black ?list/,
  /\brbl\b/,
  /dnsbl/,
  /reputation/,
  /dmarc/,
  /\bspf\b/,
  /dkim/,
  /\bptr\b/,
  /reverse (?:dns|lookup|mapping)/,
  /unauthenticated (?:e-?mail|mail|message)/,
  /is unauthenticated/,
  /not authorized to (?:send|deliver|post)/,
  /rate limit/,
  /too many (?:connections|messages|mails|e-?mails|invalid|errors|recipients|spams|unknown)/,
  /grey ?list/,
  /gray ?list/,
  /content (?:is )?(?:reject|refus|violat)/,
  /by (?:\w+ )?polic(?:y|ies)/,
  /polic(?:y|ies) (?:violation|reasons?|reject|restrict|error)/,
  /(?:local|security|organization|site) polic(?:y|ies)/,
  /\bbanned\b/,
  /unsolicited/,
  /bulk mail/,
  /\bmail rejet[eé]/,
  /will not accept (?:delivery|mail|messages?)\b/,
  /^\W*\d{3}\W+(?:\d\.\d{1,3}\.\d{1,3}\W+)?\((?:dns|rtr|hvu|con|rly|dyn|ban):/,
  /complaints?\b/,
  /suspicious/,
  /dynamic ip/,
  /(?:poor|bad|low) (?:reputation|ip)/,
  /access denied, (?:banned|traffic)/,
  /not accepting (?:mail|connections|traffic) from/,
  /(?:rejected|refused) (?:due to|for|by|because of) (?:\w+ ){0,3}(?:content|rule|filter|preference)/,
  /user rules/,
  /recipient preferences/,
  /members?[- ]only/,
  /mailing list/,
  /you are not allowed to post/,
  /not on the recipient's list/,
  /(?:does not|doesn't|do not|don't) accept (?:e-?)?(?:mails?|messages?) from/,
  /\bhas blocked\b|\bblocked (?:you|your|senders?)\b/,
  /(?:due to|because of|for) (?:\w+ ){0,2}polic/,
  /\bfilter/,
  /(?:allow|white|safe) ?list/,
  /\b(?:tls|ssl|certificate)\b/,
  /^\W*\d{3}\W+(?:\d\.\d{1,3}\.\d{1,3}\W+)?access denied/,
  /administrative prohibition/,
  /no access from/,
]

/** A check of our own sender that failed: what it quotes is about the sender's address. */
const senderWords: readonly RegExp[] = [
  /sender (?:verif|call-?out|address verification)/,
  /(?:could not|unable to|cannot) (?:complete sender|verify (?:the )?sender)/,
  /sender(?:'s)? (?:e-?mail |domain |address )*(?:unknown|invalid|does not|doesn't|not found|must|has no|is not|unroutable|rejected)/,
  /unrouteable sender/,
  /domain of sender/,
  /return path/,
  /mail from domain/,
  /batv/,
  /sender verify failed/,
  /call-?(?:out|back)s? (?:to|of|for|verification of) (?:the )?sender/,
  /call-?back (?:setup )?failed/,
  /\bunknown sender/,
  /sender (?:\w+ )?(?:rejected|refused|denied)/,
  /\b(?:your|sending|sender'?s?|connecting|client)(?: (?:e-?mail|mail|smtp|ip|host|dns))* (?:address|domain|host|hostname|ip|name|server|mailbox|mx)\b.{0,60}\b(?:not|n't|unknown|invalid|no|null)\b/,
  /remote host is unknown/,
  /\b(?:helo|ehlo)\b/,
  /\b(?:return|from|mail from) (?:address|domain)\b/,
  /\bin (?:the |your )?(?:\w+ )?(?:headers?|signature|text|from)\b/,
  // The sender in other languages.
  /absender|exp[eé]diteur|[eé]metteur|remitente|mittente|remetente|afzender|nadawc|avsändar|afsender|avsender|lähettäj|odes[ií]latel|gönderen|felad[oó]/,
  /отправител|发件人|寄件者|差出人|送信者|발신자/,
  /invalid sender/,
  /bogus mail from/,
]
