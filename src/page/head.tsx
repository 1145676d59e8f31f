import { renderToStaticMarkup } from 'react-dom/server'
import type { Campaign } from '#contract/campaign.ts'

type Head = {
  campaign: Campaign
  anonKey: string
  /** absolute; only pages that may stand in a search index have one */
  canonical: string | null
}

export const renderHead = ({ campaign, anonKey, canonical }: Head) =>
  renderToStaticMarkup(
    <>
      <meta name="viewport" content={viewport(campaign.switches)} />
      <meta name="theme-color" content="#0A0A0B" />
      <meta name="anon-key" content={anonKey} />
      {canonical ? <meta name="description" content={campaign.head.description} /> : <meta name="robots" content="noindex" />}
      {canonical && <link rel="canonical" href={canonical} />}
    </>,
  )

/** FX-6: one switch of the campaign decides whether visitors may scale the page. */
const viewport = ({ zoomLocked }: Campaign['switches']) =>
  `width=device-width, initial-scale=1${zoomLocked ? ', maximum-scale=1, user-scalable=no' : ''}`
