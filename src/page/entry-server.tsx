import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { campaign } from '#campaign/campaign.ts'
import { confirm, linkUnknown, notFound, tryLater, unsubscribe } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { FormView, PageVisit, Rendered, RenderPage, Site } from '#contract/render.ts'
import { renderHead } from './head.tsx'
import { LinkPage, LinkUnknown, NotFound, Privacy, TryLater } from './letter.tsx'
import { Page } from './page.tsx'
import type { Failures } from './ui/section.tsx'

/** A pure function of the visit: see contract/render.ts. `title`, `head` and `html` are HTML, to be put in as they are. */
export const renderPage: RenderPage = (visit, site) => renderCampaign(campaign, visit, site)

/** The page of any campaign. */
export function renderCampaign(campaign: Campaign, visit: PageVisit, { publicUrl, anonKey }: Site): Rendered {
  const failures: Failures = []
  const { status, title, listed, body } = pageOf(campaign, visit, failures)
  return {
    status,
    title: renderToStaticMarkup(title),
    head: renderHead({ campaign, anonKey, listed: listed ? { title, publicUrl, ...listed } : null }),
    html: renderToString(body),
    failures,
  }
}

/** `listed` have the pages that may be indexed. */
type Shown = { status: number; title: string; listed?: { path: string; description: string }; body: ReactNode }

function pageOf(campaign: Campaign, visit: PageVisit, failures: Failures): Shown {
  const { brand, head, privacy } = campaign
  const beside = (title: string) => `${title.replace(/\.$/, '')} – ${brand}`
  switch (visit.page) {
    case 'landing':
      return {
        status: statusOf(visit.form?.view), title: head.title, listed: { path: '/', description: head.description },
        body: <Page campaign={campaign} visit={visit} failures={failures} />,
      }
    case 'privacy':
      return { status: 200, title: beside(privacy.title), listed: { path: paths.privacy, description: privacy.intro }, body: <Privacy campaign={campaign} /> }
    case 'not-found':
      return { status: 404, title: beside(notFound.title), body: <NotFound brand={brand} /> }
    case 'confirm':
    case 'unsubscribe': {
      const words = { confirm, unsubscribe }[visit.page][visit.view]
      return { status: 200, title: beside(words.title), body: <LinkPage brand={brand} name={visit.page} words={words} action={visit.action} /> }
    }
    case 'link-unknown':
      return { status: 404, title: beside(linkUnknown.title), body: <LinkUnknown brand={brand} /> }
    case 'try-later':
      return { status: 503, title: beside(tryLater.title), body: <TryLater brand={brand} action={visit.action} /> }
  }
}

function statusOf(view: FormView | undefined): number {
  const special: Partial<Record<FormView['state'], number>> = { invalid: 422, busy: 429, 'not-stored': 503 }
  return (view && special[view.state]) ?? 200
}
