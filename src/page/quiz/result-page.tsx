import { quizResult } from '#campaign/copy/quiz-result.ts'
import { consentIn, type Campaign } from '#contract/campaign.ts'
import { questionKeys, resultOf, type QuizCopy } from '#contract/quiz.ts'
import { queryOf, pathWith, questionPath } from '#contract/quiz-pages.ts'
import type { PageVisit } from '#contract/render.ts'
import { Diagnosis } from './diagnosis.tsx'
import { SaveForm, servedForm } from './save-form.tsx'

type Props = {
  quiz: QuizCopy
  visit: Extract<PageVisit, { page: 'quiz-result' }>
  consents: Campaign['consents']
}

/** QUIZ-4 without script. */
export function ResultPage({
  quiz,
  visit: { answers, origin, proof, key, pageToken, view },
  consents,
}: Props) {
  return (
    <div className="result" lang={quizResult.lang}>
      <h1>{quizResult.complete}</h1>
      {/* The server shows this page only when all four questions are answered. */}
      <Diagnosis quiz={quiz} result={resultOf(quiz, answers)!}>
        <SaveForm
          sent={{ answers, origin, key, proof }}
          served={{ pageToken, consent: consentIn(consents, quizResult.lang) }}
          form={servedForm(view)}
        />
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
