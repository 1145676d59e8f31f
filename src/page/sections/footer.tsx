import { landing } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'

export const Footer = ({ brand }: { brand: string }) => (
  <footer className="wrap">
    <div className="foot"><span className="brand">{brand}</span><a href={paths.privacy}>{landing.privacy}</a></div>
  </footer>
)
