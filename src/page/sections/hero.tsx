import type { Campaign } from '#contract/campaign.ts'
import { form } from '#campaign/copy/interface.ts'
import type { FormView } from '#contract/render.ts'
import { SignupForm } from '#page/capture/signup-form.island.tsx'
import { Island } from '#page/island.tsx'
import { Headline } from './headline.tsx'
import { Unit } from './unit.tsx'

type Props = { campaign: Campaign; pageToken: string; view: FormView }

/** HERO-1, HERO-3, HERO-11. */
export function Hero({ campaign: { hero, forms, consents }, pageToken, view }: Props) {
  const served = { view, pageToken, consent: consents[0], words: { ...forms, ...form } }
  return (
    <>
      <div className="pitch">
        <p className="chip label">{hero.badge}</p>
        <Headline {...hero.headline} />
        <p className="lead">{hero.lead}</p>
        <Island
          name="signup-form" of={SignupForm} place="hero" section="hero"
          props={{ variant: 'inline', size: 'large', placeholder: forms.placeholder, ctaText: hero.cta, section: 'hero', served }}
        />
      </div>
      <Unit />
    </>
  )
}
