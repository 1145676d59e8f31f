import { language, me, prefix, unsubscribe } from '#campaign'
import type { LeaveStanding } from '#contract/line/standing.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { dayMs, inZone } from '#contract/time.ts'
import { plainPage, saidNow, type PlainPage } from '#page/sections/plain-page.tsx'
import { hasLine, pageTitle, type LineCampaign, type ShowPage } from '#page/sections/shown-page.ts'
import { CrowdReading } from './own-readings.tsx'
import { PlaceHeadline } from '#page/sections/headline.tsx'

/** LINE-7: with what is given up, or until when it waits. */
export const showLeave: ShowPage<'unsubscribe'> = (campaign, visit) => {
  const words = withPromises(unsubscribe[visit.view], language)
  const plain: PlainPage = {
    words,
    figure: visit.view === 'ask' ? {} : { tone: 'quiet' },
    isFinal: true,
  }
  const page = (visit.line && ofTheLine(campaign, visit.view === 'ask', visit.line)) ?? plain
  return {
    ...plainPage(campaign, visit, page),
    title: pageTitle(words.title, campaign.brand),
  }
}

type Told = { campaign: LineCampaign; standing: LeaveStanding }

/** Null for somebody whom the line does not concern. */
function ofTheLine(
  campaign: ShownCampaign,
  asks: boolean,
  standing: LeaveStanding,
): PlainPage | null {
  if (!hasLine(campaign)) return null
  const told = { campaign, standing }
  const { place, spot, until } = standing
  if (asks && place !== null) return givesUpPlace(told, place)
  if (asks && spot !== null) return givesUpSpot(told, spot)
  return until === null ? null : placeWaits(told, until)
}

/** Before the press: the place that would be given up. */
function givesUpPlace(told: Told, place: number): PlainPage {
  const { chip, above, text, whileOpen, stay } = told.campaign.line.copy.me.leave.ask
  const title = <PlaceHeadline above={above} place={place} tone="plain" />
  return asksToLeave(told, { chip, title, text, ...(whileOpen && { whileOpen }) }, stay)
}

/** LINE-8: the same for somebody who left the line for a spot. */
function givesUpSpot(told: Told, spot: NonNullable<LeaveStanding['spot']>): PlainPage {
  const { held, taken, stay } = told.campaign.line.copy.me.leave.ask.spot
  const { title } = unsubscribe.ask
  if (spot === 'taken') return asksToLeave(told, { title, text: taken }, stay)
  const { day, time } = inZone(spot.heldUntil, told.campaign.timeZone, language)
  const text = fill(saidNow(told.campaign, held), { date: day, time })
  return asksToLeave(told, { title, text }, stay)
}

const asksToLeave = (
  { campaign, standing }: Told,
  words: PlainPage['words'],
  stay: string,
): PlainPage => {
  const { level, without } = campaign.line.copy.me.leave.ask
  return {
    words: { ...words, button: unsubscribe.ask.button },
    figure: {
      registered: standing.registered,
      reading: <CrowdReading {...{ campaign, level, without }} counted={standing} />,
    },
    isFinal: true,
    back: { href: standing.mePath ?? `${prefix}/`, text: stay },
  }
}

/** After it: until when the place waits. */
function placeWaits({ campaign, standing }: Told, until: number): PlainPage {
  const { erase, chip, one, some, ...said } = campaign.line.copy.me.leave.left
  const days = Math.ceil((until - standing.asOf) / dayMs)
  return {
    words: {
      chip,
      title: fill(days === 1 ? one : some, { n: grouped(days) }),
      text: fill(saidNow(campaign, said), { date: inZone(until, campaign.timeZone, language).day }),
    },
    figure: {
      tone: 'quiet',
      registered: standing.registered,
      reading: <CrowdReading campaign={campaign} counted={standing} />,
    },
    after: standing.mePath !== undefined && (
      <p className="note">
        {erase} <a href={`${standing.mePath}/erase`}>{me.choices.erase}</a>
      </p>
    ),
  }
}
