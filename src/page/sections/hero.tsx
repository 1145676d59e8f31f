import type { Campaign } from '#contract/campaign.ts'
import type { FormView } from '#contract/render.ts'
import type { FormWords } from '#page/capture/words.ts'
import { SignupForm } from '#page/capture/signup-form.island.tsx'
import { Island } from '#page/island.tsx'
import { Headline } from './headline.tsx'
import { Unit } from './unit.tsx'

type Props = { campaign: Campaign; words: FormWords; pageToken: string; view: FormView }

/** HERO-1, HERO-3, HERO-11. */
export function Hero({ campaign: { hero, forms, consents }, words, pageToken, view }: Props) {
  const served = { view, pageToken, consent: consents[0], words }
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
