import { isIP } from 'node:net'
import { isPrivateAddress } from './domains.ts'
import type { SpfEvaluation, Verdicts } from './facts.ts'
import type { Lookups } from './lookups.ts'

/**
 * Authenticates a mail that arrived in the mailbox (SPF, DKIM, DMARC). mailauth is loaded here
 * because only the doctor needs it.
 */
export async function readVerdicts(
  raw: Buffer,
  lookups: Lookups,
): Promise<{ hop: Hop | null; verdicts: Verdicts }> {
  const { authenticate } = await import('mailauth')
  const hop = receivedFrom(raw.toString('latin1'))
  const { dkim, spf, dmarc } = await authenticate(raw, {
    ...(hop && { ip: hop.ip, helo: hop.helo }),
    trustReceived: true,
    resolver: lookups.resolve,
    disableArc: true,
    disableBimi: true,
    mta: 'doctor',
  })
  return {
    hop,
    verdicts: {
      returnPath: dkim.envelopeFrom ? dkim.envelopeFrom.split('@').at(-1)! : null,
      // An address of this machine says nothing about the one that sends to others.
      spf: spf && hop ? spf.status.result : 'none',
      dmarc: dmarc ? dmarc.status.result : 'none',
      signatures: dkim.results.flatMap((signature) =>
        signature.signingDomain === undefined
          ? []
          : [
              {
                domain: signature.signingDomain,
                selector: signature.selector ?? '',
                result: signature.status.result,
                comment: signature.status.comment || '',
                isAligned: Boolean(signature.status.aligned),
                bits: signature.modulusLength ?? null,
              },
            ],
      ),
    },
  }
}

/** SPF of an address, as a receiver evaluates it (RFC 7208). */
export async function evaluateSpf(
  domain: string,
  ip: string,
  lookups: Lookups,
): Promise<SpfEvaluation> {
  const { spf } = await import('mailauth/lib/spf/index.js')
  const { status, lookups: used } = await spf({
    sender: `bounce@${domain}`,
    ip,
    helo: domain,
    mta: 'doctor',
    resolver: lookups.resolve,
  })
  return {
    result: status.result,
    comment: (status.comment || '').replace(/^doctor: /, ''),
    lookups: used?.count ?? 0,
  }
}

/** The address of a server, and the name that it gave itself. */
export type Hop = { ip: string; helo: string }

/**
 * The server that brought the mail: the address in the newest Received line that is not private,
 * because the mailbox's own servers pass mails on among themselves. A line of a client that logged in
 * (RFC 3848: ESMTPA, ESMTPSA) is how the mail was handed over, not how it arrived. Null where there
 * is no other: the mail has not left our mail server or its network.
 */
export function receivedFrom(raw: string): Hop | null {
  const head = raw.slice(0, Math.max(0, raw.search(/\r?\n\r?\n/)))
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const hops = lines.flatMap((line) => {
    const [, helo, rest] = /^Received:\s*from\s+(\S+)(.*)$/i.exec(line) ?? []
    const from = rest?.split(/\sby\s/)[0] ?? ''
    const ip = /\[(?:IPv6:)?([\da-f.:]+)\]/i.exec(from)?.[1] ?? ''
    const isHandedOver = /\bwith\s+\w*SMTPS?A\b/i.test(rest ?? '')
    return helo !== undefined && isIP(ip) > 0 && !isHandedOver ? [{ ip, helo }] : []
  })
  return hops.find(({ ip }) => !isPrivateAddress(ip)) ?? null
}
