import type { ReactNode } from 'react'
import { confirm, unsubscribe } from '#campaign/copy/interface.ts'
import { withPromises } from '#contract/promise-blanks.ts'
import { AskPage } from '#page/line/ask-page.tsx'
import { ConfirmedPage } from '#page/line/confirmed-page.tsx'
import { GiveUpPage, GiveUpSpotPage, WaitsPage } from '#page/line/leave-pages.tsx'
import { LinkPage, showQuietly } from '#page/sections/link-page.tsx'
import { showNotFound } from '#page/sections/notice-pages.tsx'
import { pageTitle, type ShowPage, type Visit } from '#page/sections/shown-page.ts'
import type { Drawing } from '#page/sections/unit-state.ts'
import { markAttribute } from '#page/signup/joined.ts'

/** LINE-9: with the person's place, where they have one. */
export const showConfirm: ShowPage<'confirm'> = (campaign, visit) => {
  const words = withPromises(confirm[visit.view], campaign)
  return { status: 200, title: pageTitle(words.title, campaign.brand), body: bodyOf() }

  function bodyOf(): ReactNode {
    const { line } = campaign
    const { ahead, standing } = visit
    const mark = markOf(visit)
    if (line && ahead) return <AskPage {...{ campaign, line, visit, ahead }} />
    if (line && standing?.place) {
      const { place } = standing
      return (
        <ConfirmedPage {...{ campaign, line, visit, mark, standing: { ...standing, place } }} />
      )
    }
    return (
      <LinkPage
        campaign={campaign}
        name={visit.page}
        mark={mark}
        address={visit.address}
        words={words}
        action={visit.action}
        drawing={drawingOf(visit)}
        next={visit.quizTaken ? undefined : 'quiz'}
      />
    )
  }
}

/** LINE-7: with what is given up, or until when it waits. */
export const showLeave: ShowPage<'unsubscribe'> = (campaign, visit) => {
  const words = withPromises(unsubscribe[visit.view])
  return { status: 200, title: pageTitle(words.title, campaign.brand), body: bodyOf() }

  function bodyOf(): ReactNode {
    const { line } = campaign
    const mark = markOf(visit)
    const { place = null, until = null, spot = null } = visit.line ?? {}
    if (line && visit.line && visit.view === 'ask' && place !== null)
      return <GiveUpPage {...{ campaign, line, visit, mark, standing: { ...visit.line, place } }} />
    if (line && visit.line && visit.view === 'ask' && spot !== null)
      return (
        <GiveUpSpotPage {...{ campaign, line, visit, mark, standing: { ...visit.line, spot } }} />
      )
    if (line && visit.line && until !== null)
      return <WaitsPage {...{ campaign, line, visit, mark, standing: { ...visit.line, until } }} />
    return (
      <LinkPage
        campaign={campaign}
        name={visit.page}
        mark={mark}
        address={visit.address}
        words={words}
        action={visit.action}
        drawing={drawingOf(visit)}
      />
    )
  }
}

export const showStopNews: ShowPage<'stop-news'> = (campaign, visit) => {
  const words = campaign.line?.copy.stopNews[visit.view]
  return words ? showQuietly(campaign, visit, words) : showNotFound(campaign)
}

type ListVisit = Visit<'confirm' | 'unsubscribe'>

/**
 * The level and the dot move with a confirmed address only; nothing is gold where no spot is won or
 * lost.
 */
function drawingOf({ page, view }: ListVisit): Drawing {
  if (page === 'unsubscribe') return view === 'ask' ? {} : { tone: 'quiet' }
  return { dot: view === 'ask' ? 'next' : 'last' }
}

/** FORM-9: the mark for a visitor who has confirmed or left, now or earlier. */
const markOf = ({ page, view }: ListVisit) =>
  view === 'ask' || view === 'remove'
    ? undefined
    : markAttribute(page === 'confirm' ? 'confirmed' : 'left')
