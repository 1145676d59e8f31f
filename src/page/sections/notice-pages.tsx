import { linkUnknown, notFound, tryLater, tryTomorrow } from '#campaign/copy/interface.ts'
import { unexpected } from '#campaign/copy/unexpected.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { withPromises } from '#contract/promise-blanks.ts'
import { HomeLink, LinkPage, showQuietly } from './link-page.tsx'
import { pageTitle, type ShowPage, type ShownPage, type Visit } from './shown-page.ts'
import { SmallPage } from './small-page.tsx'

export const showNotFound = (campaign: ShownCampaign): ShownPage => ({
  status: 404,
  title: pageTitle(notFound.title, campaign.brand),
  body: <NotFound campaign={campaign} />,
})

export const showLinkUnknown: ShowPage<'link-unknown'> = (campaign) => ({
  status: 404,
  title: pageTitle(linkUnknown.title, campaign.brand),
  body: <LinkUnknown campaign={campaign} />,
})

export const showTryLater: ShowPage<'try-later'> = (campaign, visit) => ({
  status: 503,
  title: pageTitle(tryLater.title, campaign.brand),
  body: <TryLater campaign={campaign} visit={visit} />,
})

export const showTryTomorrow: ShowPage<'try-tomorrow'> = (campaign, { act, ...visit }) => ({
  ...showQuietly(campaign, visit, {
    title: tryTomorrow.title,
    text: withPromises(tryTomorrow.texts[act]),
  }),
  status: 429,
})

/**
 * Without the brand, and without what one state of the launch makes untrue: the build renders the
 * page once.
 */
export const showUnexpected: ShowPage<'unexpected'> = (campaign) => ({
  status: 500,
  title: unexpected.title,
  body: <Unexpected campaign={{ ...campaign, mast: { ...campaign.mast, note: '' } }} />,
})

function LinkUnknown({ campaign }: { campaign: ShownCampaign }) {
  const { place, ...words } = linkUnknown
  const text = campaign.line ? `${words.text} ${place.text}` : words.text
  return (
    <LinkPage
      campaign={campaign}
      name="link-unknown"
      words={{ ...words, text }}
      drawing={{ tone: 'empty', ...(campaign.line && { under: place.level }) }}
    />
  )
}

const NotFound = ({ campaign }: { campaign: ShownCampaign }) => (
  <LinkPage campaign={campaign} name="not-found" words={notFound} drawing={{ tone: 'empty' }} />
)

const TryLater = ({
  campaign,
  visit: { action, sent },
}: {
  campaign: ShownCampaign
  visit: Visit<'try-later'>
}) => (
  <SmallPage
    campaign={campaign}
    name="try-later"
    title={tryLater.title}
    drawing={{ tone: 'quiet' }}
  >
    <p className="lead">{tryLater.text}</p>
    <div className="next-step">
      {sent ? (
        <form method="post" action={action}>
          {Object.entries(sent).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="btn" type="submit">
            {tryLater.again}
          </button>
        </form>
      ) : (
        <a className="btn" href={action}>
          {tryLater.again}
        </a>
      )}
    </div>
  </SmallPage>
)

/** ROUTE-3 */
const Unexpected = ({ campaign }: { campaign: ShownCampaign }) => (
  <SmallPage campaign={campaign} name="unexpected" title={unexpected.title} aside={false}>
    <p className="lead">{unexpected.text}</p>
    <div className="next-step">
      <HomeLink>{unexpected.home}</HomeLink>
    </div>
    <p className="note">{unexpected.request}</p>
  </SmallPage>
)
