import type { CampaignFigures, Wrong } from '#contract/figures/figures.ts'
import type { Offer, Offers } from '#contract/campaign/offers.ts'
import { isoMinute, isTimeZone, minuteMs } from '#contract/time.ts'

/**
 * How many pieces an offer has: null if it has none, so that only a time can end it. Undefined: the
 * server grants no such offer.
 */
export function mostPieces(
  { figure, most, count }: Offer,
  figures: CampaignFigures,
): number | null | undefined {
  if (count !== undefined) return undefined
  if (figure === 'programSpots') return figures.programSpots?.value.total
  if (figure === 'earlyBird') return figures.earlyBird ? null : undefined
  return most
}

const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Times that cannot be read or that no clock shows, and offers that end before they begin. */
export const wrongTimes = (offers: Offers, timeZone: string): Wrong[] =>
  Object.entries(offers).flatMap(([offer, own]) => {
    const { beginsAt = null, endsAt = null } = own ?? {}
    const unreadable = Object.entries({ beginsAt, endsAt }).flatMap(([name, text]) =>
      wrongTime(text, timeZone).map((reason) => ({ key: `offers.${offer}.${name}`, reason })),
    )
    // Times of one zone in this form sort as texts.
    const isReversed = beginsAt !== null && endsAt !== null && endsAt <= beginsAt
    return unreadable.length === 0 && isReversed
      ? [
          {
            key: `offers.${offer}.endsAt`,
            reason: `the offer ends (${endsAt}) before it begins (${beginsAt})`,
          },
        ]
      : unreadable
  })

function wrongTime(text: string | null, timeZone: string): string[] {
  if (text === null) return []
  if (!isLocalTime(text)) return [`'${text}' is no time as 2027-01-31T23:59`]
  return isTimeZone(timeZone) && !isShownIn(timeZone, text)
    ? [`no clock in ${timeZone} shows ${text}, because summer time begins then`]
    : []
}

const quarterMs = 15 * minuteMs
/** Zones are whole quarters of an hour and at most 14 hours from UTC. */
const most = 14 * 4

function isShownIn(timeZone: string, text: string): boolean {
  const utc = Date.parse(`${text}Z`)
  return Array.from({ length: 2 * most + 1 }, (_, index) => index - most).some(
    (quarters) => isoMinute(utc + quarters * quarterMs, timeZone) === text,
  )
}

const isLocalTime = (text: string): boolean =>
  localTime.test(text) &&
  !Number.isNaN(Date.parse(`${text}Z`)) &&
  new Date(`${text}Z`).toISOString().startsWith(text)
