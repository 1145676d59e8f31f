import { confirm } from '#campaign/copy/interface.ts'
import { fill } from '#contract/facts.ts'
import type { LineStanding } from '#contract/line-page.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { exactTime, inZone } from '#contract/zone-times.ts'
import { NextStep } from '#page/sections/link-page.tsx'
import { SmallPage } from '#page/sections/small-page.tsx'
import type { Drawing } from '#page/sections/unit-state.ts'
import { Dials } from './dials.tsx'
import { NextReward, TheLine, Why } from './place-sections.tsx'
import { OwnCrowd } from './own-gauge.tsx'
import { PlaceHeadline } from './place-headline.tsx'
import { YourLink } from './your-link.tsx'

type Visit = Extract<PageVisit, { page: 'confirm' }>
type Line = NonNullable<ShownCampaign['line']>
type Props = {
  campaign: ShownCampaign
  line: Line
  visit: Visit
  mark: string | undefined
  standing: LineStanding & { place: NonNullable<LineStanding['place']> }
}

/**
 * LINE-9: after the press in the mail: the place, the own link, and why the place is what it is.
 */
export function ConfirmedPage({ campaign, line, visit, mark, standing }: Props) {
  const { pages } = line.copy
  const words = visit.view === 'done' ? pages.done : pages.already
  const { place, link } = standing
  return (
    <SmallPage
      campaign={campaign}
      name={visit.page}
      mark={mark}
      address={visit.address}
      sheet="line"
      chip={chipOf(words.chip, visit.confirmedAt, campaign.timeZone)}
      title={<PlaceHeadline above={words.above} place={place.place} />}
      drawing={drawingOf(campaign, visit, standing)}
      below={
        <>
          <Why line={line} place={place} />
          <NextReward campaign={campaign} line={line} standing={standing} />
          <TheLine campaign={campaign} line={line} place={place} />
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

/** The person's dot lies on the level, which has risen by one with the press. */
const drawingOf = (
  campaign: ShownCampaign,
  { view }: Visit,
  standing: Props['standing'],
): Drawing => ({
  dot: 'last',
  own: {
    registered: standing.registered,
    rises: view === 'done',
    words: (
      <OwnCrowd
        campaign={campaign}
        counted={standing}
        nextPlace={standing.place.waiting + 1}
        dot={confirm[view].level}
      />
    ),
  },
})

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
