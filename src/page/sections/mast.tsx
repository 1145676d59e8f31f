import type { Campaign } from '#contract/campaign.ts'
import type { RisingCounter } from '#contract/figures.ts'
import { Island } from '#page/island.tsx'
import { Waiting } from '#page/scarcity/waiting.island.tsx'
import type { Failures } from '#page/ui/section.tsx'

type Props = {
  brand: string
  /** on the landing page, what a datasheet says of itself, and who waits (HERO-9) */
  landing?: { mast: Campaign['mast']; waiting: RisingCounter; words: string; failures: Failures }
}

export const Mast = ({ brand, landing }: Props) => (
  <header className="mast wrap">
    {landing ? <span className="brand">{brand}</span> : <a className="brand" href="/">{brand}</a>}
    {landing && [landing.mast.issue, landing.mast.note].map((line) => <span key={line} className="label">{line}</span>)}
    {landing && <Island name="waiting" of={Waiting} place="mast" props={{ rule: landing.waiting, words: landing.words }} failures={landing.failures} />}
  </header>
)
