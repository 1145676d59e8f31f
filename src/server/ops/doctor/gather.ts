import { isIP } from 'node:net'
import addressparser from 'nodemailer/lib/addressparser'
import { isPrivateAddress, organizationOf } from './domains.ts'
import type {
  Answer,
  DkimKey,
  DoctorFacts,
  MxFacts,
  SpfFacts,
  TestMailFacts,
  TlsFacts,
} from './facts.ts'
import type { Lookups } from './lookups.ts'
import type { SentTestMail, TestMailDeps } from './test-mail.ts'
import { evaluateSpf, readVerdicts, type Hop } from './verdicts.ts'

/** Tried where no test mail shows the selector: those of common mail services and servers. */
const commonSelectors =
  'default dkim mail google selector1 selector2 s1 s2 k1 k2 k3 pm resend mailjet brevo1 brevo2 zoho smtp mx fm1 fm2 fm3 protonmail'.split(
    ' ',
  )
/** For documentation (RFC 5737): no record contains it, so that the whole record is evaluated. */
const unlistedAddress = '192.0.2.1'

/** The answers of the mail server and of the mailbox. */
export type Probed = { tls: TlsFacts; sent: SentTestMail }

/** Asks DNS about everything that the settings and the test mail name. */
export async function gatherFacts(
  { config, bounceAddress }: Pick<TestMailDeps, 'config' | 'bounceAddress'>,
  { tls, sent }: Probed,
  lookups: Lookups,
): Promise<DoctorFacts> {
  const fromDomain = domainOf(addressparser(config.mailFrom, { flatten: true })[0]?.address)
  const envelopeDomain = bounceAddress ? domainOf(bounceAddress) : fromDomain
  const smtpHost = new URL(config.smtpUrl!).hostname.replaceAll(/^\[|\]$/g, '')
  const [dmarc, dkim, mx, { testMail, hop }] = await Promise.all([
    gatherDmarc(fromDomain, lookups),
    gatherKeys(fromDomain, lookups),
    gatherMx(fromDomain, bounceAddress ? envelopeDomain : null, lookups),
    authenticateSent(sent, lookups),
  ])
  const sender = await findSender(hop, smtpHost, lookups)
  const [spf, reverse] = await Promise.all([
    gatherSpf(envelopeDomain, sender, lookups),
    gatherReverse(sender, lookups),
  ])
  const domains = { fromDomain, envelopeDomain, smtpHost }
  return { ...domains, sender, spf, dkim, dmarc, mx, reverse, tls, testMail }
}

/** `hop`: the server from which the test mail came. */
async function authenticateSent(
  sent: SentTestMail,
  lookups: Lookups,
): Promise<{ testMail: TestMailFacts; hop: Hop | null }> {
  if (sent.state !== 'returned') return { testMail: sent, hop: null }
  const { hop, verdicts } = await readVerdicts(sent.raw, lookups)
  const isLocal = hop === null
  return { testMail: { state: 'returned', afterMs: sent.afterMs, isLocal, ...verdicts }, hop }
}

const domainOf = (address = '') => address.split('@').at(-1)!.toLowerCase()

async function gatherDmarc(domain: string, { txt }: Lookups): Promise<DoctorFacts['dmarc']> {
  const organization = organizationOf(domain)
  const [own, parent] = await Promise.all([
    txt(`_dmarc.${domain}`),
    organization === domain ? null : txt(`_dmarc.${organization}`),
  ])
  return { own, organization: parent && { domain: organization, records: parent } }
}

const gatherKeys = (domain: string, { txt }: Lookups): Promise<DkimKey[]> =>
  Promise.all(
    commonSelectors.map(async (selector) => ({
      selector,
      domain,
      records: await txt(`${selector}._domainkey.${domain}`),
    })),
  )

function gatherMx(from: string, bounces: string | null, lookups: Lookups): Promise<MxFacts[]> {
  const domains: Pick<MxFacts, 'domain' | 'takes'>[] = [
    { domain: from, takes: 'answers' },
    ...(bounces === null || bounces === from
      ? []
      : [{ domain: bounces, takes: 'bounces' as const }]),
  ]
  return Promise.all(
    domains.map(async ({ domain, takes }) => {
      const records = await lookups.mx(domain)
      const [first] =
        records.state === 'found' ? records.records.toSorted((a, b) => a.priority - b.priority) : []
      return { domain, takes, records, addresses: await lookups.addresses(first?.host || domain) }
    }),
  )
}

async function findSender(
  seen: Hop | null,
  smtpHost: string,
  lookups: Lookups,
): Promise<DoctorFacts['sender']> {
  if (seen !== null) return { ...seen, seenIn: 'test mail' }
  const found: Answer<string> =
    isIP(smtpHost) > 0 ? { state: 'found', records: [smtpHost] } : await lookups.addresses(smtpHost)
  const [ip] = found.state === 'found' ? found.records : []
  return ip === undefined || isPrivateAddress(ip) ? null : { ip, seenIn: 'SMTP_URL', helo: null }
}

async function gatherSpf(
  domain: string,
  sender: DoctorFacts['sender'],
  lookups: Lookups,
): Promise<SpfFacts> {
  const records = await lookups.txt(domain)
  if (records.state !== 'found') return { records, walk: null, ofSender: null }
  const [walk, ofSender] = await Promise.all([
    evaluateSpf(domain, unlistedAddress, lookups),
    sender && evaluateSpf(domain, sender.ip, lookups),
  ])
  return { records, walk, ofSender }
}

async function gatherReverse(
  sender: DoctorFacts['sender'],
  { names, addresses }: Lookups,
): Promise<DoctorFacts['reverse']> {
  if (sender === null) return null
  const found = await names(sender.ip)
  const candidates = found.state === 'found' ? found.records.slice(0, 5) : []
  const confirmed = await Promise.all(
    candidates.map(async (name) => {
      const back = await addresses(name)
      return back.state === 'found' && back.records.includes(sender.ip) ? [name] : []
    }),
  )
  return { names: found, confirmed: confirmed.flat() }
}
