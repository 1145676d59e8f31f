import type { ReactNode } from 'react'
import type { FormView, PageVisit, Site } from '#contract/render.ts'
import type { Place } from '#contract/line/line.ts'
import type { LineStanding } from '#contract/line/standing.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import type { Failures } from '#page/ui/section.tsx'

/** A page as shell/entry-server.tsx renders it. `listed` have the pages that may be indexed. */
export type ShownPage = {
  status: number
  title: string
  /** the title's language, where it is not the document's */
  titleLang?: string | undefined
  listed?: { path: string; description: string }
  body: ReactNode
}

export type PageName = PageVisit['page']
export type Visit<Name extends PageName> = Extract<PageVisit, { page: Name }>

export type LineCampaign = ShownCampaign & { line: NonNullable<ShownCampaign['line']> }
export const hasLine = (campaign: ShownCampaign): campaign is LineCampaign => campaign.line !== null

/** The standing of somebody who is in the line. */
export type InLine = LineStanding & { place: Place }
export const isInLine = (standing: LineStanding | undefined): standing is InLine =>
  !!standing?.place

/** Shows the pages of these names. Sections that throw are added to `failures`. */
export type ShowPage<Name extends PageName> = (
  campaign: ShownCampaign,
  visit: Visit<Name>,
  site: Site,
  failures: Failures,
) => ShownPage

/** The title of a page in the browser's tab. */
export const pageTitle = (title: string, brand: string) => `${title.replace(/\.$/, '')} – ${brand}`

/** The status of a page with a form. */
export function statusOf(view: FormView | undefined): number {
  const special: Partial<Record<FormView['state'], number>> = {
    elsewhere: 403,
    invalid: 422,
    busy: 429,
    'not-stored': 503,
  }
  return (view && special[view.state]) ?? 200
}
