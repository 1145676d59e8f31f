import { fill, grouped } from '#contract/text.ts'
import { recentCount } from '#contract/live/figures.ts'
import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import type { OfferCopy } from '#page/overlays/offer-popup.tsx'
import type { BarsProps } from '#page/overlays/overlay.ts'
import { popupCopy } from '#page/overlays/popups.island.tsx'
import type { RecentProps } from '#page/overlays/recent-notices.tsx'
import { asOfText, servedFigure } from '#page/sections/figure.tsx'
import { isOffered, offerLine } from '#page/sections/offer-line.ts'
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

const timeOf = ({ timeZone }: ShownCampaign, ms: number): string => inZone(ms, timeZone).time

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
  const isOver = !isOffered(campaign, 'founding')
  const over = isOver && { cta: live.foundingOver.cta, uncounted: live.foundingOver.uncounted }
  if (!withPlace) return { words: { ...words, ...over, uncounted: next }, spots: null, served }
  const said = { ...words, spots: next, uncounted, reminder, ...over }
  return { words: { ...said, asOf: timeIn(campaign) }, spots, served }
}

/** The words before the time of the figures, the time, and the words after it. */
function timeIn(campaign: ShownCampaign) {
  const [before = '', after = ''] = campaign.live.asOf.split('{time}')
  return [before, campaign.counted ? timeOf(campaign, campaign.counted.at) : '', after] as const
}

/**
 * The copy of each popup. LIVE-5: with live figures an offer that has ended is not offered, and the
 * others say what is left of them.
 */
export function popupProps(campaign: ShownCampaign): Record<string, unknown> {
  const { 'exit-intent': exit, 'exit-intent-second': second, ...others } = popupCopy(campaign)
  return {
    ...others,
    ...(exit && isOffered(campaign, 'exit')
      ? { 'exit-intent': exitCopy(campaign, exit as never) }
      : {}),
    ...(second ? { 'exit-intent-second': secondCopy(campaign, second as never) } : {}),
  }
}

/** The last term says how many are left. */
function exitCopy(campaign: ShownCampaign, copy: OfferCopy): OfferCopy {
  const left = offerLine(campaign, 'exit')
  return left
    ? { ...copy, terms: [...copy.terms.slice(0, -1), [`${left} (${asOfText(campaign)})`]] }
    : copy
}

/** The items with a number of rewards name the mystery reward. */
function secondCopy(campaign: ShownCampaign, copy: OfferCopy): OfferCopy {
  const items = campaign.sections.stay?.items ?? []
  const isReward = (_: unknown, index: number) => items[index]?.includes('{n}') ?? false
  if (!isOffered(campaign, 'mysteryReward'))
    return { ...copy, terms: copy.terms.filter((term, index) => !isReward(term, index)) }
  const left = offerLine(campaign, 'mysteryReward')
  if (!left) return copy
  const terms = copy.terms.map((term, index) =>
    isReward(term, index) ? ([`${term[0]}. ${left} (${asOfText(campaign)})`] as const) : term,
  )
  return { ...copy, terms }
}
