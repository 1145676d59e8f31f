import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LandingFormView } from '#contract/render.ts'
import { pageTitle, type ShowPage } from '#page/sections/shown-page.ts'
import { Page } from './page.tsx'

export const showLanding: ShowPage<'landing'> = (campaign, visit, site, failures) => ({
  status: 200,
  title: titleOf(campaign, visit.form?.view),
  listed: { path: '/', description: campaign.head.description },
  body: <Page campaign={campaign} visit={visit} site={site} failures={failures} />,
})

/** The title names the outcome of a plain form, because screen readers read it first (WCAG 2.4.2). */
const titleOf = ({ brand, forms, head }: Campaign, view: LandingFormView | undefined): string =>
  view?.state === 'welcome' ? pageTitle(forms.welcomeTitle, brand) : head.title
