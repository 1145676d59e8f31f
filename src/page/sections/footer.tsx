import { landing } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'

/** `note` is LIVE-3's, where the campaign's switch lets it stand. */
export const Footer = ({ brand, note }: { brand: string; note?: string | false }) => (
  <footer className="wrap">
    <div className="foot"><span className="brand">{brand}</span>{note && <p>{note}</p>}<a href={paths.privacy}>{landing.privacy}</a></div>
  </footer>
)
