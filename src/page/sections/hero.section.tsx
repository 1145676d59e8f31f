import { Vessel } from '#art'
import type { Art } from '#campaign/art.ts'
import { SignupForm } from '#page/signup/signup-form.island.tsx'
import { Island } from '#page/islands/island.tsx'
import { lineOf } from '#contract/campaign/title-lines.ts'
import { Badge, DeviceSeat } from './arrival.tsx'
import { Headline } from './headline.tsx'
import type { SectionProps } from './section-content.ts'
import { Unit } from './unit.tsx'

const Outline: Art['Vessel'] = Vessel
/** In windows that have Fig. 1 below the first view. */
const behind = Outline && (
  <svg className="vessel" viewBox="46 -14 144 552" aria-hidden="true">
    <Outline />
  </svg>
)

/** The first view: badge, headline and form on the left, the drawing with the launch gauge on the right. */
export function Content({ campaign, served, visit, optIn }: SectionProps<'hero'>) {
  const { hero, forms } = campaign
  const { text, next } = served.words.joined
  return (
    <>
      {/* styles/welcome.css sets the lines of the welcome by these numbers. */}
      <div className="pitch" data-fit={lineOf(text, 'narrow').fit}>
        <Badge campaign={campaign} friend={visit.friend} />
        <Headline id="hero-title" text={hero.headline} behind={behind} />
        <p className="lead">{hero.lead}</p>
        {visit.device ? (
          <DeviceSeat campaign={campaign} device={visit.device} />
        ) : (
          <div data-fit={next && lineOf(next, 'wide').fit}>
            <Island
              name="signup-form"
              component={SignupForm}
              position="hero"
              section="hero"
              props={{
                variant: 'inline',
                size: 'large',
                placeholder: forms.placeholder,
                ctaText: hero.cta,
                section: 'hero',
                cta: 'hero-cta',
                served,
              }}
            />
          </div>
        )}
      </div>
      <Unit campaign={campaign} optIn={optIn} />
    </>
  )
}
