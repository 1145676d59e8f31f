import { Resolver } from 'node:dns/promises'
import { isIPv4 } from 'node:net'
import { getDomain } from 'tldts'
import { unknown, type CheckResult } from '#contract/mails/doctor.ts'

/** An answer of DNS. `none`: the name or its records do not exist. */
export type Answer<T> =
  | { state: 'found'; records: readonly T[] }
  | { state: 'none' }
  | { state: 'unknown'; why: string }

type MailExchanger = { host: string; priority: number }

export type Lookups = {
  txt(name: string): Promise<Answer<string>>
  mx(name: string): Promise<Answer<MailExchanger>>
  /** IPv4 and IPv6 */
  addresses(name: string): Promise<Answer<string>>
  /** the names of an address */
  names(ip: string): Promise<Answer<string>>
  /** as mailauth calls it; throws the error of node:dns */
  resolve(name: string, type: string): Promise<string[] | string[][]>
}

/**
 * A question takes at most `timeoutMs` at a name server, twice. After `deadlineMs` all questions
 * that are still open end without an answer.
 */
export type LookupLimits = { timeoutMs: number; deadlineMs: number }
const usualLimits: LookupLimits = { timeoutMs: 2_000, deadlineMs: 12_000 }

/**
 * Runs `work` with look-ups in DNS. `servers` (address or address:port) replace those of the
 * system. Never takes longer than the deadline for DNS, however slow the name servers are.
 */
export async function withLookups<T>(
  servers: readonly string[] | undefined,
  work: (lookups: Lookups) => Promise<T>,
  { timeoutMs, deadlineMs }: LookupLimits = usualLimits,
): Promise<T> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const deadline = AbortSignal.timeout(deadlineMs)
  const cancel = () => resolver.cancel()
  deadline.addEventListener('abort', cancel)
  try {
    return await work(lookupsBy(resolver, deadline))
  } finally {
    deadline.removeEventListener('abort', cancel)
  }
}

function lookupsBy(resolver: Resolver, deadline: AbortSignal): Lookups {
  const ask = async <T>(question: () => Promise<readonly T[]>): Promise<Answer<T>> => {
    if (deadline.aborted) return { state: 'unknown', why: 'it took too long' }
    try {
      const records = await question()
      return records.length > 0 ? { state: 'found', records } : { state: 'none' }
    } catch (error) {
      return failed(error)
    }
  }
  const txt = async (name: string) =>
    (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  const mx = async (name: string) =>
    (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({ host: exchange, priority }))
  const addresses = async (name: string) => {
    const [four, six] = await Promise.all([
      ask(() => resolver.resolve4(name)),
      ask(() => resolver.resolve6(name)),
    ])
    return bothOf(four, six)
  }
  return {
    txt: (name) => ask(() => txt(name)),
    mx: (name) => ask(() => mx(name)),
    addresses,
    names: (ip) => ask(() => resolver.reverse(ip)),
    resolve: async (name, type) => {
      if (deadline.aborted) throw Object.assign(new Error('it took too long'), { code: 'ETIMEOUT' })
      return (await resolver.resolve(name, type)) as string[] | string[][]
    },
  }
}

function bothOf(four: Answer<string>, six: Answer<string>): Answer<string> {
  const records = [four, six].flatMap((answer) => (answer.state === 'found' ? answer.records : []))
  if (records.length > 0) return { state: 'found', records }
  return four.state === 'unknown' ? four : six
}

/** These say that there is no such record; any other error that nobody knows. */
const absent = new Set(['ENOTFOUND', 'ENODATA'])

function failed(error: unknown): Answer<never> {
  const { code = '' } = error as { code?: string }
  if (absent.has(code)) return { state: 'none' }
  return { state: 'unknown', why: reasons[code] ?? (code || String(error)) }
}

const reasons: Readonly<Record<string, string>> = {
  ETIMEOUT: 'no answer in time',
  ECANCELLED: 'no answer in time',
  ESERVFAIL: 'the name server failed',
  EREFUSED: 'the name server refuses',
  ECONNREFUSED: 'no name server can be reached',
}

export const unanswered = (name: string, why: string): CheckResult =>
  unknown(`DNS did not answer for ${name}: ${why}.`, 'Run the checks again in a few minutes.')

/** The organizational domain (RFC 7489, 3.2): mail.example.co.uk belongs to example.co.uk. */
export const organizationOf = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true }) ?? domain

/** An address that no receiver on the internet sees. */
export const isPrivateAddress = (ip: string): boolean => {
  const mapped = ip.replace(/^::ffff:/i, '')
  return isIPv4(mapped) ? privateFour.test(mapped) : privateSix.test(mapped)
}
const privateFour = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./
const privateSix = /^(?:::1?$|f[cd]|fe[89ab])/i
