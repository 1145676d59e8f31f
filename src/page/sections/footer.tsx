import type { ReactNode } from 'react'
import { landing } from '#campaign'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'

type Props = {
  brand: string
  note?: string | false
  /** LINE-9: what leads to the page on how the line works */
  rules?: string | undefined
  children?: ReactNode
}

/** LIVE-3's note, where the campaign's switch lets it stand. */
export const noteOf = ({ switches, sections }: Campaign) =>
  switches.footerNote && sections.footer.note

export const rulesOf = ({ line }: Campaign) => line?.copy.rules.link

export const Footer = ({ brand, note, rules, children }: Props) => (
  <footer className="wrap">
    <div className="foot">
      <span className="brand">{brand}</span>
      {note && <p>{note}</p>}
      {children}
      {rules && <a href={paths.line}>{rules}</a>}
      <a href={paths.privacy}>{landing.privacy}</a>
    </div>
  </footer>
)
