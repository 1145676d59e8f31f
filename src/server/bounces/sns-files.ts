import { X509Certificate, type KeyObject } from 'node:crypto'
import { take, type Budget } from '#server/limits/budgets.ts'

/** Fetches a text over https. Throws where that fails. */
export type FetchText = (url: string) => Promise<string>

/** What the server fetches from Amazon, and from no other host. */
export type AwsFiles = {
  /** The public key of a signing certificate; null if its URL or its time is not valid. */
  certificateKey(url: string, region: string): Promise<KeyObject | null>
  /** Visits the URL that confirms a subscription. */
  confirm(url: string, region: string): Promise<void>
}

/** Only the region of the topic: `sns.s3-….amazonaws.com` is a bucket that anybody may own. */
const origin = (region: string) => `https://sns.${region}.amazonaws.com/`
const certificate = /^SimpleNotificationService-[0-9a-zA-Z]{1,64}\.pem$/
const mostCertificates = 8
/** Anybody can name a certificate that does not exist. */
const fetchBudget: Budget = { atOnce: 10, everyMs: 6_000 }

export function openAwsFiles(fetchText: FetchText, now: () => number): AwsFiles {
  const keys = new Map<string, Promise<X509Certificate>>()
  let fullAt = 0

  const fetchLimited = async (url: string): Promise<string> => {
    const taken = take(fullAt, fetchBudget, now())
    fullAt = taken.fullAt
    if (taken.retryAfterMs > 0) throw new Error('too many files of Amazon were requested')
    return fetchText(url)
  }

  function certificateAt(url: string): Promise<X509Certificate> {
    const known = keys.get(url)
    if (known) return known
    const fetched = fetchLimited(url).then((pem) => new X509Certificate(pem))
    if (keys.size >= mostCertificates) keys.delete(keys.keys().next().value!)
    keys.set(url, fetched)
    fetched.catch(() => keys.delete(url))
    return fetched
  }

  return {
    async certificateKey(url, region) {
      if (!isFile(url, region)) return null
      const { publicKey, validFromDate, validToDate } = await certificateAt(url)
      const isValid = validFromDate.getTime() <= now() && now() <= validToDate.getTime()
      return isValid ? publicKey : null
    },
    async confirm(url, region) {
      if (url.startsWith(origin(region))) await fetchLimited(url)
    },
  }
}

const isFile = (url: string, region: string): boolean =>
  url.startsWith(origin(region)) && certificate.test(url.slice(origin(region).length))

const timeoutMs = 5_000
const mostBytes = 64 * 1024

export async function fetchFromAws(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`Amazon answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('Amazon answered with too many bytes')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
