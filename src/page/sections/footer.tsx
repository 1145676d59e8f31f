import type { ReactNode } from 'react'
import { landing, language, languages, prefix } from '#campaign'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { languageName, prefixOf } from '#contract/campaign/languages.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import type { PageVisit } from '#contract/render.ts'

type Props = {
  brand: string
  visit?: PageVisit
  note?: string | false
  /** LINE-9: what leads to the page on how the line works */
  rules?: string | undefined
  children?: ReactNode
}

/** LIVE-3's note, where the campaign's switch lets it stand. */
export const noteOf = ({ switches, sections }: Campaign) =>
  switches.footerNote && sections.footer.note

export const rulesOf = ({ line }: Campaign) => line?.copy.rules.link

export const Footer = ({ brand, visit, note, rules, children }: Props) => (
  <footer className="wrap">
    <div className="foot">
      <span className="brand">{brand}</span>
      {note && <p>{note}</p>}
      {children}
      <OtherLanguages visit={visit} />
      {rules && <a href={prefix + paths.line}>{rules}</a>}
      <a href={prefix + paths.privacy}>{landing.privacy}</a>
    </div>
  </footer>
)

/** The pages that are the same for everybody. Those of a person are in the person's language. */
const pathsOf: Partial<Record<PageVisit['page'], string>> = {
  landing: '/',
  ended: '/',
  'not-found': '/',
  privacy: paths.privacy,
  'line-rules': paths.line,
}

/** LANG-1: the same page in the other languages, each by its own name. A friend's link stays one. */
function OtherLanguages({ visit }: Pick<Props, 'visit'>) {
  const path = visit && pathsOf[visit.page]
  if (!visit || path === undefined) return null
  const friend = visit.page === 'landing' && visit.friend
  const query = friend ? `?${fieldNames.via}=${friend.via}` : ''
  return languages
    .filter((other) => other !== language)
    .map((other) => (
      <a
        key={other}
        href={prefixOf({ language: other, languages }) + path + query}
        lang={other}
        hrefLang={other}
      >
        {languageName(other)}
      </a>
    ))
}
