import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { campaign } from '#campaign/campaign.ts'
import type { Campaign } from '#contract/campaign.ts'
import { atLaunchState } from '#contract/launch-notice.ts'
import { cardOf, markedCampaign } from '#contract/marked-campaign.ts'
import { keepPromises } from '#contract/promise-blanks.ts'
import type { PageVisit, Rendered, RenderPage, Site } from '#contract/render.ts'
import { countedFigures, shownFigures, type ShownCampaign } from '#contract/shown-figures.ts'
import { showLineRules, showSpot, showSpotBusy } from '#page/line/line-pages.tsx'
import { showMe, showMeConsent, showMeErase, showMeLine, showMeResult } from '#page/me/me-pages.tsx'
import {
  showLinkUnknown,
  showNotFound,
  showTryLater,
  showTryTomorrow,
  showUnexpected,
} from '#page/sections/notice-pages.tsx'
import { showPrivacy } from '#page/sections/privacy-page.tsx'
import type { PageName, ShowPage } from '#page/sections/shown-page.ts'
import type { Failures } from '#page/ui/section.tsx'
import { showEnded, showOnce } from './ended-page.tsx'
import { renderHead } from './head.tsx'
import { showLanding } from './landing-page.tsx'
import { showConfirm, showLeave, showStopNews } from './mail-link-pages.tsx'
import { showQuestion, showResult, showSaved } from './quiz-pages.tsx'
import { showRefusedForm } from './refused-form-page.tsx'

/** Every page that the server may render: one line each. */
const pages: { [Name in PageName]: ShowPage<Name> } = {
  landing: showLanding,
  'refused-form': showRefusedForm,
  ended: showEnded,
  once: showOnce,

  'quiz-question': showQuestion,
  'quiz-result': showResult,
  'quiz-saved': showSaved,

  // Links in mails
  confirm: showConfirm,
  unsubscribe: showLeave,
  'stop-news': showStopNews,
  spot: showSpot,
  'spot-busy': showSpotBusy,
  me: showMe,
  'me-line': showMeLine,
  'me-consent': showMeConsent,
  'me-erase': showMeErase,
  'me-result': showMeResult,
  'link-unknown': showLinkUnknown,
  'try-later': showTryLater,
  'try-tomorrow': showTryTomorrow,

  privacy: showPrivacy,
  'line-rules': showLineRules,
  'not-found': showNotFound,
  unexpected: showUnexpected,
}

/** Served until the next deploy, so that no count may stand on them. */
const lasting: ReadonlySet<PageName> = new Set(['privacy', 'line-rules', 'not-found', 'unexpected'])

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
      card: cardOf(facts, campaign),
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
  const live = lasting.has(visit.page) ? null : (facts?.live ?? null)
  const shown = shownFigures(campaign, visit.page === 'unexpected' ? 'live' : mode)
  return countedFigures(shown, live, facts?.now)
}
