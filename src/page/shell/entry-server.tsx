import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { campaign } from '#campaign/campaign.ts'
import {
  confirm,
  formMessages,
  form,
  linkUnknown,
  notFound,
  tryLater,
  unexpected,
  unsubscribe,
} from '#campaign/copy/interface.ts'
import { quizResult } from '#campaign/copy/quiz-result.ts'
import { consentChange, onceChange, erasure, me } from '#campaign/copy/me.ts'
import { paths } from '#contract/api.ts'
import { consentWording, type Campaign } from '#contract/campaign.ts'
import { cardOf, markedCampaign } from '#contract/marked-campaign.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import type { FormView, PageVisit, Rendered, RenderPage, SaveView, Site } from '#contract/render.ts'
import { countedFigures, shownFigures, type ShownCampaign } from '#contract/shown-figures.ts'
import { markAttribute } from '#page/signup/joined.ts'
import { renderHead } from './head.tsx'
import {
  LinkPage,
  LinkUnknown,
  NotFound,
  TryLater,
  Unexpected,
  type LinkWords,
} from '#page/sections/link-page.tsx'
import { Privacy } from '#page/sections/privacy-page.tsx'
import { SmallPage } from '#page/sections/small-page.tsx'
import { StandalonePage } from '#page/sections/standalone-page.tsx'
import type { Drawing } from '#page/sections/unit.tsx'
import { AskPage } from '#page/line/ask-page.tsx'
import { ConfirmedPage } from '#page/line/confirmed-page.tsx'
import { SpotBusyPage, SpotPage, spotWords } from '#page/line/spot-page.tsx'
import { LineRulesPage } from '#page/line/line-rules-page.tsx'
import { GiveUpPage, WaitsPage } from '#page/line/leave-pages.tsx'
import { LineActPage } from '#page/me/line-act-page.tsx'
import { MePage } from '#page/me/me-page.tsx'
import { EndedPage } from './ended-page.tsx'
import { Page } from './page.tsx'
import { stepName } from '#page/quiz/progress.tsx'
import { QuestionPage } from '#page/quiz/question-page.tsx'
import { ResultPage } from '#page/quiz/result-page.tsx'
import { SavedPage } from '#page/quiz/saved-page.tsx'
import type { Failures } from '#page/ui/section.tsx'

/**
 * A pure function of the visit: see contract/render.ts. `title`, `head` and `html` are HTML, to be
 * put in as they are.
 */
export const renderPage: RenderPage = (visit, site) => renderCampaign(campaign, visit, site)

/** The page of any campaign. */
export function renderCampaign(declared: Campaign, visit: PageVisit, site: Site): Rendered {
  const { publicUrl, anonKey, facts } = site
  const campaign = markedCampaign(shownAt(declared, visit, site), facts)
  const failures: Failures = []
  const { status, title, titleLang, listed, body } = pageOf(campaign, visit, site, failures)
  return {
    status,
    title: renderToStaticMarkup(title),
    titleLang,
    head: renderHead({
      campaign,
      anonKey,
      listed: listed ? { title, publicUrl, ...listed } : null,
      card: cardOf(facts),
    }),
    html: renderToString(body),
    failures,
  }
}

/** Served until the next deploy, so that no count may stand on them. */
const lasting: ReadonlySet<PageVisit['page']> = new Set([
  'privacy',
  'line-rules',
  'not-found',
  'unexpected',
])

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

/** `listed` have the pages that may be indexed. */
type Shown = {
  status: number
  title: string
  titleLang?: string | undefined
  listed?: { path: string; description: string }
  body: ReactNode
}

function pageOf(campaign: ShownCampaign, visit: PageVisit, site: Site, failures: Failures): Shown {
  const { brand, head, privacy } = campaign
  const titled = (title: string) => pageTitle(title, brand)
  switch (visit.page) {
    case 'landing':
      return {
        status: statusOf(visit.form?.view),
        title: titleOf(campaign, visit.form?.view),
        listed: { path: '/', description: head.description },
        body: <Page campaign={campaign} visit={visit} site={site} failures={failures} />,
      }
    case 'ended':
      return endedOf(campaign, visit, site)
    case 'privacy':
      return {
        status: 200,
        title: titled(privacy.title),
        listed: { path: paths.privacy, description: privacy.intro },
        body: <Privacy campaign={campaign} />,
      }
    case 'line-rules':
      return lineRulesOf(campaign, visit)
    case 'not-found':
      return notFoundOf(campaign)
    case 'quiz-question':
    case 'quiz-result':
    case 'quiz-saved':
      return campaign.quiz ? quizOf(campaign, campaign.quiz, visit, site) : notFoundOf(campaign)
    case 'confirm':
      return confirmOf(campaign, visit)
    case 'unsubscribe':
      return leaveOf(campaign, visit)
    case 'stop-news':
      return stopNewsOf(campaign, visit)
    case 'me':
      return {
        status: 200,
        title: titled(meTitleOf(campaign, visit)),
        body: <MePage campaign={campaign} visit={visit} />,
      }
    case 'me-line':
      return meLineOf(campaign, visit)
    case 'me-consent': {
      const words = consentChange[visit.view]
      const line = visit.view === 'ask' && (
        <blockquote className="lead">{consentWording(campaign.consents[0])}</blockquote>
      )
      return {
        status: 200,
        title: titled(words.title),
        body: (
          <LinkPage
            campaign={campaign}
            name={visit.page}
            words={words}
            action={visit.action}
            drawing={quiet}
          >
            {line}
          </LinkPage>
        ),
      }
    }
    case 'me-erase':
      return {
        status: 200,
        title: titled(erasure[visit.view].title),
        body: (
          <LinkPage
            campaign={campaign}
            name={visit.page}
            words={erasure[visit.view]}
            action={visit.action}
            drawing={quiet}
          />
        ),
      }
    case 'once':
      return {
        status: 200,
        title: titled(onceChange[visit.view].title),
        body: (
          <LinkPage
            campaign={campaign}
            name={visit.page}
            words={onceChange[visit.view]}
            {...(visit.action && { action: visit.action })}
            drawing={quiet}
          />
        ),
      }
    case 'spot':
    case 'spot-busy':
      return spotOf(campaign, visit)
    case 'link-unknown':
      return {
        status: 404,
        title: titled(linkUnknown.title),
        body: <LinkUnknown campaign={campaign} />,
      }
    case 'unexpected':
      return { status: 500, title: unexpected.title, body: <Unexpected campaign={campaign} /> }
    case 'try-later':
      return {
        status: 503,
        title: titled(tryLater.title),
        body: <TryLater campaign={campaign} action={visit.action} />,
      }
  }
}

type LinkVisit = Extract<PageVisit, { page: 'confirm' | 'unsubscribe' }>

const quiet: Drawing = { tone: 'quiet' }

/**
 * The level and the dot move with a confirmed address only; nothing is gold where no spot is won or
 * lost.
 */
function drawingOf({ page, view }: LinkVisit): Drawing {
  if (page === 'unsubscribe') return view === 'ask' ? {} : quiet
  return { dot: view === 'ask' ? 'next' : 'last' }
}

/** FORM-9: the mark for a visitor who has confirmed or left, now or earlier. */
const markOf = ({ page, view }: LinkVisit) =>
  view === 'ask' || view === 'remove'
    ? undefined
    : markAttribute(page === 'confirm' ? 'confirmed' : 'left')

const pageTitle = (title: string, brand: string) => `${title.replace(/\.$/, '')} – ${brand}`

const notFoundOf = (campaign: Campaign): Shown => ({
  status: 404,
  title: pageTitle(notFound.title, campaign.brand),
  body: <NotFound campaign={campaign} />,
})

function lineRulesOf(
  campaign: Campaign,
  { changes }: Extract<PageVisit, { page: 'line-rules' }>,
): Shown {
  const words = campaign.line?.copy.rules
  if (!words) return notFoundOf(campaign)
  return {
    status: 200,
    title: pageTitle(words.link, campaign.brand),
    listed: { path: paths.line, description: words.lead },
    body: <LineRulesPage campaign={campaign} changes={changes} />,
  }
}

function stopNewsOf(
  campaign: Campaign,
  { view, action }: Extract<PageVisit, { page: 'stop-news' }>,
): Shown {
  const words = campaign.line?.copy.stopNews[view]
  if (!words) return notFoundOf(campaign)
  return {
    status: 200,
    title: pageTitle(words.title, campaign.brand),
    body: (
      <LinkPage
        campaign={campaign}
        name="stop-news"
        words={words}
        action={action}
        drawing={quiet}
      />
    ),
  }
}

/** LINE-8 */
function spotOf(
  campaign: ShownCampaign,
  visit: Extract<PageVisit, { page: 'spot' | 'spot-busy' }>,
): Shown {
  if (!campaign.line) return notFoundOf(campaign)
  const words = campaign.line.copy.spot
  if (visit.page === 'spot-busy')
    return {
      status: 429,
      title: pageTitle(words.busy.title, campaign.brand),
      body: <SpotBusyPage campaign={campaign} words={words.busy} />,
    }
  return {
    status: 200,
    title: pageTitle(spotWords(words, visit.spot).title, campaign.brand),
    body: <SpotPage campaign={campaign} words={words} {...visit} />,
  }
}

type EndedVisit = Extract<PageVisit, { page: 'ended' }>

/** END-2: the state is in the title, so that screen readers read it first (WCAG 2.4.2). */
function endedOf(campaign: Campaign, visit: EndedVisit, { facts }: Site): Shown {
  if (!facts || facts.launch.state === 'open') return notFoundOf(campaign)
  const { headline, card } = campaign.ends[facts.launch.state]
  const { description } = campaign.head
  return {
    status: visit.refused ? 409 : statusOf(visit.form),
    title: pageTitle(card.title, campaign.brand),
    ...(!visit.refused && { listed: { path: '/', description: headline.text || description } }),
    body: <EndedPage campaign={campaign} visit={visit} facts={facts} />,
  }
}

type ConfirmVisit = Extract<PageVisit, { page: 'confirm' }>

/** LINE-9: with the person's place, where they have one. */
function confirmOf(campaign: ShownCampaign, visit: ConfirmVisit): Shown {
  const words: LinkWords = confirm[visit.view]
  const shown = (body: ReactNode): Shown => ({
    status: 200,
    title: pageTitle(words.title, campaign.brand),
    body,
  })
  const { line } = campaign
  const mark = markOf(visit)
  if (line && visit.ahead)
    return shown(<AskPage campaign={campaign} line={line} visit={visit} ahead={visit.ahead} />)
  if (line && visit.standing?.place)
    return shown(
      <ConfirmedPage
        campaign={campaign}
        line={line}
        visit={visit}
        mark={mark}
        standing={{ ...visit.standing, place: visit.standing.place }}
      />,
    )
  return shown(
    <LinkPage
      campaign={campaign}
      name={visit.page}
      mark={mark}
      words={words}
      action={visit.action}
      drawing={drawingOf(visit)}
      next={visit.quizTaken ? undefined : 'quiz'}
    />,
  )
}

type LeaveVisit = Extract<PageVisit, { page: 'unsubscribe' }>

/** LINE-7: with what is given up, or until when it waits. */
function leaveOf(campaign: ShownCampaign, visit: LeaveVisit): Shown {
  const words: LinkWords = unsubscribe[visit.view]
  const mark = markOf(visit)
  return { status: 200, title: pageTitle(words.title, campaign.brand), body: bodyOf() }

  function bodyOf(): ReactNode {
    const { line } = campaign
    const { place = null, until = null } = visit.line ?? {}
    if (line && visit.line && visit.view === 'ask' && place !== null)
      return <GiveUpPage {...{ campaign, line, visit, mark, standing: { ...visit.line, place } }} />
    if (line && visit.line && until !== null)
      return <WaitsPage {...{ campaign, line, visit, mark, standing: { ...visit.line, until } }} />
    return (
      <LinkPage
        campaign={campaign}
        name={visit.page}
        mark={mark}
        words={words}
        action={visit.action}
        drawing={drawingOf(visit)}
      />
    )
  }
}

const meTitleOf = ({ line }: Campaign, visit: Extract<PageVisit, { page: 'me' }>): string =>
  (visit.line?.standing.place && line?.copy.me.title) || me.title

function meLineOf(campaign: ShownCampaign, visit: Extract<PageVisit, { page: 'me-line' }>): Shown {
  const copy = campaign.line?.copy.me
  if (!copy) return notFoundOf(campaign)
  return {
    status: visit.name?.isWrong ? 422 : 200,
    title: pageTitle(copy.acts[visit.act].title, campaign.brand),
    body: <LineActPage campaign={campaign} copy={copy} visit={visit} />,
  }
}

type QuizVisit = Extract<PageVisit, { page: `quiz-${string}` }>

/** The quiz without script. */
function quizOf(campaign: Campaign, quiz: QuizCopy, visit: QuizVisit, site: Site): Shown {
  const shown = (
    title: string,
    titleLang: string | undefined,
    body: ReactNode,
    status = 200,
  ): Shown => ({
    status,
    titleLang,
    title: pageTitle(title, campaign.brand),
    body: (
      <StandalonePage campaign={campaign} name={visit.page}>
        {body}
      </StandalonePage>
    ),
  })
  switch (visit.page) {
    case 'quiz-question':
      return shown(
        `${stepName(quiz.dialog, visit.question)} – ${quiz.dialog.title}`,
        quiz.lang,
        <QuestionPage
          quiz={quiz}
          question={visit.question}
          answers={visit.answers}
          origin={visit.origin}
        />,
      )
    case 'quiz-result': {
      const [title, lang] = resultTitles[visit.view.state]
      return shown(
        title,
        lang,
        <ResultPage quiz={quiz} visit={visit} consents={campaign.consents} />,
        statusOf(visit.view),
      )
    }
    case 'quiz-saved':
      return savedOf(campaign, quiz, visit, site)
  }
}

function savedOf(
  campaign: Campaign,
  quiz: QuizCopy,
  visit: Extract<QuizVisit, { page: 'quiz-saved' }>,
  { optIn }: Site,
): Shown {
  const { title } = quiz.types[visit.type]
  const titleLang = quiz.typeNameLang ?? quiz.lang
  return {
    status: 200,
    titleLang,
    title: pageTitle(title, campaign.brand),
    body: (
      <SmallPage
        campaign={campaign}
        name={visit.page}
        mark={markAttribute('joined')}
        title={title}
        titleLang={titleLang}
      >
        <SavedPage quiz={quiz} visit={visit} optIn={optIn} />
      </SmallPage>
    ),
  }
}

/** The title of the result page and its language, by the state of its form. */
const resultTitles: Record<SaveView['state'], [title: string, lang: string]> = {
  idle: [quizResult.complete, quizResult.lang],
  invalid: [formMessages.invalidTitle, formMessages.lang],
  busy: [quizResult.busyTitle, quizResult.lang],
  'not-stored': [quizResult.failedTitle, quizResult.failedTitleLang],
}

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

function statusOf(view: FormView | undefined): number {
  const special: Partial<Record<FormView['state'], number>> = {
    invalid: 422,
    busy: 429,
    'not-stored': 503,
  }
  return (view && special[view.state]) ?? 200
}
