import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { typeFilters } from '#contract/people/list.ts'
import { capitalized } from '#contract/text.ts'
import { Choice } from '#dashboard/frame/fields.tsx'

type Props = { value: string; quiz?: Campaign['quiz'] }

/** People by the type of their result. Nothing where the campaign has no quiz. */
export const QuizTypeChoice = ({ value, quiz = campaign.quiz }: Props) =>
  quiz && (
    <Choice name="type" label="Quiz type" value={value}>
      {typeFilters.map((type) => (
        <option key={type} value={type}>
          {type === 'none' ? 'No quiz result' : capitalized(type)}
        </option>
      ))}
    </Choice>
  )
