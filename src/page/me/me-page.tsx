import { language, me } from '#campaign'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill } from '#contract/text.ts'
import { inZone, zonePlace } from '#contract/time.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import { CrowdReading, NextPlaceReading } from '#page/line/own-readings.tsx'
import { NextReward } from '#page/line/place-sections.tsx'
import { YourLink } from '#page/line/your-link.tsx'
import { saidNow } from '#page/sections/plain-page.tsx'
import {
  hasLine,
  isInLine,
  pageTitle,
  type ShowPage,
  type Visit,
} from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import type { Drawing } from '#page/sections/unit.tsx'
import { Choices } from './choices.tsx'
import { KeptData } from './kept-data.tsx'
import { LineData } from './line-data.tsx'
import { MyPlacePage } from './my-place-page.tsx'
import { stateText } from './words.ts'

type Props = { campaign: ShownCampaign; visit: Visit<'me'> }

/** Shows a person their place, their data and what they can do with it. It needs no script. */
export const showMe: ShowPage<'me'> = (campaign, visit) => {
  const { standing } = visit.line ?? {}
  if (hasLine(campaign) && isInLine(standing))
    return {
      status: 200,
      title: pageTitle(campaign.line.copy.me.title, campaign.brand),
      body: <MyPlacePage campaign={campaign} visit={visit} standing={standing} />,
    }
  return {
    status: 200,
    title: pageTitle(me.title, campaign.brand),
    body: <MePage campaign={campaign} visit={visit} />,
  }
}

function MePage({ campaign, visit }: Props) {
  const { person, action } = visit
  const { line } = campaign
  const why = visit.line?.standing.away?.why
  const invited = why === 'invited' && line?.copy.me.invited
  // Friends of somebody who left the line for a spot still count for rewards.
  const earns = why === 'invited' || why === 'taken' ? visit.line?.standing : undefined
  const link = earns?.rewards.length ? earns.link : null
  return (
    <SmallPage
      campaign={campaign}
      visit={visit}
      heading={invited || { title: me.title }}
      figure={drawingOf(campaign, visit)}
      below={
        <>
          {hasLine(campaign) && earns && <NextReward campaign={campaign} standing={earns} />}
          <div className="standalone plate wrap">
            <KeptData campaign={campaign} person={person} action={action}>
              <LineData campaign={campaign} visit={visit} />
            </KeptData>
          </div>
        </>
      }
    >
      <AwayText campaign={campaign} visit={visit} />
      <YourLink campaign={campaign} link={link ?? null} />
      <p className="lead">
        {fill(me.intro, { email: unicodeEmail(person.email), zone: zonePlace(campaign.timeZone) })}
      </p>
      <p>{stateText(person, campaign.timeZone)}</p>
      <section className="choices" aria-label={me.choices.title}>
        <Choices
          person={person}
          agreed={visit.agreed === true}
          action={action}
          consents={campaign.consents}
        />
      </section>
    </SmallPage>
  )
}

/** LINE-7, LINE-8: the spot that is held, or until when the place waits. */
function AwayText({ campaign, visit }: Props) {
  const { line, timeZone } = campaign
  const away = visit.line?.standing.away
  if (!line || !away) return null
  const { invited, taken, waits } = line.copy.me
  const said = { left: saidNow(campaign, waits), invited: invited.text, taken }[away.why]
  const at = away.why === 'taken' ? visit.person.line?.spots.at(-1)?.endedAt : away.until
  if (at == null) return null
  const { day, time } = inZone(at, timeZone, language)
  return <p className="lead">{fill(said, { date: day, time })}</p>
}

/** LINE-9: with a line the level is that of the count, and names the next place before a press. */
function drawingOf(campaign: ShownCampaign, { person, line, ahead }: Visit<'me'>): Drawing {
  const drawing = drawings[person.state] ?? { tone: 'quiet' }
  const counted = ahead ?? line?.standing
  if (!campaign.line || !counted) return drawing
  const reading =
    ahead?.nextPlace != null ? (
      <NextPlaceReading
        campaign={campaign}
        counted={ahead}
        nextPlace={ahead.nextPlace}
        words={{ level: me.levels.unconfirmed, next: campaign.line.copy.pages.ask.next }}
      />
    ) : (
      <CrowdReading campaign={campaign} counted={counted} level={drawing.level} />
    )
  return { ...drawing, registered: counted.registered, reading }
}

const drawings: Partial<Record<PersonState, Drawing>> = {
  unconfirmed: { dot: 'next', level: me.levels.unconfirmed },
  confirmed: { dot: 'last', level: me.levels.confirmed },
}
