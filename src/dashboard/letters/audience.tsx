import { grouped, upTo, plural } from '#contract/english.ts'
import { countedExactly } from '#contract/people/list.ts'
import { personStates } from '#contract/people/waitlist.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Problems, problemsOf } from './problems.tsx'
import { sourceLabel, sourcesToChoose } from '#dashboard/people/filters.tsx'
import { QuizTypeChoice } from '#dashboard/people/quiz-type.tsx'
import { Choice } from '#dashboard/frame/fields.tsx'

/** Who gets the letter, with their number; 'Recount' keeps everything that is typed. */
export const LetterAudienceFields = ({
  fields,
  origins,
  count,
  others,
  problems,
}: ViewOf<'letter-compose'>) => (
  <fieldset className="caption flow fields">
    <legend className="hide">Audience</legend>
    <div className="audience">
      <span className="label">Audience</span>
      <p className="num large">{upTo(count.people + Number(count.isMore), countedExactly + 1)}</p>
      <p className="note">
        confirmed {plural(count.people, 'person', 'people')}. {othersText(others)}
      </p>
      <Problems problems={problemsOf(problems, 'audience')} id="audience-problems" />
    </div>
    <QuizTypeChoice value={fields.type} />
    <Choice name="source" label="Source" value={fields.source}>
      {sourcesToChoose(origins, fields.source).map((origin) => (
        <option key={origin} value={origin}>
          {sourceLabel(origin)}
        </option>
      ))}
    </Choice>
    <button type="submit" className="button" name="do" value="count">
      Recount
    </button>
  </fieldset>
)

/** Why others who match get no copy. */
function othersText(others: ViewOf<'letter-compose'>['others']): string {
  const parts = personStates
    .filter((state) => state !== 'confirmed' && others[state] > 0)
    .map((state) => `${grouped(others[state])} ${words[state]}`)
  return parts.length === 0 ? '' : `Not included: ${parts.join(', ')}.`
}

const words: Record<string, string> = {
  unconfirmed: 'not confirmed',
  unsubscribed: 'left',
  bounced: 'bounced',
  complained: 'complained',
  suppressed: 'suppressed',
}
