import { language } from '#campaign'
import { offerIn, offersNamedIn, offerValues } from '#contract/campaign/offers.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill, filledOrNull } from '#contract/text.ts'
import { recentCount } from '#contract/live/figures.ts'
import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import type { BarsProps, OffersNow } from '#page/overlays/overlay.ts'
import type { RecentProps } from '#page/overlays/recent-notices.tsx'
import { servedFigure } from '#page/sections/figure.tsx'
import { countedLine, isOffered } from '#page/sections/offer-line.ts'
import { inZone } from '#contract/time.ts'

/** POP-2, or with live figures LIVE-7: one count, without a name and a town. */
export function recentProps(campaign: ShownCampaign): RecentProps | undefined {
  const {
    figures: { recent },
    sections: { recent: words },
    live: { notice },
    counted,
  } = campaign
  if (!recent || !words) return undefined
  if (!isLive(campaign)) return { entries: recent.entries, words }
  const count = counted && recentCount(counted)
  if (!count) return undefined
  return {
    entries: [{ name: '', city: '', minutesAgo: 0 }],
    once: true,
    words: {
      text: fill(notice[count.window], { n: grouped(count.n) }),
      ago: fill(campaign.live.asOf, { time: timeOf(campaign, counted.confirmedUntil) }),
      ...(notice.lang && { lang: notice.lang }),
    },
  }
}

const timeOf = ({ timeZone }: ShownCampaign, ms: number): string =>
  inZone(ms, timeZone, language).time

/** BAR-1, or with live figures the next place. */
export function barsProps(
  campaign: ShownCampaign,
  served: BarsProps['served'],
): BarsProps | undefined {
  const {
    figures: { pageSpots },
    sections: { bars: words },
    live,
  } = campaign
  if (!words) return undefined
  const spots = pageSpots && servedFigure(campaign, 'pageSpots')
  if (!isLive(campaign) || !spots) return { words, spots, served }
  const { next, uncounted, reminder, withPlace = true } = live.bars
  const offer = offerIn(campaign.offers, 'final')
  const isOver = offer !== undefined && !isOffered(campaign, offer)
  const { finalOver } = live
  const over = isOver && finalOver && { cta: finalOver.cta, uncounted: finalOver.uncounted }
  if (!withPlace) return { words: { ...words, ...over, uncounted: next }, spots: null, served }
  const time = campaign.counted ? timeOf(campaign, campaign.counted.at) : ''
  const [before = '', after = ''] = live.asOf.split('{time}')
  const asOf = [before, time, after] as const
  return { words: { ...words, spots: next, uncounted, reminder, ...over, asOf }, spots, served }
}

/** LIVE-5: what the popups say of offers, where the server counts them as counted. */
export function offersNow(campaign: ShownCampaign): OffersNow {
  const { offers } = campaign
  const values = offerValues(campaign)
  const said = (text: string) =>
    offersNamedIn(offers, text).every((offer) => isOffered(campaign, offer))
      ? filledOrNull(text, values)
      : null
  return {
    said,
    saidWithLeft(text) {
      const left = offersNamedIn(offers, text).flatMap(
        (offer) => countedLine(campaign, offer) ?? [],
      )
      const filled = said(text)
      return filled && [filled, ...left].join('. ')
    },
    at(place) {
      const offer = offerIn(offers, place)
      if (offer === undefined) return { isOver: false, left: null, most: null }
      return {
        isOver: !isOffered(campaign, offer),
        left: countedLine(campaign, offer),
        most: offers[offer]?.most ?? null,
      }
    },
  }
}
