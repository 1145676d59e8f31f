import { me } from '#campaign/copy/me.ts'
import { fill } from '#contract/facts.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { inZone, zonePlace } from '#contract/zone-times.ts'
import { CrowdNow, OwnNext } from '#page/line/own-gauge.tsx'
import { NextReward } from '#page/line/place-sections.tsx'
import { YourLink } from '#page/line/your-link.tsx'
import { saidNow } from '#page/sections/link-page.tsx'
import { SmallPage } from '#page/sections/small-page.tsx'
import type { Drawing } from '#page/sections/unit-state.ts'
import { Choices } from './choices.tsx'
import { KeptData } from './kept-data.tsx'
import { LineData } from './line-data.tsx'
import { MyPlacePage } from './my-place-page.tsx'
import { stateText } from './state-text.ts'
import { filled } from './words.ts'

type Visit = Extract<PageVisit, { page: 'me' }>
type Props = { campaign: ShownCampaign; visit: Visit }

/** Shows a person their place, their data and what they can do with it. It needs no script. */
export function MePage({ campaign, visit }: Props) {
  const { person, action } = visit
  const { line } = campaign
  const place = visit.line?.standing.place
  if (line && visit.line && place)
    return (
      <MyPlacePage
        campaign={campaign}
        line={line}
        visit={visit}
        standing={{ ...visit.line.standing, place }}
      />
    )
  const why = visit.line?.standing.away?.why
  const invited = why === 'invited' && line?.copy.me.invited
  // Friends of somebody who left the line for a spot still count for rewards.
  const earns = why === 'invited' || why === 'taken' ? visit.line?.standing : undefined
  const link = earns?.rewards.length ? earns.link : null
  return (
    <SmallPage
      campaign={campaign}
      name="me"
      title={invited ? invited.title : me.title}
      {...((visit.line ?? visit.ahead) && { sheet: 'line' as const })}
      {...(invited && { titleLines: invited.lines })}
      drawing={drawingOf(campaign, visit)}
      below={
        <>
          {line && earns && <NextReward campaign={campaign} line={line} standing={earns} />}
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
        {filled(me.intro, { email: person.email, zone: zonePlace(campaign.timeZone) })}
      </p>
      <p>{stateText(person, campaign.timeZone)}</p>
      <section className="choices" aria-label={me.choices.title}>
        <Choices person={person} action={action} consents={campaign.consents} />
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
  const { day, time } = inZone(at, timeZone)
  return <p className="lead">{fill(said, { date: day, time })}</p>
}

/** LINE-9: with a line the level is that of the count, and names the next place before a press. */
function drawingOf(campaign: ShownCampaign, { person, line, ahead }: Visit): Drawing {
  const drawing = drawings[person.state] ?? { tone: 'quiet' }
  const counted = ahead ?? line?.standing
  if (!campaign.line || !counted) return drawing
  const words =
    ahead?.nextPlace != null ? (
      <OwnNext
        campaign={campaign}
        asOf={ahead.asOf}
        nextPlace={ahead.nextPlace}
        words={{ level: me.levels.unconfirmed, next: campaign.line.copy.pages.ask.next }}
      />
    ) : (
      <CrowdNow campaign={campaign} counted={counted} level={drawing.line} />
    )
  return { ...drawing, own: { registered: counted.registered, words } }
}

const drawings: Partial<Record<PersonState, Drawing>> = {
  unconfirmed: { dot: 'next', line: me.levels.unconfirmed },
  confirmed: { dot: 'last', line: me.levels.confirmed },
}
