/**
 * What a mail server or provider says about one mail. `step`: how far our own SMTP session had come;
 * null in reports and webhooks, which other servers write.
 */
export type Answer = {
  step: 'greeting' | 'login' | 'sender' | 'recipient' | 'message' | null
  /** the basic reply code (RFC 5321, 4.2), null where it is unknown */
  code: number | null
  /** an enhanced status (RFC 3463) as `5.1.1`, empty where there is none besides the text */
  status: string
  /** the server's own words, several lines included */
  text: string
  /** the address that the mail was for */
  recipient: string
  /** what a provider calls it: counts where status and words decide nothing, and never makes hard what it calls soft */
  label?: 'hard' | 'soft'
}

/** What follows from an answer. */
export type Meaning =
  /** `hard`: there is no such mailbox. `soft`: it is full, disabled, or has other trouble. */
  | { about: 'mailbox'; bounce: 'hard' | 'soft' }
  /**
   * Our account or sender. `limit`: a quota or sending limit, which ends by itself. `row`: the row of
   * `account-rows.ts` that decided, or the step.
   */
  | { about: 'account'; limit: boolean; row: string }
  /**
   * Reputation, block list, content, authentication of the mail, or the rate towards this receiver.
   * `alone`: the answer concerns this mail alone and says nothing about others.
   */
  | { about: 'policy'; alone?: true }
  /** It decides nothing. */
  | { about: 'nothing'; alone?: true }

/** RFC 3463: class (4 is temporary), subject and detail of a status. */
type Status = { first: string; subject: string; detail: string }

/** An answer as the rules read it. */
export type Said = {
  /** lower case and without links, hosts and addresses, which can contain any word */
  words: string
  /** the last status of the text that says something, else the status beside it; null without one */
  status: Status | null
  /** whether `status` stands in the server's own text */
  isOwnStatus: boolean
  isTemporary: boolean
  step: Answer['step']
  repeatsRecipient: boolean
  /** the text names the domain of the recipient */
  namesDomain: boolean
  /** the text repeats what another server said, or tells how a check of an address ended */
  quotes: boolean
}

export function readAnswer(answer: Answer): Said {
  const text = answer.text.slice(0, mostText)
  const readable = text
    .replaceAll(/(?:https?:|www\.)\S{1,500}/gi, ' ')
    // Exchange names so who may write to a recipient.
    .replaceAll(/\bRESOLVER\.RST\.\w+/g, ' recipient restriction ')
  const own = statusIn(readable)
  const beside = parseStatus(answer.status)
  const isOwnStatus = own !== null && (!isVague(own) || beside === null || isVague(beside))
  const status = isOwnStatus ? own : beside
  const recipient = answer.recipient.toLowerCase()
  const contains = (name: string) => name !== '' && text.toLowerCase().includes(name)
  return {
    words: withoutNames(readable).toLowerCase(),
    status,
    isOwnStatus,
    isTemporary: isTemporary(answer, status),
    step: answer.step,
    repeatsRecipient: contains(recipient),
    namesDomain: contains(recipient.slice(recipient.lastIndexOf('@') + 1)),
    quotes: /\bsaid:|\bcall-?out\b|(?<!dmarc |dkim |spf )\bverification\b|\bverify failed/i.test(
      text,
    ),
  }
}

const mostText = 2_000

/** Whether the words are of one of these patterns. */
export const matches = (patterns: readonly RegExp[], words: string): boolean =>
  patterns.some((pattern) => pattern.test(words))

/** Relays write 5.0.0 and 5.5.0 beside an answer that says more. */
const isVague = ({ subject }: Status): boolean => subject === '0' || subject === '5'

function statusIn(text: string): Status | null {
  const found = [...text.matchAll(/(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d]|\.\d)/g)].map(
    ([, first = '', subject = '', detail = '']) => ({ first, subject, detail }),
  )
  return found.findLast((one) => !isVague(one)) ?? found.at(-1) ?? null
}

function parseStatus(status: string): Status | null {
  const [, first, subject = '', detail = ''] =
    /^([245])\.(\d{1,3})\.(\d{1,3})$/.exec(status.trim()) ?? []
  return first ? { first, subject, detail } : null
}

function isTemporary({ step, code }: Answer, status: Status | null): boolean {
  if (step !== null && code !== null) return code < 500
  return status ? status.first === '4' : code !== null && code < 500
}

/** Addresses and hosts can contain any word, as links can: nospam@full.example. */
const withoutNames = (text: string): string =>
  text
    .replaceAll(/\S{0,100}@\S{1,255}/g, ' ')
    .replaceAll(/\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,10}\.[a-z]{2,20}\b/gi, ' ')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll('_', ' ')
    .replaceAll(/\r?\n[ \t]*(?:\d{3}[ -])?(?:\d\.\d{1,3}\.\d{1,3}\s)?/g, ' ')
    .replaceAll(/\s+/g, ' ')
