import { form, formMessages } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { FormView } from '#contract/render.ts'
import { statusOf, type ShowPage } from '#page/sections/shown-page.ts'
import { Page } from './page.tsx'

export const showLanding: ShowPage<'landing'> = (campaign, visit, site, failures) => ({
  status: statusOf(visit.form?.view),
  title: titleOf(campaign, visit.form?.view),
  listed: { path: '/', description: campaign.head.description },
  body: <Page campaign={campaign} visit={visit} site={site} failures={failures} />,
})

/**
 * The title names the outcome of a returned form, because screen readers read it first (WCAG
 * 2.4.2).
 */
function titleOf(campaign: Campaign, view: FormView | undefined): string {
  const outcomes: Partial<Record<FormView['state'], string>> = {
    invalid: formMessages.invalidTitle,
    busy: form.busyTitle,
    'not-stored': form.notStoredTitle,
    welcome: campaign.forms.welcomeTitle.replace(/\.$/, ''),
  }
  const state = view && outcomes[view.state]
  return state ? `${state} – ${campaign.brand}` : campaign.head.title
}
