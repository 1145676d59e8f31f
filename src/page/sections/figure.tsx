import { language } from '#campaign'
import { numberText } from '#contract/numbers.ts'
import { offerIn } from '#contract/campaign/offers.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { figureEntries, type Figures, type LiveName } from '#contract/figures/figures.ts'
import { liveTexts } from '#contract/live/texts.ts'
import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import { tickOf } from '#page/figures/counter.ts'
import type { ServedFigure } from '#page/figures/show-figures.ts'
import { Filled } from '#page/ui/filled.tsx'

/** A figure that is one number. */
type Name = {
  [Name in keyof Figures]: Figures[Name] extends OneNumber ? Name : never
}[keyof Figures]
type OneNumber = { start: number } | { value: number } | { value: { left: number } }

/**
 * A figure of the page in one element, which the browser keeps up to date: the server's value, or a
 * simulated one, which ticks if it is a counter.
 */
export function Figure({ campaign, name }: { campaign: ShownCampaign; name: Name }) {
  const { text, live, tick } = servedFigure(campaign, name)
  return live || tick ? (
    <span data-live={live} data-tick={tick}>
      {text}
    </span>
  ) : (
    text
  )
}

/** The same as data, for an island that draws the element. Empty without the figure. */
export function servedFigure(campaign: ShownCampaign, name: Name): ServedFigure {
  const figure = campaign.figures[name]
  if (!figure) return { text: '' }
  const live = isLive(campaign) && liveNameOf(campaign, name)
  if (live) return { text: textOf(campaign, live), live }
  if ('start' in figure) return { text: grouped(figure.start), tick: tickOf(name, figure) }
  const { value } = figure
  return { text: numberText(typeof value === 'number' ? value : value.left, language) }
}

/** The name of its text in `/live`: of the program's spots that of their offer. */
const liveNameOf = ({ offers }: ShownCampaign, name: Name): string | undefined =>
  name === 'programSpots'
    ? offerIn(offers, name)
    : figureEntries[`figures.${name}`].live?.text?.name

/**
 * LIVE-4: a text that the server counts. The browser puts newer ones into the elements with
 * `data-live`.
 */
export const Counted = ({ campaign, name }: { campaign: ShownCampaign; name: LiveName }) =>
  campaign.counted && <span data-live={name}>{textOf(campaign, name)}</span>

/** LIVE-4: when the live figures beside it were counted. */
export const AsOf = ({ campaign }: { campaign: ShownCampaign }) =>
  campaign.counted && (
    <span className="as-of">
      <Filled
        text={campaign.live.asOf}
        values={{ time: <Counted campaign={campaign} name="time" /> }}
      />
    </span>
  )

/** The same as plain text, where it is not kept up to date. */
export const asOfText = (campaign: ShownCampaign): string =>
  campaign.counted ? fill(campaign.live.asOf, { time: textOf(campaign, 'time') }) : ''

function textOf(campaign: ShownCampaign, name: string): string {
  const texts: Readonly<Record<string, string>> = campaign.counted
    ? liveTexts(campaign.counted, campaign)
    : {}
  return texts[name] ?? ''
}
