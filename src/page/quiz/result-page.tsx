import { quizResult } from '#campaign/copy/interface.ts'
import { bottleneckOf, questionKeys, resultOf, type QuizCopy } from '#contract/quiz.ts'
import { pathWith, questionPath } from '#contract/quiz-pages.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { PageVisit } from '#contract/render.ts'
import type { FormWords } from '#page/capture/words.ts'
import { SaveForm } from './save-form.tsx'
import { ScorePicture } from './score-picture.tsx'

type Props = { quiz: QuizCopy; visit: Extract<PageVisit, { page: 'quiz-result' }>; campaign: Pick<Campaign, 'consents' | 'forms'>; words: FormWords }

/** QUIZ-4 without script. */
export function ResultPage({ quiz, visit, campaign, words }: Props) {
  const { types, dialog, questions } = quiz
  // The server shows this page to nobody who has not answered all four.
  const result = resultOf(quiz, visit.answers)!
  const type = types[result.performance_type]
  const bottleneck = bottleneckOf(questions, visit.answers)!
  return (
    <>
      <h1 lang={quizResult.lang}>{quizResult.complete}</h1>
      <div className="c stack">
        <h2>{type.title}</h2>
        <p className="lead" lang={type.lang}>{type.description}</p>
        <ScorePicture scores={result.scores} high={result.performance_type} dialog={dialog} />
        <h3 lang={quizResult.lang}>{quizResult.bottleneck}</h3>
        <p lang={types[bottleneck].lang}>{types[bottleneck].bottleneck}</p>
        <h3 lang={quizResult.lang}>{quizResult.solution}</h3>
        <p lang={type.lang}>{type.recommendation}</p>
        <SaveForm visit={visit} consent={campaign.consents[0]} placeholder={campaign.forms.placeholder} words={words} />
        <p><a className="back" href={pathWith(questionPath(questionKeys.at(-1)!), visit.answers)} lang={quizResult.lang}>{quizResult.back}</a></p>
      </div>
    </>
  )
}
