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
  served: { pageToken },
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
        props={{ cta, pageToken, optIn }}
      />
      <ul className="kinds">
        {types.map((type) => (
          <li key={type}>{type}</li>
        ))}
      </ul>
    </div>
    <div className="d">
      <InvitationDial axes={axes} />
    </div>
  </>
)
