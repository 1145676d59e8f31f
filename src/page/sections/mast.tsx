import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'

type Props = {
  brand: string
  /** on the landing page, what a datasheet says of itself, and who waits (HERO-9) */
  landing?: { mast: Campaign['mast']; waiting: number; words: string }
}

export const Mast = ({ brand, landing }: Props) => (
  <header className="mast wrap">
    {landing ? <span className="brand">{brand}</span> : <a className="brand" href="/">{brand}</a>}
    {landing && [landing.mast.issue, landing.mast.note].map((line) => <span key={line} className="label">{line}</span>)}
    {landing && <p className="waiting"><b>{grouped(landing.waiting)}</b> {landing.words}</p>}
  </header>
)
