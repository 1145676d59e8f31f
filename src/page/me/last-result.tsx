import { language } from '#campaign'
import type { LineMeCopy } from '#contract/line/copy.ts'
import type { SavedQuizResult } from '#contract/people/personal-records.ts'
import { scoreRange, typesOf, type PerformanceType, type QuizCopy } from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

type Props = {
  copy: LineMeCopy['quiz']
  quiz: QuizCopy
  results: readonly SavedQuizResult[]
  timeZone: string
}

/** The newest quiz result: its type, and the scores. */
export function LastResult({ copy, quiz, results, timeZone }: Props) {
  const result = results.at(-1)
  if (!result) return null
  const { most } = scoreRange(quiz)
  const scoreOf = (type: PerformanceType) => result.scores[type] ?? 0
  return (
    <section className="plate wrap" aria-labelledby="quiz">
      <p className="label ref">{copy.label}</p>
      <div className="body two-parts">
        <div>
          <h2 id="quiz" className="mid" lang={quiz.typeNameLang}>
            {result.result_data.title}
          </h2>
          <p className="note">
            {fill(copy.saved, { date: inZone(result.savedAt, timeZone, language).day })}
          </p>
        </div>
        <ul className="scores">
          {typesOf(quiz)
            .filter((type) => result.scores[type] !== undefined)
            .sort((a, b) => scoreOf(b) - scoreOf(a))
            .map((type) => (
              <li key={type} data-own={type === result.performance_type || undefined}>
                {quiz.dialog.axes[type]}{' '}
                <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                  <path className="thin" d={`M0 .5H${most}`} />
                  <path className="score" d={`M0 .5H${scoreOf(type)}`} />
                </svg>{' '}
                <span className="num">{scoreOf(type)}</span>
              </li>
            ))}
        </ul>
      </div>
    </section>
  )
}
