import { consentChange, erasure, me, resultChange } from '#campaign/copy/me.ts'
import { consentWording } from '#contract/campaign.ts'
import { withPromises } from '#contract/promise-blanks.ts'
import { showQuietly } from '#page/sections/link-page.tsx'
import { showNotFound } from '#page/sections/notice-pages.tsx'
import { pageTitle, type ShowPage } from '#page/sections/shown-page.ts'
import { LineActPage } from './line-act-page.tsx'
import { MePage } from './me-page.tsx'
import { filled, timeOf } from './words.ts'

export const showMe: ShowPage<'me'> = (campaign, visit) => {
  const placeTitle = visit.line?.standing.place && campaign.line?.copy.me.title
  return {
    status: 200,
    title: pageTitle(placeTitle || me.title, campaign.brand),
    body: <MePage campaign={campaign} visit={visit} />,
  }
}

export const showMeLine: ShowPage<'me-line'> = (campaign, visit) => {
  const copy = campaign.line?.copy.me
  if (!copy) return showNotFound(campaign)
  return {
    status: visit.name?.isWrong ? 422 : 200,
    title: pageTitle(copy.acts[visit.act].title, campaign.brand),
    body: <LineActPage campaign={campaign} copy={copy} visit={visit} />,
  }
}

export const showMeConsent: ShowPage<'me-consent'> = (campaign, visit) =>
  showQuietly(
    campaign,
    visit,
    consentChange[visit.view],
    visit.view === 'ask'
      ? {
          children: (
            <blockquote className="lead">{consentWording(campaign.consents[0])}</blockquote>
          ),
        }
      : {},
  )

/** QUIZ-9 */
export const showMeResult: ShowPage<'me-result'> = (campaign, visit) => {
  const { text, ...words } = resultChange[visit.view]
  const type = campaign.quiz?.types[visit.type].title ?? visit.type
  const saved = timeOf(visit.savedAt, campaign.timeZone)
  return showQuietly(campaign, visit, { ...words, text: filled(text, { type, saved }) })
}

export const showMeErase: ShowPage<'me-erase'> = (campaign, visit) =>
  showQuietly(
    campaign,
    visit,
    withPromises(erasure[visit.view]),
    visit.view === 'ask' ? { back: { href: visit.mePath, text: erasure.ask.keep } } : {},
  )
