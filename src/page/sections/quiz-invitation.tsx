import type { SectionCopies } from '#contract/campaign.ts'
import { SelectorRing } from './selector-ring.tsx'
import { ToTheForm } from './to-the-form.tsx'

type Props = { copy: NonNullable<SectionCopies['quiz']> }

/** FLOW-1: the quiz's place. Its call to action leads to the hero's form until the quiz is there. */
export const QuizInvitation = ({ copy: { ref, title, text, cta, types, axes } }: Props) => (
  <>
    <p className="ref label">{ref}</p>
    <div className="c stack">
      <h2 id="quiz-title">{title}</h2>
      <p className="lead">{text}</p>
      <p><ToTheForm cta="lead-magnet">{cta}</ToTheForm></p>
      <ul className="kinds">{types.map((type) => <li key={type}>{type}</li>)}</ul>
    </div>
    <div className="d"><SelectorRing axes={axes} /></div>
  </>
)
