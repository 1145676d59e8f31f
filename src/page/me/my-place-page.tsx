import { language, me } from '#campaign'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { isAfterLaunch } from '#contract/launch/notice.ts'
import { pluralOf } from '#contract/numbers.ts'
import { fill } from '#contract/text.ts'
import { zonePlace } from '#contract/time.ts'
import { Dials } from '#page/line/dials.tsx'
import { LineFigure } from '#page/line/line-figure.tsx'
import { PlaceHeadline } from '#page/sections/headline.tsx'
import { NextReward, Why } from '#page/line/place-sections.tsx'
import { YourLink } from '#page/line/your-link.tsx'
import { saidNow } from '#page/sections/plain-page.tsx'
import type { InLine, LineCampaign, Visit } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { GoalProgress } from './goal-progress.tsx'
import { Choices } from './choices.tsx'
import { KeptData } from './kept-data.tsx'
import { LastResult } from './last-result.tsx'
import { LineData } from './line-data.tsx'
import { PlaceChart } from './place-chart.tsx'
import { stateText } from './words.ts'

type Props = { campaign: LineCampaign; visit: Visit<'me'>; standing: InLine }

/** LINE-9: a person's own page while they stand in line: the place, why, the link, what is kept. */
export function MyPlacePage({ campaign, visit, standing }: Props) {
  const { copy } = campaign.line
  const { place, link } = standing
  const { friends } = copy.me.dials
  return (
    <SmallPage
      campaign={campaign}
      visit={visit}
      heading={{
        jump: { href: '#out', text: copy.me.out.jump },
        chip: <span data-look="plain">{unicodeEmail(visit.person.email)}</span>,
        title: <PlaceHeadline above={copy.me.above} place={place.place} />,
      }}
      figure={{
        registered: standing.registered,
        instead: <Aside campaign={campaign} visit={visit} standing={standing} />,
      }}
      below={
        <>
          <Why campaign={campaign} place={place} />
          <LineFigure campaign={campaign} place={place} copy={copy.pages.figure} />
          <NextReward campaign={campaign} standing={standing} />
          {campaign.quiz && (
            <LastResult
              copy={copy.me.quiz}
              quiz={campaign.quiz}
              results={visit.person.quizResults}
              timeZone={campaign.timeZone}
            />
          )}
          <Kept campaign={campaign} visit={visit} />
          <WayOut campaign={campaign} visit={visit} />
        </>
      }
    >
      <Dials
        dials={[
          { n: place.before, text: copy.me.dials.before },
          { n: place.behind, text: copy.me.dials.behind },
          {
            n: standing.counted,
            text: friends[pluralOf(standing.counted, language, 'one' as const, 'some' as const)],
          },
          { n: standing.lookedAt, text: copy.me.dials.lookedAt },
        ]}
      />
      <YourLink campaign={campaign} link={link} />
    </SmallPage>
  )
}

/** Fig. 4 and the crowd, in the place of the drawing. */
function Aside({ campaign, visit, standing }: Props) {
  const { chart, crowd } = campaign.line.copy.me
  const noted = (visit.person.line?.moves ?? []).map(({ notedAt, place }) => ({
    at: notedAt,
    place,
  }))
  const now = { at: standing.asOf, place: standing.place.place }
  return (
    <div className="beside">
      <PlaceChart copy={chart} places={[...noted, now]} timeZone={campaign.timeZone} />
      {!isAfterLaunch(campaign) && (
        <GoalProgress campaign={campaign} copy={crowd} standing={standing} />
      )}
    </div>
  )
}

type PartProps = Omit<Props, 'standing'>

const Kept = ({ campaign, visit }: PartProps) => (
  <section className="plate wrap" aria-labelledby="kept">
    <p className="label ref" aria-hidden="true">
      {campaign.line.copy.me.kept.label}
    </p>
    <h2 id="kept" className="hide">
      {campaign.line.copy.me.kept.label}
    </h2>
    <div className="body kept-rows">
      <p>
        {fill(me.intro, {
          email: unicodeEmail(visit.person.email),
          zone: zonePlace(campaign.timeZone),
        })}
      </p>
      <p>{stateText(visit.person, campaign.timeZone)}</p>
      <KeptData campaign={campaign} person={visit.person} action={visit.action}>
        <LineData campaign={campaign} visit={visit} />
      </KeptData>
    </div>
  </section>
)

const WayOut = ({ campaign, visit }: PartProps) => {
  const { out } = campaign.line.copy.me
  return (
    <section className="plate wrap" aria-labelledby="out">
      <p className="label ref">{out.label}</p>
      <h2 id="out" className="body mid">
        {out.title}
      </h2>
      <div className="body choices">
        <p className="lead">{saidNow(campaign, out)}</p>
        <Choices
          person={visit.person}
          agreed={visit.agreed === true}
          action={visit.action}
          consents={campaign.consents}
        />
      </div>
    </section>
  )
}
