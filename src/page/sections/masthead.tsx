import type { Campaign } from '#contract/campaign.ts'
import { isLive, type ShownCampaign } from '#contract/shown-figures.ts'
import { Island } from '#page/islands/island.tsx'
import { ruleOf } from '#page/urgency/use-counter.ts'
import { Waiting } from '#page/urgency/waiting.island.tsx'
import type { Failures } from '#page/ui/section.tsx'
import { AsOf, Counted } from './counted.tsx'

type Props = {
  brand: string
  /** what a datasheet says of itself */
  mast: Campaign['mast']
  /** on the landing page, who waits (HERO-9) */
  landing?: { campaign: ShownCampaign; failures: Failures } | undefined
  /** on the pages beside it, a link to a part of the page */
  jump?: { href: string; text: string } | undefined
}

export const Masthead = ({ brand, mast, landing, jump }: Props) => (
  <header className="mast wrap">
    {landing ? (
      <span className="brand">{brand}</span>
    ) : (
      <a className="brand" href="/">
        {brand}
      </a>
    )}
    {[mast.issue, mast.note].filter(Boolean).map((line) => (
      <span key={line} className="label">
        {line}
      </span>
    ))}
    {landing && <WhoWaits {...landing} />}
    {jump && (
      <p className="waiting">
        <a href={jump.href}>{jump.text}</a>
      </p>
    )}
  </header>
)

function WhoWaits({ campaign, failures }: NonNullable<Props['landing']>) {
  const { waiting } = campaign.figures
  if (!waiting) return null
  if (!isLive(waiting))
    return (
      <Island
        name="waiting"
        component={Waiting}
        position="mast"
        props={{ rule: ruleOf(waiting), words: campaign.hero.unit.waiting }}
        failures={failures}
      />
    )
  return (
    <p className="waiting">
      <b>
        <Counted campaign={campaign} name="waiting" />
      </b>{' '}
      <Counted campaign={campaign} name="waitingWords" /> <AsOf campaign={campaign} />
    </p>
  )
}
