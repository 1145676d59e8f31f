import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { campaign, hasCards } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { atLaunchState } from '#contract/launch/notice.ts'
import { cardOf, markedCampaign } from '#contract/launch/reached-marks.ts'
import { keepPromises } from '#contract/promises/blanks.ts'
import type { PageVisit, Rendered, RenderPage, Site } from '#contract/render.ts'
import {
  countedFigures,
  shownFigures,
  type ShownCampaign,
} from '#contract/figures/shown-figures.ts'
import { showConfirm } from '#page/line/confirm-pages.tsx'
import { showLeave } from '#page/line/leave-pages.tsx'
import { showLineRules } from '#page/line/line-rules-page.tsx'
import { showSpot } from '#page/line/spot-page.tsx'
import { showMeLine } from '#page/me/line-act-page.tsx'
import { showMe } from '#page/me/me-page.tsx'
import { plainPages, showUnexpected } from '#page/sections/plain-pages.tsx'
import { showPrivacy } from '#page/sections/privacy-page.tsx'
import type { PageName, ShowPage } from '#page/sections/shown-page.ts'
import type { Failures } from '#page/ui/section.tsx'
import { showEnded } from './ended-page.tsx'
import { renderHead } from './head.tsx'
import { showLanding } from './landing-page.tsx'
import { showQuestion, showResult, showSaved } from './quiz-pages.tsx'
import { showRefusedForm } from './refused-form-page.tsx'

const pages: { [Name in PageName]: ShowPage<Name> } = {
  ...plainPages,
  landing: showLanding,
  'refused-form': showRefusedForm,
  ended: showEnded,
  'quiz-question': showQuestion,
  'quiz-result': showResult,
  'quiz-saved': showSaved,
  confirm: showConfirm,
  unsubscribe: showLeave,
  spot: showSpot,
  me: showMe,
  'me-line': showMeLine,
  privacy: showPrivacy,
  'line-rules': showLineRules,
  unexpected: showUnexpected,
}

/** Pages without counts: the build renders one of them, and the others are the same every day. */
const withoutCounts: ReadonlySet<PageName> = new Set([
  'privacy',
  'line-rules',
  'not-found',
  'unexpected',
])

/**
 * A pure function of the visit: see contract/render.ts. `title`, `head` and `html` are HTML, to be
 * put in as they are.
 */
export const renderPage: RenderPage = (visit, site) => renderCampaign(campaign, visit, site)

/** The page of any campaign. */
export function renderCampaign(declared: Campaign, visit: PageVisit, site: Site): Rendered {
  const { publicUrl, anonKey, facts } = site
  const marked = markedCampaign(shownAt(keepPromises(declared), visit, site), facts)
  const campaign = atLaunchState(marked, facts)
  const failures: Failures = []
  // TypeScript cannot see that a visit and its own page meet here (microsoft/TypeScript#30581).
  const show = pages[visit.page] as ShowPage<PageName>
  const { status, title, titleLang, listed, body } = show(campaign, visit, site, failures)
  return {
    status,
    title: renderToStaticMarkup(title),
    titleLang,
    head: renderHead({
      campaign,
      page: visit.page,
      anonKey,
      listed: listed ? { title, publicUrl, ...listed } : null,
      card: hasCards ? cardOf(facts) : null,
    }),
    html: renderToString(body),
    failures,
  }
}

/**
 * LIVE-2: the campaign with the figures that the page shows. The build renders the page of an
 * unexpected error, and does not know the mode: it shows no figure.
 */
function shownAt(campaign: Campaign, visit: PageVisit, { facts }: Site): ShownCampaign {
  const mode = facts?.mode ?? campaign.switches.figures
  const live = withoutCounts.has(visit.page) ? null : (facts?.live ?? null)
  const shown = shownFigures(campaign, visit.page === 'unexpected' ? 'live' : mode)
  return countedFigures(shown, live, facts?.now)
}
