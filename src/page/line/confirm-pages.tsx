import { confirm, language } from '#campaign'
import type { Place } from '#contract/line/line.ts'
import type { PlaceAhead } from '#contract/line/standing.ts'
import type { LinePageCopy } from '#contract/line/copy.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import { fill } from '#contract/text.ts'
import { exactTime, inZone } from '#contract/time.ts'
import { NextStep } from '#page/sections/next-step.tsx'
import { plainPage, type PlainPage } from '#page/sections/plain-page.tsx'
import {
  hasLine,
  isInLine,
  pageTitle,
  type InLine,
  type LineCampaign,
  type ShowPage,
  type Visit,
} from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { Dials } from './dials.tsx'
import { LineFigure } from './line-figure.tsx'
import { NextReward, Why } from './place-sections.tsx'
import { NextPlaceReading, OwnReading } from './own-readings.tsx'
import { PlaceHeadline } from '#page/sections/headline.tsx'
import { YourLink } from './your-link.tsx'

/** LINE-9: with the person's place, where they have one. */
export const showConfirm: ShowPage<'confirm'> = (campaign, visit) => {
  const { view, ahead, standing, quizTaken } = visit
  const words = withPromises(confirm[view], language, campaign)
  const title = pageTitle(words.title, campaign.brand)
  if (hasLine(campaign) && ahead)
    return { ...plainPage(campaign, visit, askPage(campaign, ahead)), title }
  if (hasLine(campaign) && isInLine(standing))
    return {
      status: 200,
      title,
      body: <Confirmed campaign={campaign} visit={visit} standing={standing} />,
    }
  return plainPage(campaign, visit, {
    words,
    figure: { dot: view === 'ask' ? 'next' : 'last' },
    next: <NextStep campaign={campaign} leadsToQuiz={!quizTaken} />,
  })
}

/** Before the press: the level, and the dot that would be the person's. */
function askPage(campaign: LineCampaign, counted: PlaceAhead): PlainPage {
  const { nextPlace, registered } = counted
  const { text, returns, next, ...words } = campaign.line.copy.pages.ask
  const { level, button } = confirm.ask
  return {
    words: { ...words, text: nextPlace === null ? returns : text, button },
    figure: {
      dot: 'next',
      registered,
      ...(nextPlace !== null && {
        reading: <NextPlaceReading {...{ campaign, counted, nextPlace, words: { level, next } }} />,
      }),
    },
  }
}

type Props = { campaign: LineCampaign; visit: Visit<'confirm'>; standing: InLine }

/** After the press in the mail: the place, the own link, and why the place is what it is. */
function Confirmed({ campaign, visit, standing }: Props) {
  const { pages } = campaign.line.copy
  const view = visit.view === 'done' ? 'done' : 'already'
  const { chip, above } = pages[view]
  const { place, link } = standing
  return (
    <SmallPage
      campaign={campaign}
      visit={visit}
      heading={{
        chip: chipOf(chip, visit.confirmedAt, campaign.timeZone),
        title: <PlaceHeadline above={above} place={place.place} />,
      }}
      // The person's dot lies on the level, which has risen by one with the press.
      figure={{
        dot: 'last',
        registered: standing.registered,
        rises: view === 'done',
        reading: (
          <OwnReading
            campaign={campaign}
            counted={standing}
            nextPlace={place.waiting + 1}
            dot={confirm[view].level}
          />
        ),
      }}
      below={
        <>
          <Why campaign={campaign} place={place} />
          <NextReward campaign={campaign} standing={standing} />
          <LineFigure campaign={campaign} place={place} copy={pages.figure} />
        </>
      }
    >
      <Dials dials={dialsOf(campaign, place)} />
      <YourLink campaign={campaign} link={link} />
      <div className="next-step">
        <NextStep campaign={campaign} leadsToQuiz={!visit.quizTaken} look="line" />
      </div>
    </SmallPage>
  )
}

/** Undefined where nobody knows when it was. */
const chipOf = (
  words: LinePageCopy['done']['chip'],
  confirmedAt: number | undefined,
  timeZone: string,
) =>
  confirmedAt === undefined
    ? undefined
    : fill(words, {
        date: inZone(confirmedAt, timeZone, language).day,
        time: exactTime(confirmedAt, timeZone, language),
      })

function dialsOf({ line: { copy, terms } }: LineCampaign, { before, behind }: Place) {
  const words = copy.pages.dials
  return [
    { n: before, text: words.before },
    { n: behind, text: behind === 0 ? words.newest : words.behind },
    ...(terms.perFriend > 0 ? [{ n: terms.perFriend, text: words.perFriend }] : []),
  ]
}
