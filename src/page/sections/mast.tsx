import type { Campaign } from '#contract/campaign.ts'

/** The name, and on the landing page what a datasheet says of itself. */
export const Mast = ({ brand, mast }: { brand: string; mast?: Campaign['mast'] }) => (
  <header className="mast wrap">
    {mast ? <span className="brand">{brand}</span> : <a className="brand" href="/">{brand}</a>}
    {mast && [mast.issue, mast.note].map((line) => <span key={line} className="label">{line}</span>)}
  </header>
)
