import type { SectionCopies } from '#contract/campaign.ts'
import { Island } from '#page/islands/island.tsx'
import { QuizDialog, type QuizDialogProps } from '#page/quiz/quiz-dialog.island.tsx'
import { SelectorRing } from './selector-ring.tsx'

type Props = { copy: NonNullable<SectionCopies['quiz']>; dialog: Omit<QuizDialogProps, 'cta'> }

/** FLOW-1: the quiz's place. Its call to action leads to the first question; with script it opens the dialog. */
export const QuizInvitation = ({ copy: { ref, title, text, cta, types, axes }, dialog }: Props) => (
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
        props={{ cta, ...dialog }}
      />
      <ul className="kinds">
        {types.map((type) => (
          <li key={type}>{type}</li>
        ))}
      </ul>
    </div>
    <div className="d">
      <SelectorRing axes={axes} />
    </div>
  </>
)
