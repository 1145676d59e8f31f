import { filledOrNull } from '#contract/text.ts'
import { offerIn, offerValues } from '#contract/campaign/offers.ts'
import type { CopyOf, TitledList } from '#contract/campaign/sections.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { OfferClock } from './offer-clock.tsx'
import { programSpots, ProgramSpots } from './program-spots.tsx'
import type { SectionProps } from './section-content.ts'
import { ToTheForm } from './to-the-form.tsx'

type Copy = CopyOf<'exclusivity'>

/** EXC-1 to EXC-4, and HERO-8's invitations. */
export const Content = ({ copy, campaign }: SectionProps<'exclusivity'>) => (
  <>
    <p className="ref label">{copy.ref}</p>
    <h2 className="stamped" id="exclusivity-title">
      <span>{copy.title[0]}</span> <span>{copy.title[1]}</span>
    </h2>
    <Program copy={copy} campaign={campaign} />
    <Closes copy={copy} campaign={campaign} />
    <h2 className="sub body">{copy.who.title}</h2>
    <div className="versus body">
      <Side sign="minus" {...copy.who.not} />
      <Side sign="plus" {...copy.who.yes} />
    </div>
    <div className="ask body">
      <p>{copy.ask}</p>
      <ToTheForm cta="product-cta">{copy.cta}</ToTheForm>
    </div>
  </>
)

function Closes({ copy, campaign }: { copy: Copy; campaign: ShownCampaign }) {
  const { programTimer } = campaign.figures
  if (!programTimer) return null
  return (
    <div className="b stack">
      <OfferClock
        campaign={campaign}
        section="exclusivity"
        offer={offerIn(campaign.offers, 'programSpots')}
        name={copy.closes}
        units={copy.units}
        startS={programTimer.startS}
      />
    </div>
  )
}

/** EXC-1: the box with the spots counter and the perks, as far as the campaign has them. */
function Program({ copy, campaign }: { copy: Copy; campaign: ShownCampaign }) {
  const values = offerValues(campaign)
  const perks = copy.program.perks.flatMap((perk) => {
    const [number, text] = [filledOrNull(perk.number, values), filledOrNull(perk.text, values)]
    return number === null || text === null ? [] : [{ number, text }]
  })
  if (perks.length === 0 && !programSpots(campaign)) return null
  return (
    <div className="perks a">
      <h3 className="label">{copy.program.title}</h3>
      <ProgramSpots campaign={campaign} text={copy.spots} />
      {perks.length > 0 && (
        <ul className="rows">
          {perks.map(({ number, text }) => (
            <li key={text}>
              <span className="num">{number}</span> <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** EXC-2: for whom it is not, beside for whom it is. */
const Side = ({ sign, title, items }: TitledList & { sign: 'minus' | 'plus' }) => (
  <div data-sign={sign}>
    <h3>{title}</h3>
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
)
