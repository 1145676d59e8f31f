export type Severity = 'hard' | 'soft'

/** What a report says about one recipient. `status`: RFC 3463, as 5.1.1, or empty. */
export type Refusal = { status: string; diagnostic: string }

/**
 * BACK-4. Hard: the address does not exist. Soft: everything else, also what is not the address's
 * fault. A status that says why decides; the words decide where it does not (5.0.0, 5.2.1, 5.4.1,
 * 5.5.0, none), because servers use these for unknown users too.
 */
export function severityOf({ status, diagnostic }: Refusal): Severity {
  const words = withoutNames(diagnostic)
  const { subject, detail } = statusOf(status, diagnostic)
  if (subject === '7' || isPolicy.test(words)) return 'soft'
  if (isFull.test(words)) return 'soft'
  if (subject === '1') return isAboutAddress(detail, words) ? 'hard' : 'soft'
  if (subject === '2' && detail !== '0' && detail !== '1') return 'soft'
  if (isTemporary(status)) return 'soft'
  return isUnknown.test(words) ? 'hard' : 'soft'
}

/** RFC 3463: 5.1.7 and 5.1.8 are about the sender's address; 5.1.0 says nothing. */
const isAboutAddress = (detail: string, words: string) =>
  detail === '0' ? isUnknown.test(words) : detail !== '7' && detail !== '8'

const isTemporary = (status: string) => status.startsWith('4.')

/**
 * The enhanced status of the answer wins: a relay often writes 5.0.0 or 5.5.0 beside an answer that
 * says more.
 */
function statusOf(status: string, diagnostic: string): { subject: string; detail: string } {
  const [, own = '', ownDetail = ''] = /^5\.(\d{1,3})\.(\d{1,3})$/.exec(status) ?? []
  const [, subject = own, detail = ownDetail] =
    /(?:^|[^\d.])5\.(\d{1,3})\.(\d{1,3})(?![\d.])/.exec(diagnostic) ?? []
  if (isTemporary(status)) return { subject: '', detail: '' }
  const vague = subject === '0' || subject === '5'
  return vague && own !== '' ? { subject: own, detail: ownDetail } : { subject, detail }
}

/** Addresses and hosts can contain any word: nospam@full.example. */
const withoutNames = (text: string) =>
  text
    .slice(0, 4_000)
    .replaceAll(/https?:\S{1,500}/gi, ' ')
    .replaceAll(/\S{0,100}@\S{1,255}/g, ' ')
    .replaceAll(/\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,10}\.[a-z]{2,20}\b/gi, ' ')
    .replaceAll(/\s+/g, ' ')

const isFull =
  /quota|mailbox (?:is |size )?(?:full|exceed)|inbox is full|(?:mailbox|storage|disk|user).{0,30}(?:full|exceeded|out of (?:storage|space))|insufficient (?:system )?(?:storage|disk)|voll|te vol/i

const isPolicy =
  /spam|\bvirus|block(?:ed| ?list)|black ?list|reputation|dmarc|\bspf\b|dkim|unauthenticated|authentication (?:is )?required|not authorized|rate limit|too many|greylist|content (?:is )?(?:reject|refus)|by policy|policy (?:violation|reasons?|reject)|banned/i

const isUnknown =
  /(?:user|recipient|mailbox|account|address|alias)[\w ,'"<>()-]{0,40}\b(?:unknown|not (?:be )?(?:found|exist|known|listed|valid|active)|(?:does|do|did)(?: not|n't) exist|doesn't have|disabled|inactive|deactivated|suspended|invalid|unavailable|no longer)|unknown (?:user|recipient|mailbox|address|local|account)|no such (?:user|recipient|mailbox|address|person|account|domain)|invalid (?:recipient|mailbox|user|address)|no mailbox (?:here )?by that name|doesn't have an? .{0,30}account|not a (?:valid|known) (?:user|recipient|mailbox|address)|unrouteable address|(?:host|domain)[\w ]{0,20}not (?:be )?found|name not found|nullmx|recipient address rejected: access denied|not our customer|unbekannt|existiert nicht|onbekend|bestaat niet/i
