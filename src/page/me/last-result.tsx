import { language } from '#campaign'
import type { LineMeCopy } from '#contract/line/copy.ts'
import type { SavedQuizResult } from '#contract/people/personal-records.ts'
import { performanceTypes, type QuizCopy } from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

type Props = {
  copy: LineMeCopy['quiz']
  quiz: QuizCopy
  results: readonly SavedQuizResult[]
  timeZone: string
}

/** A score is 12 at most. */
const most = 12

/** The newest quiz result: its type, and the scores in the quiz's language. */
export function LastResult({ copy, quiz, results, timeZone }: Props) {
  const result = results.at(-1)
  if (!result) return null
  return (
    <section className="plate wrap" aria-labelledby="quiz">
      <p className="label ref">{copy.label}</p>
      <div className="body two-parts">
        <div>
          <h2 id="quiz" className="mid" lang={quiz.typeNameLang ?? quiz.lang}>
            {result.result_data.title}
          </h2>
          <p className="note">
            {fill(copy.saved, { date: inZone(result.savedAt, timeZone, language).day })}
          </p>
        </div>
        <ul className="scores" lang={quiz.lang}>
          {[...performanceTypes]
            .sort((a, b) => result.scores[b] - result.scores[a])
            .map((type) => (
              <li key={type} data-own={type === result.performance_type || undefined}>
                {quiz.dialog.axes[type]}{' '}
                <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                  <path className="thin" d={`M0 .5H${most}`} />
                  <path className="score" d={`M0 .5H${result.scores[type]}`} />
                </svg>{' '}
                <span className="num">{result.scores[type]}</span>
              </li>
            ))}
        </ul>
      </div>
    </section>
  )
}
