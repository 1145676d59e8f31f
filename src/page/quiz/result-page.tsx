import { formMessages } from '#campaign/copy/interface.ts'
import { quizFormFromElsewhere, quizResult } from '#campaign/copy/quiz-result.ts'
import { consentIn } from '#contract/consents.ts'
import { questionKeys, resultOf, type QuizCopy } from '#contract/quiz.ts'
import { queryOf, pathWith, questionPath } from '#contract/quiz-pages.ts'
import type { PageVisit, SaveView } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { fill } from '#contract/text.ts'
import { ProblemNotice } from '#page/signup/form-notices.tsx'
import { Diagnosis } from './diagnosis.tsx'
import { SaveForm, servedForm } from './save-form.tsx'

type Props = {
  quiz: QuizCopy
  visit: Extract<PageVisit, { page: 'quiz-result' }>
  campaign: ShownCampaign
}

/** QUIZ-4 without script. END-2: a result is saved while the list is open. */
export function ResultPage({
  quiz,
  visit: { answers, origin, proof, key, pageToken, view },
  campaign: { consents, notice },
}: Props) {
  return (
    <div className="result" lang={quizResult.lang}>
      <h1>{quizResult.complete}</h1>
      {/* The server shows this page only when all four questions are answered. */}
      <Diagnosis quiz={quiz} result={resultOf(quiz, answers)!}>
        {notice ? (
          <p className="capture" lang={formMessages.lang}>
            {notice.text}
          </p>
        ) : (
          <SaveForm
            sent={{ answers, origin, key, proof }}
            served={{ pageToken, consent: consentIn(consents, quizResult.lang) }}
            form={servedForm(view)}
            problem={<Unsaved view={view} />}
          />
        )}
      </Diagnosis>
      <p>
        <a
          className="back"
          href={pathWith(questionPath(questionKeys.at(-1)!), queryOf(answers, origin, proof))}
        >
          {quizResult.back}
        </a>
      </p>
    </div>
  )
}

/** QUIZ-8: above a form that was not saved. */
function Unsaved({ view }: { view: SaveView }) {
  switch (view.state) {
    case 'busy': {
      const text = fill(quizResult.busy, { seconds: view.retryAfterS })
      return <ProblemNotice title={quizResult.busyTitle} text={text} />
    }
    case 'elsewhere':
      return <ProblemNotice {...quizFormFromElsewhere} />
    case 'not-stored':
      return (
        <div className="problem" role="alert">
          <b lang={quizResult.failedTitleLang}>{quizResult.failedTitle}</b>
          <p>{quizResult.failed}</p>
          <p>{quizResult.notSaved}</p>
        </div>
      )
    default:
      return null
  }
}
