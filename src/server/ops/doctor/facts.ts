import type { Obstacle } from '#server/delivery/classify.ts'

/** An answer of DNS. `none`: the name or its records do not exist. */
export type Answer<T> =
  | { state: 'found'; records: readonly T[] }
  | { state: 'none' }
  | { state: 'unknown'; why: string }

export type MailExchanger = { host: string; priority: number }

/** The input of all rules: plain data, gathered by gather.ts. */
export type DoctorFacts = {
  /** the domain of MAIL_FROM */
  fromDomain: string
  /** the domain of the envelope sender (Return-Path): that of BOUNCE_ADDRESS, or of MAIL_FROM */
  envelopeDomain: string
  smtpHost: string
  /**
   * The address that sends: seen in a test mail, with the name that it gave itself (HELO), or that of
   * the mail server in SMTP_URL.
   */
  sender: { ip: string; seenIn: 'test mail' | 'SMTP_URL'; helo: string | null } | null
  spf: SpfFacts
  dkim: readonly DkimKey[]
  dmarc: { own: Answer<string>; organization: { domain: string; records: Answer<string> } | null }
  mx: readonly MxFacts[]
  /** the names of the sender's address, and those of them that lead back to it */
  reverse: { names: Answer<string>; confirmed: readonly string[] } | null
  tls: TlsFacts
  testMail: TestMailFacts
}

/**
 * `walk`: the evaluation of the whole record, for an address that it does not contain. `ofSender`:
 * that for `sender`.
 */
export type SpfFacts = {
  records: Answer<string>
  walk: SpfEvaluation | null
  ofSender: SpfEvaluation | null
}
export type SpfEvaluation = { result: string; comment: string; lookups: number }

/** A key at `selector`._domainkey.`domain`. */
export type DkimKey = { selector: string; domain: string; records: Answer<string> }

/** `addresses`: whether the host that takes mail has an address. */
export type MxFacts = {
  domain: string
  takes: 'answers' | 'bounces'
  records: Answer<MailExchanger>
  addresses: Answer<string>
}

/** Times are in ms. */
export type TlsFacts =
  | { state: 'encrypted'; protocol: string; validUntil: number }
  | { state: 'plain'; isLocal: boolean }
  | { state: 'failed'; obstacle: Obstacle; why: string }

/**
 * `isLocal`: no server on the internet passed the mail to another one, so it does not show what
 * other receivers see.
 */
export type TestMailFacts =
  | { state: 'not sent'; why: 'no mailbox' }
  | { state: 'refused'; why: string }
  | { state: 'not returned'; afterMs: number }
  | { state: 'mailbox failed'; why: string }
  | ({ state: 'returned'; afterMs: number; isLocal: boolean } & Verdicts)

/** How a receiver authenticates the test mail (RFC 8601). */
export type Verdicts = {
  returnPath: string | null
  spf: string
  dmarc: string
  signatures: readonly {
    domain: string
    selector: string
    result: string
    comment: string
    isAligned: boolean
    bits: number | null
  }[]
}
