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
 * DASH-9 without script: a page that belongs to one visit carries the origin in its fields; the landing page, which is the
 * same for everybody, has it in its address, which is then the Referer. Nothing is read of visitors who opt out (TRACK-2).
 */
export function formOrigin(
  fields: Fields,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): Origin {
  if (optsOut(headers)) return noOrigin
  const carried = readOrigin({
    source: textOf(fields[fieldNames.source]),
    medium: textOf(fields[fieldNames.medium]),
    campaign: textOf(fields[fieldNames.campaign]),
    referrer: textOf(fields[fieldNames.referrer]),
  })
  return Object.values(carried).some(Boolean) ? carried : originOfReferer(headers, publicUrl)
}

/** What is kept of what came with a form, each part by its rule; nothing of visitors who opt out, whatever their page sent. */
export const keptOrigin = (sent: Origin, headers: IncomingHttpHeaders): Origin =>
  optsOut(headers) ? noOrigin : readOrigin(sent)

/** Global Privacy Control and Do Not Track. */
export const optsOut = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'

/** A page of our own has the campaign's words in its address; another site's page is what led here. */
function originOfReferer({ referer = '', host }: IncomingHttpHeaders, publicUrl: string): Origin {
  if (!URL.canParse(referer)) return noOrigin
  const page = new URL(referer)
  const ours = page.host === host || page.host === new URL(publicUrl).host
  return ours ? originOf(referer, '') : { ...noOrigin, referrer: readHost(page.hostname) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
