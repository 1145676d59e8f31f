import type { Campaign, Update } from '#contract/campaign/campaign.ts'
import { isUnbacked, sourcesOf, type ShownSource, type Source } from './source.ts'
import { entryOf, figureEntries, type CampaignFigures, type Figures } from './figures.ts'
import type { Offers } from '#contract/campaign/offers.ts'
import type { FigureMode, LiveFigures } from '#contract/live/figures.ts'
import type { LaunchNotice } from '#contract/launch/launch.ts'
import { copyKeyOf, type CopyKey, type SectionName } from '#contract/campaign/sections.ts'
import { samplesIn, withoutSamples } from '#contract/campaign/samples.ts'
import { leaves } from '#contract/text.ts'

/*
 * The figures of a page, from the campaign to the screen (decision 086):
 *
 * figures.ts has one entry for each figure. This file derives the campaign that is rendered: the
 * page has one mode, and with live figures the server's value stands in the place of each figure
 * that it can know; the others without evidence are null. page/shell/entry-server.tsx calls it for
 * each page.
 * page/sections/figure.tsx puts a figure into the page as an element with `data-live` (a text of
 * contract/live/texts.ts) or `data-tick` (a simulated counter), and the time of the count beside it;
 * offer-clock.tsx shows what is left of an offer, strip.tsx the banner at the top.
 * page/shell/overlay-props.ts selects the texts of bars, notices and popups, campaigns/base/en/live.ts
 * has them. page/figures/start-figures.ts keeps all of them up to date in the browser.
 */

/**
 * A campaign as a page shows it, with the page's mode in `switches.figures`. `counted`: what the
 * server counts, with the time of the page in ms; without it a live page shows no figure. `notice`:
 * missing while the list is open (contract/launch/launch.ts).
 */
export type ShownCampaign = Campaign & {
  counted?: (LiveFigures & { now: number }) | null
  notice?: LaunchNotice
}

/** LIVE-2: whether the server counts the figures of this page. A page has one mode. */
export const isLive = ({ switches }: Pick<Campaign, 'switches'>): boolean =>
  switches.figures === 'live'

/**
 * LIVE-2: the campaign as it is shown. `live`: of the figures that the server cannot know those
 * without evidence are null; updates that name one of those are left out, and so are samples
 * (HERO-12). `simulated`: everything as the campaign declares it; the footer's note stands where a
 * figure or a sample needs it (LIVE-3).
 */
export function shownFigures(campaign: Campaign, mode: FigureMode): Campaign {
  const shown = { ...campaign, switches: { ...campaign.switches, figures: mode } }
  if (mode === 'simulated') {
    const hasSamples = samplesIn(shown).length > 0
    const footerNote = shown.switches.footerNote || hasSamples || unbackedFigures(shown).length > 0
    const { footer } = shown.sections
    const note = hasSamples ? `${footer.note} ${shown.samples.note}` : footer.note
    return {
      ...shown,
      sections: { ...shown.sections, footer: { note } },
      switches: { ...shown.switches, footerNote },
    }
  }
  // The casts are right: only what can be null by its type has no entry of a live value.
  const known = (value: unknown, key: string) => knowable(value, key, campaign.offers)
  const figures = known(campaign.figures, 'figures') as CampaignFigures
  const offers = known(campaign.offers, 'offers') as Offers
  const isTrue = ({ text }: Update) => unknownNumbers(text, { figures, offers }).length === 0
  const { note, claims } = campaign.live
  const live = { ...shown, figures, offers, updates: campaign.updates.filter(isTrue) }
  const hasClaim = shownSources(live).some(({ source }) => source.kind === 'claim')
  const footer = { note: hasClaim ? `${note} ${claims}` : note }
  return withoutSamples({ ...live, sections: { ...campaign.sections, footer } })
}

/** The numbers in a text that are none of the figures and offers: 1,000 and 1.000 are the same. */
export function unknownNumbers(
  text: string,
  { offers, figures }: Pick<Campaign, 'offers' | 'figures'>,
): string[] {
  const known = new Set(
    leaves({ offers, figures }).flatMap(({ value }) =>
      typeof value === 'number' ? [String(value)] : [],
    ),
  )
  return [...text.matchAll(/(?<![#\d])\d+(?:[.,]\d{3})*(?!\d)/g)]
    .map(([number]) => number)
    .filter((number) => !known.has(number.replaceAll(/\D/g, '')))
}

/** Null in the place of what the server cannot know and no evidence backs. */
function knowable(value: unknown, key: string, offers: Offers): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('source' in value)
    return entryOf(key, offers)?.live || !isUnbacked(value.source as Source) ? value : null
  if (Array.isArray(value)) {
    const kept = value.filter((one, index) => knowable(one, `${key}.${index}`, offers))
    return kept.length > 0 ? kept : null
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, knowable(inner, `${key}.${name}`, offers)]),
  )
}

/**
 * Leaves out the figures of a live page that have no value now: all of them before the first count
 * (`live` is null), and those of an offer that has no end or no pieces, or has not begun. `launch`
 * stays, since its goal is known: `launchNow` says what is counted of it.
 */
export function countedFigures(
  campaign: Campaign,
  live: LiveFigures | null,
  now: number = live?.at ?? 0,
): ShownCampaign {
  if (!isLive(campaign)) return campaign
  const isKnown = (name: string) =>
    figureEntries[`figures.${name as 'launch'}`]?.live?.isKnown(live, now) ?? true
  return {
    ...campaign,
    counted: live && { ...live, now },
    figures: Object.fromEntries(
      Object.entries(campaign.figures).map(([name, figure]) => [
        name,
        isKnown(name) ? figure : null,
      ]),
      // No name is lost, and `launch` is always known.
    ) as CampaignFigures,
  }
}

/** The launch gauge's figures; null on a live page where they are not counted yet. */
export function launchNow(
  campaign: Pick<ShownCampaign, 'figures' | 'switches' | 'counted'>,
): { registered: number; goal: number } | null {
  const { value } = campaign.figures.launch
  if (!isLive(campaign)) return value
  const { counted } = campaign
  return counted ? { registered: counted.registered, goal: value.goal } : null
}

/** Every figure and offer of a shown campaign, with the source that the page gives it. */
export const shownSources = (
  campaign: Pick<Campaign, 'figures' | 'offers' | 'switches'>,
): { key: string; source: ShownSource; figure: object }[] =>
  sourcesOf({ figures: campaign.figures, offers: campaign.offers }).map((one) =>
    isLive(campaign) && entryOf(one.key, campaign.offers)?.live
      ? { ...one, source: { kind: 'live' } }
      : one,
  )

/** LIVE-3: the shown figures that are simulated, or claimed without evidence. */
export const unbackedFigures = (campaign: Campaign) =>
  shownSources(campaign).filter(({ key, source }) => {
    const part = entryOf(key, campaign.offers)?.shownIn ?? null
    return isUnbacked(source) && (part === null || campaign.sections[part] !== null)
  })

/** The figure that a section consists of. A figure of any other section can be left out of it. */
const figureOf = { earlyBird: 'earlyBird', video: 'video' } as const

/** The figure that a section consists of, which is not null where the section is rendered. */
export type FiguresOf<Name extends SectionName> = {
  [Figure in FigureOf<CopyKey<Name>>]: Figures[Figure]
}
type FigureOf<Copy> = Copy extends keyof typeof figureOf ? (typeof figureOf)[Copy] : never

/** False if the words of the section are null, or all that it consists of. */
export function isShown(
  { sections: copies, figures }: Pick<Campaign, 'sections' | 'figures'>,
  name: SectionName,
): boolean {
  const copy = copyKeyOf(name)
  if (!copy) return true
  if (copies[copy] === null) return false
  if (copy === 'proof') return figures.audience !== null || figures.cohort !== null
  const alone: Partial<Record<string, keyof Figures>> = figureOf
  const figure = alone[copy]
  return figure === undefined || figures[figure] !== null
}
