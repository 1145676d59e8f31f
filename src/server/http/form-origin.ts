import type { IncomingHttpHeaders } from 'node:http'
import {
  fieldNames,
  noOrigin,
  originOf,
  readHost,
  readOrigin,
  type Origin,
} from '#contract/waitlist.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * DASH-9 without script. A page that belongs to one visit has the origin in its form's fields. The
 * landing page is the same for everybody: its origin is in its URL, which arrives as the Referer.
 * Visitors who opt out have no origin (TRACK-2).
 */
export function formOrigin(
  fields: Fields,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): Origin {
  if (optsOut(headers)) return noOrigin
  const sent = readOrigin({
    source: textOf(fields[fieldNames.source]),
    medium: textOf(fields[fieldNames.medium]),
    campaign: textOf(fields[fieldNames.campaign]),
    referrer: textOf(fields[fieldNames.referrer]),
  })
  return Object.values(sent).some(Boolean) ? sent : originOfReferer(headers, publicUrl)
}

/**
 * The origin that a form sent, validated. It is empty for visitors who opt out, whatever was sent.
 */
export const visitOrigin = (sent: Origin, headers: IncomingHttpHeaders): Origin =>
  optsOut(headers) ? noOrigin : readOrigin(sent)

/** Global Privacy Control and Do Not Track. */
export const optsOut = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'

/** Our own page has the campaign's parameters in its URL. Another site's page is the referrer. */
function originOfReferer({ referer = '', host }: IncomingHttpHeaders, publicUrl: string): Origin {
  if (!URL.canParse(referer)) return noOrigin
  const page = new URL(referer)
  const ours = page.host === host || page.host === new URL(publicUrl).host
  return ours ? originOf(referer, '') : { ...noOrigin, referrer: readHost(page.hostname) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
