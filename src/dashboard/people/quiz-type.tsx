import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { withoutType } from '#contract/people/list.ts'
import { typesOf } from '#contract/quiz/quiz.ts'
import { capitalized } from '#contract/text.ts'
import { Choice } from '#dashboard/frame/fields.tsx'

type Props = { value: string; quiz?: Campaign['quiz'] }

/** People by the type of their result. Nothing where the campaign has no quiz. */
export const QuizTypeChoice = ({ value, quiz = campaign.quiz }: Props) =>
  quiz && (
    <Choice name="type" label="Quiz type" value={value}>
      {[...typesOf(quiz), withoutType].map((type) => (
        <option key={type} value={type}>
          {type === withoutType ? 'No quiz result' : capitalized(type)}
        </option>
      ))}
    </Choice>
  )
