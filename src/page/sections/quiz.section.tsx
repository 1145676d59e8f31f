import { typesOf } from '#contract/quiz/quiz.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill } from '#contract/text.ts'
import { Island } from '#page/islands/island.tsx'
import { InvitationDial } from '#page/quiz/dial.tsx'
import { QuizDialog } from '#page/quiz/quiz-dialog.island.tsx'
import type { SectionProps } from './section-content.ts'

/**
 * FLOW-1: invites to the quiz. Its call to action leads to the first question; with script it opens
 * the dialog.
 */
export const Content = ({
  copy: { ref, title, text, cta, types, axes },
  campaign,
  served: { pageToken, origin },
  optIn,
}: SectionProps<'quiz'>) => (
  <>
    <p className="ref label">{ref}</p>
    <div className="c stack">
      <h2 id="quiz-title">{title}</h2>
      <p className="lead">{text}</p>
      <Island
        name="quiz"
        component={QuizDialog}
        position="quiz"
        section="quiz"
        trigger="visible"
        props={{ cta, pageToken, optIn, origin }}
      />
      <ul className="kinds">
        {types.map((type, index) => (
          <li key={type}>
            {type} <Share campaign={campaign} index={index} />
          </li>
        ))}
      </ul>
    </div>
    <div className="d">
      <InvitationDial axes={axes} />
    </div>
  </>
)

/**
 * LIVE-2: the share of a type in all results, rounded down, once each type has enough results to be
 * counted.
 */
function Share({
  campaign: { counted, live, quiz },
  index,
}: {
  campaign: ShownCampaign
  index: number
}) {
  const results = typesOf(quiz).map((type) => counted?.quizTypes[type])
  const total = results.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const count = results[index]
  if (results.includes(undefined) || count === undefined) return null
  const percent = Math.floor((count / total) * 100)
  return <span className="as-of">{fill(live.quizType, { n: percent })}</span>
}
