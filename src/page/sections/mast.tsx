import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'

type Props = {
  brand: string
  /** what a datasheet says of itself */
  mast: Campaign['mast']
  /** on the landing page, who waits (HERO-9) */
  landing?: { waiting: number; words: string }
}

export const Mast = ({ brand, mast, landing }: Props) => (
  <header className="mast wrap">
    {landing ? <span className="brand">{brand}</span> : <a className="brand" href="/">{brand}</a>}
    {[mast.issue, mast.note].map((line) => <span key={line} className="label">{line}</span>)}
    {landing && <p className="waiting"><b>{grouped(landing.waiting)}</b> {landing.words}</p>}
  </header>
)
