import type { SectionCopies } from '#contract/campaign.ts'
import { questionKeys } from '#contract/quiz.ts'
import { questionPath } from '#contract/quiz-pages.ts'
import { SelectorRing } from './selector-ring.tsx'

type Props = { copy: NonNullable<SectionCopies['quiz']> }

/** FLOW-1: the quiz's place. Its call to action leads to the first question. */
export const QuizInvitation = ({ copy: { ref, title, text, cta, types, axes } }: Props) => (
  <>
    <p className="ref label">{ref}</p>
    <div className="c stack">
      <h2 id="quiz-title">{title}</h2>
      <p className="lead">{text}</p>
      <p><a className="btn" data-look="line" data-cta="lead-magnet" href={questionPath(questionKeys[0])}>{cta}</a></p>
      <ul className="kinds">{types.map((type) => <li key={type}>{type}</li>)}</ul>
    </div>
    <div className="d"><SelectorRing axes={axes} /></div>
  </>
)
