import { formMessages } from '#campaign/copy/interface.ts'
import { quizFormFromElsewhere, quizResult } from '#campaign/copy/quiz-result.ts'
import type { SaveView } from '#contract/render.ts'
import { stepName } from '#page/quiz/progress.tsx'
import { QuestionPage } from '#page/quiz/question-page.tsx'
import { ResultPage } from '#page/quiz/result-page.tsx'
import { SavedPage } from '#page/quiz/saved-page.tsx'
import { showNotFound } from '#page/sections/plain-pages.tsx'
import { pageTitle, statusOf, type ShowPage } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { StandalonePage } from '#page/sections/standalone-page.tsx'

/** QUIZ-1 without script. */
export const showQuestion: ShowPage<'quiz-question'> = (campaign, visit) => {
  const { brand, quiz } = campaign
  if (!quiz) return showNotFound(campaign)
  const { page, question, answers, origin, proof } = visit
  return {
    status: 200,
    titleLang: quiz.lang,
    title: pageTitle(`${stepName(quiz.dialog, question)} – ${quiz.dialog.title}`, brand),
    body: (
      <StandalonePage campaign={campaign} name={page}>
        <QuestionPage
          quiz={quiz}
          question={question}
          answers={answers}
          origin={origin}
          proof={proof}
        />
      </StandalonePage>
    ),
  }
}

/** QUIZ-4 without script. */
export const showResult: ShowPage<'quiz-result'> = (campaign, visit) => {
  const { brand, quiz } = campaign
  if (!quiz) return showNotFound(campaign)
  const [title, titleLang] = resultTitles[visit.view.state]
  return {
    status: statusOf(visit.view),
    titleLang,
    title: pageTitle(title, brand),
    body: (
      <StandalonePage campaign={campaign} name={visit.page}>
        <ResultPage quiz={quiz} visit={visit} campaign={campaign} />
      </StandalonePage>
    ),
  }
}

export const showSaved: ShowPage<'quiz-saved'> = (campaign, visit, { optIn }) => {
  const { brand, quiz } = campaign
  if (!quiz) return showNotFound(campaign)
  const { title } = quiz.types[visit.type]
  const titleLang = quiz.typeNameLang ?? quiz.lang
  return {
    status: 200,
    titleLang,
    title: pageTitle(title, brand),
    body: (
      <SmallPage campaign={campaign} visit={visit} heading={{ title, lang: titleLang }}>
        <SavedPage quiz={quiz} visit={visit} optIn={optIn} />
      </SmallPage>
    ),
  }
}

/** The title of the result page and its language, by the state of its form. */
const resultTitles: Record<SaveView['state'], [title: string, lang: string]> = {
  idle: [quizResult.complete, quizResult.lang],
  invalid: [formMessages.invalidTitle, formMessages.lang],
  elsewhere: [quizFormFromElsewhere.title, quizResult.lang],
  busy: [quizResult.busyTitle, quizResult.lang],
  'not-stored': [quizResult.failedTitle, quizResult.failedTitleLang],
}
