import { renderToStaticMarkup } from 'react-dom/server'
import type { Campaign } from '#contract/campaign.ts'

type Head = {
  campaign: Campaign
  anonKey: string
  /** only pages that may stand in a search index have it */
  listed: Listed | null
}
type Listed = { title: string; description: string; path: string; publicUrl: string }

export const renderHead = ({ campaign, anonKey, listed }: Head) =>
  renderToStaticMarkup(
    <>
      <meta name="viewport" content={viewport(campaign.switches)} />
      <meta name="theme-color" content="#0A0A0B" />
      <meta name="anon-key" content={anonKey} />
      {listed ? (
        <Listing campaign={campaign} {...listed} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>,
  )

/**
 * What search engines and the previews of shared links read; every address is absolute. Cards of X
 * take title, text and picture from Open Graph.
 */
const Listing = ({
  campaign: { brand, hero },
  title,
  description,
  path,
  publicUrl,
}: Listed & { campaign: Campaign }) => (
  <>
    <meta name="description" content={description} />
    <link rel="canonical" href={publicUrl + path} />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content={brand} />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    <meta property="og:url" content={publicUrl + path} />
    <meta property="og:image" content={`${publicUrl}/card.png`} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={hero.headline.text} />
    <meta name="twitter:card" content="summary_large_image" />
    {path === '/' && (
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: site(brand, publicUrl) }}
      />
    )}
  </>
)

/**
 * The site's name, for search results; it claims nothing else. Data, so the content policy for
 * scripts does not meet it.
 */
const site = (name: string, publicUrl: string) =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: `${publicUrl}/`,
  }).replaceAll('<', '\\u003c')

/**
 * FX-5: the keyboard takes its place from the page. FX-6: one switch of the campaign decides
 * whether visitors may scale the page.
 */
const viewport = ({ zoomLocked }: Campaign['switches']) =>
  `width=device-width, initial-scale=1${zoomLocked ? ', maximum-scale=1, user-scalable=no' : ''}, interactive-widget=resizes-content`
