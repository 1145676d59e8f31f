import type { Campaign, Update } from './campaign.ts'
import { isUnbacked, sourcesOf, type CampaignFigures, type Source } from './figures.ts'
import type { LaunchNotice } from './launch.ts'
import type { FigureMode, LiveFigures, OfferNow } from './live-figures.ts'
import { sectionShowing } from './sections.ts'
import { unknownNumbers } from './wrong-texts.ts'

/*
 * The figures of a page, from the campaign to the screen:
 *
 * This file derives the campaign that is rendered: each figure is simulated, a claim, live or null
 * (decision 052). page/shell/entry-server.tsx calls it for each page.
 * live-texts.ts has the text of each live figure by its name; page/sections/counted.tsx puts it
 * into the page with `data-live`, and the time of the count beside it.
 * page/sections/reading.tsx shows the number of people or the next place, offer-line.ts beside
 * it what remains of an offer. live-clock.tsx and live-strip.tsx replace the islands of simulated
 * figures.
 * page/shell/overlay-props.ts selects the texts of bars, notices and popups, campaign/copy/live.ts
 * has them.
 */

/**
 * A campaign as a page shows it. `counted`: what its live figures say, with the time of the page in
 * ms; without it none is shown. `notice`: missing while the list is open (contract/launch-notice.ts).
 */
export type ShownCampaign = Campaign & {
  counted?: (LiveFigures & { now: number }) | null
  notice?: LaunchNotice
}

/**
 * LIVE-2: the campaign as it is shown. `live`: every figure that the server can know is live, and
 * every other one without evidence is null; updates that name one of those are left out.
 * `simulated`: the figures have the sources that the campaign declares; the footer's note stands
 * where one of them needs it (LIVE-3).
 */
export function shownFigures(campaign: Campaign, mode: FigureMode): Campaign {
  if (mode === 'live') {
    const figures = liveFigures(campaign.figures)
    const offers = liveOffers(campaign.offers)
    const isTrue = ({ text }: Update) => unknownNumbers(text, { figures, offers }).length === 0
    const { note, claims } = campaign.live
    const hasClaim = sourcesOf({ figures, offers }).some(({ source }) => source.kind === 'claim')
    const footer = { note: hasClaim ? `${note} ${claims}` : note }
    return {
      ...campaign,
      figures,
      offers,
      updates: campaign.updates.filter(isTrue),
      sections: { ...campaign.sections, footer },
    }
  }
  const footerNote = campaign.switches.footerNote || unbackedFigures(campaign).length > 0
  return { ...campaign, switches: { ...campaign.switches, footerNote } }
}

/**
 * Leaves out the live figures that have no value now: all of them before the first count (`live` is
 * null), and those of an offer that has no end or no pieces, or has not begun. `launch` stays,
 * since its goal is known: `launchNow` says what is counted of it.
 */
export function countedFigures(
  campaign: Campaign,
  live: LiveFigures | null,
  now: number = live?.at ?? 0,
): ShownCampaign {
  const { figures } = campaign
  const has = (known: boolean | undefined) => (figure: Sourced) => !isLive(figure) || known === true
  const { program, founding, earlyBird } = live?.offers ?? {}
  const runs = (offer: OfferNow | undefined) =>
    offer && offer.endsAt !== null && offer.left !== 0 && (offer.beginsAt ?? now) <= now
  const isOver = ({ endsAt }: OfferNow) => endsAt !== null && endsAt <= now
  return {
    ...campaign,
    counted: live && { ...live, now },
    figures: {
      ...figures,
      ...kept(figures, ['waiting', 'earlySpots', 'batchPercent', 'pageSpots'], has(live !== null)),
      ...kept(figures, ['programSpots'], has(program && program.left !== null && !isOver(program))),
      ...kept(figures, ['programTimer'], has(runs(program))),
      ...kept(figures, ['accessTimer'], has(runs(founding))),
      ...kept(figures, ['earlyBird'], has(runs(earlyBird))),
      ...kept(figures, ['recent'], has(live !== null && recentCount(live) !== null)),
    },
  }
}

/** The launch gauge's figures; null where they are live and not counted yet. */
export function launchNow(
  { launch }: CampaignFigures,
  live: LiveFigures | null,
): { registered: number; goal: number } | null {
  if (!isLive(launch)) return launch.value
  return live && { registered: live.registered, goal: launch.value.goal }
}

/** LIVE-7: below this many no notice names them. */
const leastNoticed = 5

/** LIVE-7: the first window with enough confirmations; null for no notice. */
export function recentCount({
  confirmed,
}: Pick<LiveFigures, 'confirmed'>): { n: number; window: keyof LiveFigures['confirmed'] } | null {
  const window = (['hour', 'today', 'week'] as const).find((one) => confirmed[one] >= leastNoticed)
  return window ? { n: confirmed[window], window } : null
}

/** LIVE-6: from half of the goal on the gauge shows the crowd, until then the next place. */
export const showsCrowd = ({ registered, goal }: { registered: number; goal: number }): boolean =>
  registered * 2 > goal

type Sourced = { source: Source }

export const isLive = ({ source }: Sourced): boolean => source.kind === 'live'

/** LIVE-3: the shown figures that are simulated, or claimed without evidence. */
export const unbackedFigures = ({ figures, offers, sections }: Campaign) =>
  sourcesOf({ figures, offers }).filter(({ key, source }) => {
    const section = sectionShowing(key)
    return isUnbacked(source) && (section === null || sections[section] !== null)
  })

function liveFigures(figures: CampaignFigures): CampaignFigures {
  const { audience, cohort, video } = figures
  const backedCohort = cohort?.filter(({ source }) => !isUnbacked(source)) ?? []
  return {
    waiting: live(figures.waiting),
    launch: live(figures.launch),
    earlySpots: live(figures.earlySpots),
    batchPercent: live(figures.batchPercent),
    audience: backed(audience),
    cohort: backedCohort.length > 0 ? backedCohort : null,
    video: video && {
      watching: backed(video.watching),
      averageS: backed(video.averageS),
      requestPercent: backed(video.requestPercent),
      previewMin: backed(video.previewMin),
    },
    programSpots: live(figures.programSpots),
    pageSpots: live(figures.pageSpots),
    earlyBird: live(figures.earlyBird),
    programTimer: live(figures.programTimer),
    accessTimer: live(figures.accessTimer),
    recent: live(figures.recent),
  }
}

const liveOffers = (offers: Campaign['offers']): Campaign['offers'] => ({
  ...offers,
  legacyPack: live(offers.legacyPack),
  founding: live(offers.founding),
  exit: live(offers.exit),
  mysteryReward: live(offers.mysteryReward),
  invitations: backed(offers.invitations),
})

const live = <Figure extends Sourced | null>(figure: Figure): Figure =>
  figure && { ...figure, source: { kind: 'live' } }

const backed = <Figure extends Sourced>(figure: Figure | null): Figure | null =>
  figure && !isUnbacked(figure.source) ? figure : null

/** The figures of these names; null where `isKnown` is false. */
const kept = <
  Name extends Exclude<keyof CampaignFigures, 'launch' | 'audience' | 'cohort' | 'video'>,
>(
  figures: CampaignFigures,
  names: readonly Name[],
  isKnown: (figure: Sourced) => boolean,
): Partial<Pick<CampaignFigures, Name>> =>
  Object.fromEntries(
    names.map((name) => {
      const figure = figures[name]
      return [name, figure && isKnown(figure) ? figure : null]
    }),
  ) as Partial<Pick<CampaignFigures, Name>>
