import { renderToStaticMarkup } from 'react-dom/server'
import { language, prefix, theme } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { cardPath, type CardName } from '#contract/launch/reached-marks.ts'
import type { PageName } from '#page/sections/shown-page.ts'

type Head = {
  campaign: Campaign
  page: PageName
  anonKey: string
  /** only pages that may stand in a search index have it */
  listed: Listed | null
  /** of the picture of a shared link; null where none is drawn */
  card: CardName | null
}
type Listed = { title: string; description: string; path: string; publicUrl: string }

export const renderHead = ({ campaign, page, anonKey, listed, card }: Head) =>
  renderToStaticMarkup(
    <>
      <meta
        name="viewport"
        content={viewport(page === 'landing' && campaign.switches.zoomLocked)}
      />
      <meta name="theme-color" content={theme[theme.scheme].ground} />
      <meta name="anon-key" content={anonKey} />
      {listed ? (
        <Listing campaign={campaign} card={card} {...listed} />
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
  campaign,
  card,
  title,
  description,
  path,
  publicUrl,
}: Listed & Pick<Head, 'campaign' | 'card'>) => {
  const url = publicUrl + prefix + path
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={campaign.brand} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={locale} />
      {card !== null && (
        <>
          <meta property="og:image" content={publicUrl + prefix + cardPath(card)} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={cardWords(campaign, card)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {path === '/' && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: site(campaign.brand, publicUrl) }}
        />
      )}
    </>
  )
}

/** LANG-3: Open Graph names a language with a country: en_US, nl_NL. */
const { language: spoken, region } = new Intl.Locale(language).maximize()
const locale = `${spoken}_${region}`

/** The alternative text of the picture; `campaign` has the words of its marks filled in. */
function cardWords({ hero, ends }: Campaign, card: CardName): string {
  if (!card || card === 'live') return hero.headline
  const { above, title } = ends[card].card
  return `${above} ${title}`.trim()
}

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
 * FX-5: the keyboard takes its place from the page. FX-6: visitors cannot scale the landing page
 * unless a switch of the campaign allows it; they can scale every other page.
 */
const viewport = (zoomLocked: boolean) =>
  `width=device-width, initial-scale=1${zoomLocked ? ', maximum-scale=1, user-scalable=no' : ''}, interactive-widget=resizes-content`
