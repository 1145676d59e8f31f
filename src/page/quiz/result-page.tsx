import { quizResult } from '#campaign/copy/interface.ts'
import { questionKeys, resultOf, type QuizCopy } from '#contract/quiz.ts'
import { queryOf, pathWith, questionPath } from '#contract/quiz-pages.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { PageVisit } from '#contract/render.ts'
import { problemWords, type FormWords } from '#page/signup/form-words.ts'
import { Diagnosis } from './diagnosis.tsx'
import { SaveForm, servedForm } from './save-form.tsx'

type Props = {
  quiz: QuizCopy
  visit: Extract<PageVisit, { page: 'quiz-result' }>
  campaign: Pick<Campaign, 'consents' | 'forms'>
  words: FormWords
}

/** QUIZ-4 without script. */
export function ResultPage({
  quiz,
  visit: { answers, origin, key, pageToken, view },
  campaign,
  words,
}: Props) {
  return (
    <>
      <h1 lang={quizResult.lang}>{quizResult.complete}</h1>
      <div className="c stack">
        {/* The server shows this page only when all four questions are answered. */}
        <Diagnosis quiz={quiz} result={resultOf(quiz, answers)!} />
        <SaveForm
          sent={{ answers, origin, key }}
          served={{ pageToken, consent: campaign.consents[0], words, problem: problemWords(view) }}
          form={servedForm(view)}
        />
        <p>
          <a
            className="back"
            href={pathWith(questionPath(questionKeys.at(-1)!), queryOf(answers, origin))}
            lang={quizResult.lang}
          >
            {quizResult.back}
          </a>
        </p>
      </div>
    </>
  )
}
