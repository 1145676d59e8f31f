import type { Offers } from '#contract/offers.ts'

/** HERO-8: a riveted serial plate. */
export const LegacyPack = ({ pack: { name, number, note } }: { pack: Offers['legacyPack'] }) => (
  <div className="pack">
    <h2>
      {name} <span>{number}</span>
    </h2>
    <p>{note}</p>
  </div>
)
