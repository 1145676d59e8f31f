import { confirm } from '#campaign'
import type { LineStanding } from '#contract/line/standing.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill } from '#contract/text.ts'
import { exactTime, inZone } from '#contract/time.ts'
import { NextStep } from '#page/sections/next-step.tsx'
import { plainPage, type PlainPage } from '#page/sections/plain-page.tsx'
import { pageTitle, type Line, type ShowPage, type Visit } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { Dials } from './dials.tsx'
import { LineFigure } from './line-figure.tsx'
import { NextReward, Why } from './place-sections.tsx'
import { NextPlaceReading, OwnReading } from './own-readings.tsx'
import { PlaceHeadline } from '#page/sections/headline.tsx'
import { YourLink } from './your-link.tsx'

type Confirm = Visit<'confirm'>

/** LINE-9: with the person's place, where they have one. */
export const showConfirm: ShowPage<'confirm'> = (campaign, visit) => {
  const { line } = campaign
  const { view, ahead, standing, quizTaken } = visit
  const words = withPromises(confirm[view], campaign)
  const title = pageTitle(words.title, campaign.brand)
  if (line && ahead) return { ...plainPage(campaign, visit, askPage(campaign, line, ahead)), title }
  if (line && standing?.place) {
    const placed = { ...standing, place: standing.place }
    return {
      status: 200,
      title,
      body: <Confirmed {...{ campaign, line, visit }} standing={placed} />,
    }
  }
  return plainPage(campaign, visit, {
    words,
    figure: { dot: view === 'ask' ? 'next' : 'last' },
    next: <NextStep campaign={campaign} leadsToQuiz={!quizTaken} />,
  })
}

/** Before the press: the level, and the dot that would be the person's. */
function askPage(
  campaign: ShownCampaign,
  line: Line,
  counted: NonNullable<Confirm['ahead']>,
): PlainPage {
  const { nextPlace, registered } = counted
  const { text, returns, next, ...words } = line.copy.pages.ask
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

type Props = {
  campaign: ShownCampaign
  line: Line
  visit: Confirm
  standing: LineStanding & { place: NonNullable<LineStanding['place']> }
}

/** After the press in the mail: the place, the own link, and why the place is what it is. */
function Confirmed({ campaign, line, visit, standing }: Props) {
  const view = visit.view === 'done' ? 'done' : 'already'
  const { chip, above } = line.copy.pages[view]
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
          <Why line={line} place={place} />
          <NextReward campaign={campaign} line={line} standing={standing} />
          <LineFigure {...{ campaign, line, place }} copy={line.copy.pages.figure} />
        </>
      }
    >
      <Dials dials={dialsOf(line, place)} />
      <YourLink campaign={campaign} link={link} />
      <div className="next-step">
        <NextStep campaign={campaign} leadsToQuiz={!visit.quizTaken} look="line" />
      </div>
    </SmallPage>
  )
}

/** Undefined where nobody knows when it was. */
const chipOf = (words: string, confirmedAt: number | undefined, timeZone: string) =>
  confirmedAt === undefined
    ? undefined
    : fill(words, {
        date: inZone(confirmedAt, timeZone).day,
        time: exactTime(confirmedAt, timeZone),
      })

function dialsOf({ copy, terms }: Line, { before, behind }: Props['standing']['place']) {
  const words = copy.pages.dials
  return [
    { n: before, text: words.before },
    { n: behind, text: behind === 0 ? words.newest : words.behind },
    ...(terms.perFriend > 0 ? [{ n: terms.perFriend, text: words.perFriend }] : []),
  ]
}
