import { prefix } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import { AsOf, Counted, Figure } from './figure.tsx'

type Props = {
  brand: string
  /** what a datasheet says of itself */
  mast: Campaign['mast']
  /** of the landing page, which says who waits */
  landing?: ShownCampaign | undefined
  /** on the pages beside it, a link to a part of the page */
  jump?: { href: string; text: string } | undefined
}

export const Masthead = ({ brand, mast, landing, jump }: Props) => (
  <header className="mast wrap">
    {landing ? (
      <span className="brand">{brand}</span>
    ) : (
      <a className="brand" href={`${prefix}/`}>
        {brand}
      </a>
    )}
    {[mast.issue, mast.note].filter(Boolean).map((line) => (
      <span key={line} className="label">
        {line}
      </span>
    ))}
    {landing?.figures.waiting && <WhoWaits campaign={landing} />}
    {jump && (
      <p className="waiting">
        <a href={jump.href}>{jump.text}</a>
      </p>
    )}
  </header>
)

/** HERO-9: how many people wait, with live figures and when they were counted. */
const WhoWaits = ({ campaign }: { campaign: ShownCampaign }) => (
  <p className="waiting">
    <b>
      <Figure campaign={campaign} name="waiting" />
    </b>{' '}
    {isLive(campaign) ? (
      <Counted campaign={campaign} name="waitingWords" />
    ) : (
      campaign.hero.unit.waiting
    )}{' '}
    <AsOf campaign={campaign} />
  </p>
)
