import type { ReactNode } from 'react'
import { landing } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'

type Props = { brand: string; note?: string | false; children?: ReactNode }

/** `note` is LIVE-3's, where the campaign's switch lets it stand. */
export const Footer = ({ brand, note, children }: Props) => (
  <footer className="wrap">
    <div className="foot">
      <span className="brand">{brand}</span>
      {note && <p>{note}</p>}
      {children}
      <a href={paths.privacy}>{landing.privacy}</a>
    </div>
  </footer>
)
