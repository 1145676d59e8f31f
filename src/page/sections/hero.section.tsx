import { SignupForm } from '#page/signup/signup-form.island.tsx'
import { Island } from '#page/islands/island.tsx'
import { Badge, DeviceSeat } from './arrival.tsx'
import { Headline } from './headline.tsx'
import type { SectionProps } from './section-content.ts'
import { Unit } from './unit.tsx'

/** The first view: badge, headline and form on the left, the drawing with the launch gauge on the right. */
export function Content({ campaign, served, visit, optIn }: SectionProps<'hero'>) {
  const { hero, forms } = campaign
  return (
    <>
      <div className="pitch">
        <Badge campaign={campaign} friend={visit.friend} />
        <Headline id="hero-title" text={hero.headline} />
        <p className="lead">{hero.lead}</p>
        {visit.device ? (
          <DeviceSeat campaign={campaign} device={visit.device} />
        ) : (
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
        )}
      </div>
      <Unit campaign={campaign} optIn={optIn} />
    </>
  )
}
