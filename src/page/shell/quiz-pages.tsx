import type { ReactNode } from 'react'
import { formMessages, prefix, quizResult } from '#campaign'
import type { ResultTexts } from '#campaign/compose.ts'
import {
  keyField,
  quizPaths,
  queryOf,
  pathAfter,
  pathWith,
  questionBefore,
  questionPath,
  questionPaths,
} from '#contract/quiz/pages.ts'
import { resultOf, titleOf, type QuizCopy } from '#contract/quiz/quiz.ts'
import type { SaveView } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill } from '#contract/text.ts'
import { ProgressDial } from '#page/quiz/dial.tsx'
import { Progress, stepName } from '#page/quiz/progress.tsx'
import { QuizResult } from '#page/quiz/quiz-result.tsx'
import { QuizStep } from '#page/quiz/quiz-step.tsx'
import { otherThan, queryIn, quizOf, tagOf, textsIn } from '#page/quiz/results.ts'
import { SavedPanel, SaveForm } from '#page/quiz/save-form.tsx'
import { Footer } from '#page/sections/footer.tsx'
import { LaunchStrip } from '#page/sections/strip.tsx'
import { Masthead } from '#page/sections/masthead.tsx'
import { HomeLink } from '#page/sections/next-step.tsx'
import { showNotFound } from '#page/sections/plain-pages.tsx'
import { pageTitle, statusOf, type ShowPage, type Visit } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { HiddenValues } from '#page/signup/form-element.tsx'
import { ProblemNotice } from '#page/signup/form-notices.tsx'
import { stateOf } from '#page/signup/use-email-form.ts'

/*
 * The quiz without script: a page for each question, for the result, and for a saved result. The
 * answers travel in the query (contract/quiz/pages.ts).
 */

export const showQuestion: ShowPage<'quiz-question'> = (campaign, visit) => {
  const { brand, quiz } = campaign
  if (!quiz) return showNotFound(campaign)
  return {
    status: 200,
    title: pageTitle(`${stepName(quiz, visit.question)} – ${quiz.dialog.title}`, brand),
    body: (
      <Frame campaign={campaign} name={visit.page}>
        <QuestionPage quiz={quiz} visit={visit} />
      </Frame>
    ),
  }
}

/** QUIZ-1, QUIZ-2: one question. Its form leads to the next with all answers so far. */
function QuestionPage({ quiz, visit }: { quiz: QuizCopy; visit: Visit<'quiz-question'> }) {
  const { question: id, answers } = visit
  const asked = quiz.questions.find((question) => question.id === id)!
  const before = questionBefore(quiz.questions, id)
  const fields = queryOf(visit)
  const { [id]: chosen, ...others } = fields
  return (
    <div className="question">
      <Progress quiz={quiz} question={id} answers={answers} />
      <form
        className="quiz"
        action={prefix + pathAfter(quiz.questions, id)}
        aria-describedby="quiz-subtitle"
      >
        <QuizStep
          asked={asked}
          chosen={chosen}
          legend={
            <legend>
              <h1>{asked.question}</h1>
            </legend>
          }
        />
        <HiddenValues values={others} />
        <button className="btn" type="submit">
          {quiz.dialog.next}
        </button>
      </form>
      {before && (
        <p>
          <a
            className="back"
            href={prefix + pathWith(questionPath(quiz.questions, before), fields)}
          >
            {quizResult.former}
          </a>
        </p>
      )}
      <ProgressDial quiz={quiz} answers={answers} />
    </div>
  )
}

export const showResult: ShowPage<'quiz-result'> = (campaign, visit) => {
  const { brand, quiz } = campaign
  if (!quiz) return showNotFound(campaign)
  const texts = textsIn(visit.resultIn)
  const [title, titleLang] = resultTitles(texts)[visit.view.state]
  return {
    status: statusOf(visit.view),
    titleLang,
    title: pageTitle(title, brand),
    body: (
      <Frame campaign={campaign} name={visit.page}>
        <ResultPage texts={texts} visit={visit} campaign={campaign} />
      </Frame>
    ),
  }
}

/** The title of the result page and its language, by the state of its form. */
const resultTitles = ({
  lang,
  words,
  fromElsewhere,
}: ResultTexts): Record<SaveView['state'], [title: string, lang: string | undefined]> => ({
  idle: [words.complete, lang],
  invalid: [formMessages.invalidTitle, lang && formMessages.lang],
  elsewhere: [fromElsewhere.title, lang],
  busy: [words.busyTitle, lang],
  'not-stored': [words.failedTitle, words.failedTitleLang],
})

/** QUIZ-4. END-2: a result is saved while the list is open. */
function ResultPage({
  texts,
  visit: { answers, origin, proof, key, pageToken, view },
  campaign: { notice },
}: {
  texts: ResultTexts
  visit: Visit<'quiz-result'>
  campaign: ShownCampaign
}) {
  const quiz = quizOf(texts)
  const { lang, words } = texts
  const lastQuestion = questionPaths(quiz.questions).at(-1)!
  const other = otherThan(texts)
  const query = queryOf({ answers, origin, proof })
  return (
    <div className="result" lang={lang}>
      <h1>{words.complete}</h1>
      {other && (
        <p>
          <a
            className="back"
            href={
              prefix + pathWith(quizPaths.result, { ...query, [keyField]: key, ...queryIn(other) })
            }
            lang={tagOf(other)}
          >
            {other.words.offer}
          </a>
        </p>
      )}
      {/* The server shows this page only when all questions are answered. */}
      <QuizResult texts={texts} result={resultOf(quiz, answers)!}>
        {notice ? (
          <p className="capture" lang={lang && formMessages.lang}>
            {notice.text}
          </p>
        ) : (
          <SaveForm
            sent={{ answers, origin, key, proof }}
            texts={texts}
            pageToken={pageToken}
            form={{ state: stateOf(view) }}
            problem={<Unsaved view={view} texts={texts} />}
          />
        )}
      </QuizResult>
      <p>
        <a className="back" href={prefix + pathWith(lastQuestion, { ...query, ...queryIn(texts) })}>
          {words.back}
        </a>
      </p>
    </div>
  )
}

/** QUIZ-8: above a form that was not saved. */
function Unsaved({ view, texts }: { view: SaveView; texts: ResultTexts }) {
  const { words, fromElsewhere } = texts
  switch (view.state) {
    case 'busy': {
      const text = fill(words.busy, { seconds: view.retryAfterS })
      return <ProblemNotice title={words.busyTitle} text={text} />
    }
    case 'elsewhere':
      return <ProblemNotice {...fromElsewhere} />
    case 'not-stored':
      return (
        <div className="problem" role="alert">
          <b lang={words.failedTitleLang}>{words.failedTitle}</b>
          <p>{words.failed}</p>
          <p>{words.notSaved}</p>
        </div>
      )
    default:
      return null
  }
}

/** QUIZ-7: below the type as title: what will arrive, and when. */
export const showSaved: ShowPage<'quiz-saved'> = (campaign, visit, { optIn }) => {
  const { brand, quiz } = campaign
  if (!quiz) return showNotFound(campaign)
  const texts = textsIn(visit.resultIn)
  const title = titleOf(texts.ofQuiz, visit.type) ?? visit.type
  const lang = texts.ofQuiz.typeNameLang ?? texts.lang
  return {
    status: 200,
    titleLang: lang,
    title: pageTitle(title, brand),
    body: (
      <SmallPage campaign={campaign} visit={visit} heading={{ title, lang }}>
        <SavedPanel texts={texts} optIn={optIn} email={visit.email} />
        <div className="next-step">
          <HomeLink />
        </div>
      </SmallPage>
    ),
  }
}

type FrameProps = { campaign: ShownCampaign; name: string; children: ReactNode }

/** The frame of a question and of a result, which are wider than a small page. */
const Frame = ({ campaign: { brand, mast, notice }, name, children }: FrameProps) => (
  <>
    <LaunchStrip notice={notice} />
    <Masthead brand={brand} mast={mast} />
    <main className="standalone plate wrap" data-page={name}>
      {children}
    </main>
    <Footer brand={brand} />
  </>
)
