import type { IncomingHttpHeaders } from 'node:http'
import {
  fieldNames,
  noOrigin,
  originOf,
  readHost,
  readOrigin,
  untracked,
  type Origin,
} from '#contract/waitlist.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * DASH-9 without script. A page that belongs to one visit has the origin in its form's fields. The
 * landing page is the same for everybody: its origin is in its URL, which arrives as the Referer.
 * Of visitors who opt out only the code of a friend's link is left (TRACK-2, LINE-3).
 */
export function formOrigin(
  fields: Fields,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): Origin {
  const sent = readOrigin({
    source: textOf(fields[fieldNames.source]),
    medium: textOf(fields[fieldNames.medium]),
    campaign: textOf(fields[fieldNames.campaign]),
    referrer: textOf(fields[fieldNames.referrer]),
  })
  const via = textOf(fields[fieldNames.via])
  const page = originOfReferer(headers, publicUrl)
  const known = Object.values(sent).some(Boolean) ? sent : page
  return visitOrigin({ ...known, via: via || page.via }, headers)
}

/** The origin that a form sent, validated. A visitor who opts out keeps only the friend's code. */
export function visitOrigin(sent: Origin, headers: IncomingHttpHeaders): Origin {
  const origin = readOrigin(sent)
  return optsOut(headers) ? untracked(origin) : origin
}

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
