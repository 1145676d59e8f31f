import type { Campaign } from '#contract/campaign.ts'
import type { RisingCounter } from '#contract/figures.ts'
import { Island } from '#page/islands/island.tsx'
import { ruleOf } from '#page/urgency/use-counter.ts'
import { Waiting } from '#page/urgency/waiting.island.tsx'
import type { Failures } from '#page/ui/section.tsx'

type Props = {
  brand: string
  /** what a datasheet says of itself */
  mast: Campaign['mast']
  /** on the landing page, who waits (HERO-9) */
  landing?: { waiting: RisingCounter | null; words: string; failures: Failures }
}

export const Mast = ({ brand, mast, landing }: Props) => (
  <header className="mast wrap">
    {landing ? (
      <span className="brand">{brand}</span>
    ) : (
      <a className="brand" href="/">
        {brand}
      </a>
    )}
    {[mast.issue, mast.note].map((line) => (
      <span key={line} className="label">
        {line}
      </span>
    ))}
    {landing?.waiting && (
      <Island
        name="waiting"
        component={Waiting}
        position="mast"
        props={{ rule: ruleOf(landing.waiting), words: landing.words }}
        failures={landing.failures}
      />
    )}
  </header>
)
