import { language } from '#campaign'
import { hasEnded, noOffer, type LiveOffer } from '#contract/live/figures.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'
import { asOfText } from './figure.tsx'

/**
 * LIVE-5: what is left of an offer, until when it runs, or how it ended; null where nothing is
 * counted or nothing limits it.
 */
export function offerLine(campaign: ShownCampaign, name: LiveOffer): string | null {
  const { counted, live: words } = campaign
  if (!counted) return null
  const offer = counted.offers[name] ?? noOffer
  if (offer.left === 0 && offer.most !== null)
    return fill(words.offers.gone, {
      most: grouped(offer.most),
      end: momentIn(campaign, offer.goneAt ?? counted.at),
    })
  const left =
    offer.left === null || offer.most === null || hasEnded(offer, counted.now)
      ? null
      : fill(words.offers.left, { n: grouped(offer.left), most: grouped(offer.most) })
  return [left, endLine(campaign, name)].filter(Boolean).join(' ') || null
}

/** The same with the time of the count, where it is not kept up to date (LIVE-4). */
export function countedLine(campaign: ShownCampaign, name: LiveOffer): string | null {
  const line = offerLine(campaign, name)
  return line && `${line} (${asOfText(campaign)})`
}

/** When an offer begins, ends or ended, and where its end was before it was moved. */
export function endLine(
  campaign: ShownCampaign,
  name: LiveOffer,
  { words = campaign.live.offers, lang }: EndWording = {},
): string | null {
  const { counted } = campaign
  if (!counted) return null
  const { beginsAt, endsAt, movedFrom } = counted.offers[name] ?? noOffer
  const at = (ms: number) => momentIn(campaign, ms, lang)
  if (beginsAt !== null && beginsAt > counted.now)
    return fill(words.begins, { begin: at(beginsAt) })
  if (endsAt === null) return null
  if (endsAt <= counted.now) return fill(words.ended, { end: at(endsAt) })
  const end = at(endsAt)
  const before = movedFrom === null ? end : at(movedFrom)
  return before === end ? fill(words.until, { end }) : fill(words.moved, { end, before })
}

/** In other words than those of all offers, and another language than the page's. */
export type EndWording = {
  words?: Omit<ShownCampaign['live']['earlyBird'], 'over' | 'far'>
  lang?: string | undefined
}

/** Whether the page may offer it: a page without counts says what the campaign says. */
export const isOffered = ({ counted }: ShownCampaign, name: LiveOffer): boolean =>
  !counted || !hasEnded(counted.offers[name] ?? noOffer, counted.now)

export const momentIn = ({ timeZone }: ShownCampaign, ms: number, lang = language): string =>
  inZone(ms, timeZone, lang).dayAndTime
