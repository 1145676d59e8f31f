import { createPublicKey } from 'node:crypto'
import {
  couldBeStricter,
  inOrder,
  unknown,
  wrong,
  type CheckResult,
} from '#contract/mails/doctor.ts'
import { unanswered, type Answer, type Lookups } from './dns.ts'
import { elsewhere, type TestMailFacts, type Verdicts } from './test-mail.ts'

const fewestBits = 1024
const enoughBits = 2048

/** DKIM (RFC 6376): mails are signed for the domain of the sender, with a key in DNS. */
export const checkDkim = async (
  { fromDomain, testMail }: { fromDomain: string; testMail: TestMailFacts },
  lookups: Lookups,
): Promise<CheckResult> =>
  testMail.state === 'returned'
    ? checkSignatures(testMail, fromDomain)
    : checkKeys(fromDomain, await findKeys(fromDomain, lookups))

type Signed = Pick<Verdicts, 'signatures'> & { isLocal: boolean }

function checkSignatures({ signatures, isLocal }: Signed, from: string): CheckResult {
  const [first] = signatures
  if (first === undefined && isLocal)
    return unknown(
      'The test mail was not signed, and it did not leave your own mail server or its network: some servers sign only mails that leave.',
      elsewhere,
    )
  if (first === undefined)
    return wrong(
      'The test mail was not signed.',
      `Turn on DKIM for ${from} at your mail service, and publish the record that it shows.`,
    )
  const valid = signatures.filter(({ result }) => result === 'pass')
  const aligned = valid.find(({ isAligned }) => isAligned)
  if (aligned) return checkLength(aligned, `signs for ${aligned.domain}: aligned with the sender`)
  if (valid.length > 0)
    return wrong(
      `The test mail was signed for ${valid[0]!.domain}, not for ${from}.`,
      `Turn on DKIM for ${from} at your mail service, and publish the record that it shows.`,
    )
  const key = `${first.selector}._domainkey.${first.domain}`
  return wrong(
    `The signature of the test mail is not valid (${first.comment || first.result}); its key is ${key}.`,
    'Compare the record with the one that your mail service shows. A server on the way must not change mails.',
  )
}

/** A key at `selector`._domainkey.`domain`. */
type DkimKey = { selector: string; domain: string; records: Answer<string> }

/** Tried where no test mail shows the selector: those of common mail services and servers. */
const commonSelectors =
  'default dkim mail google selector1 selector2 s1 s2 k1 k2 k3 pm resend mailjet brevo1 brevo2 zoho smtp mx fm1 fm2 fm3 protonmail'.split(
    ' ',
  )

const findKeys = (domain: string, { txt }: Lookups): Promise<DkimKey[]> =>
  Promise.all(
    commonSelectors.map(async (selector) => ({
      selector,
      domain,
      records: await txt(`${selector}._domainkey.${domain}`),
    })),
  )

/** Without a test mail the selector is not known: common ones are tried. */
function checkKeys(fromDomain: string, keys: readonly DkimKey[]): CheckResult {
  const published = keys.flatMap((key) =>
    key.records.state === 'found' ? [{ key, record: key.records.records.join('') }] : [],
  )
  const usable = published.find(({ record }) => keyIn(record) !== '')
  if (usable) {
    const bits = bitsOf(usable.record)
    return checkLength(
      { selector: usable.key.selector, bits },
      'is published; only a test mail shows that mails are signed with it',
    )
  }
  if (published.length > 0)
    return wrong(
      `The key at ${nameOf(published[0]!.key)} is revoked (empty).`,
      'Publish the record that your mail service shows.',
    )
  const silent = keys.find(({ records }) => records.state === 'unknown')
  if (silent?.records.state === 'unknown') return unanswered(nameOf(silent), silent.records.why)
  return unknown(
    `${fromDomain} has no key under ${keys.length} common selectors. It may have one under another.`,
    'Set BOUNCE_ADDRESS and BOUNCE_MAILBOX: a test mail shows which key signs.',
  )
}

function checkLength(
  { selector, bits }: { selector: string; bits: number | null },
  what: string,
): CheckResult {
  const key = `Selector ${selector}${bits === null ? '' : `, ${bits} bits`}`
  if (bits !== null && bits < fewestBits)
    return wrong(`${key}, ${what}. Receivers ignore keys below ${fewestBits} bits.`, longerKey)
  if (bits !== null && bits < enoughBits) return couldBeStricter(`${key}, ${what}.`, longerKey)
  return inOrder(`${key}, ${what}.`)
}

const longerKey = `Ask your mail service for a key of ${enoughBits} bits.`
const nameOf = ({ selector, domain }: DkimKey) => `${selector}._domainkey.${domain}`
const keyIn = (record: string): string =>
  /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? ''

/** The length of an RSA key; null for another kind (Ed25519 needs no more than it has). */
function bitsOf(record: string): number | null {
  if (/(?:^|;)\s*k\s*=\s*ed25519/i.test(record)) return null
  try {
    const key = Buffer.from(keyIn(record), 'base64')
    const { asymmetricKeyDetails: of } = createPublicKey({ key, format: 'der', type: 'spki' })
    return of?.modulusLength ?? null
  } catch {
    return null
  }
}
