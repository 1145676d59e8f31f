import { describeAudience, letterPath, letterPaths } from '#contract/letter-screens.ts'
import { grouped, peopleText } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, Screen } from '#dashboard/frame/screen.tsx'
import { LetterCurve } from './curve.tsx'
import { LetterFacts } from './facts.tsx'
import { Problems, Warnings } from './problems.tsx'
import { LetterProviders } from './providers.tsx'
import { sizeOf } from '#dashboard/frame/numbers.tsx'
import { toLetter } from './words.tsx'

type Props = ViewOf<'letter-confirm'>

/**
 * LETTER-2: to how many, how fast, until when, and what stops it. The button repeats the number.
 */
export const LetterConfirmScreen = (question: Props) => (
  <Screen
    nav="letters"
    title={question.problems.length > 0 ? 'Not ready to send' : 'Send it?'}
    back={toLetter(question)}
    tools={<p>{describeAudience(question.audience)}</p>}
  >
    {question.wrong && (
      <p className="refusal wrong" role="alert">
        {refusals[question.wrong]}
      </p>
    )}
    {question.problems.length > 0 ? (
      <NotReady {...question} />
    ) : (
      <>
        <WhatHappens {...question} />
        <LetterProviders {...question} />
      </>
    )}
  </Screen>
)

const refusals: Record<NonNullable<ViewOf<'letter-confirm'>['wrong']>, string> = {
  past: 'This time is in the past. Choose a later one, or leave both fields empty to send now.',
  skipped:
    'This time does not exist: the clocks go forward over it that night. Choose an earlier or a later one.',
  'no-such-day': 'There is no such day. Choose another one.',
  unreadable: 'Enter a day and a time, or leave both fields empty to send now.',
  changed:
    'Nothing was sent: the letter or the number of people changed after this page was opened. Check it again below.',
  problems: 'Nothing was sent: the letter has problems. Correct them first.',
}

const NotReady = ({ id, problems }: ViewOf<'letter-confirm'>) => (
  <section className="plate" aria-label="Problems">
    <div className="caption flow" />
    <div className="body stack">
      <Problems problems={problems} id="problems" />
      <p>
        <a className="button" href={letterPath(id)}>
          Back to the letter
        </a>
      </p>
    </div>
  </section>
)

const WhatHappens = (question: Props) => {
  const { id, people, plan } = question
  return (
    <section className="plate" aria-label="What will happen">
      <div className="caption flow">
        <div className="big">
          <h2>Confirmed people</h2>
          <span className={`num ${sizeOf(people)}`}>{grouped(people)}</span>
        </div>
        <p className="note">
          Counted just now. People who leave before their mail is sent get none. People who confirm
          after you press send are not included.
        </p>
      </div>
      <div className="body stack">
        {plan.length > 1 && <LetterCurve plan={plan} />}
        <Warnings {...question} />
        <LetterFacts {...question} />
        <ActForm action={letterPaths.send(id)} className="stack">
          <input type="hidden" name="revision" value={question.revision} />
          <input type="hidden" name="people" value={people} />
          <Schedule {...question} />
          <div className="acts">
            <button type="submit" className="button main">
              Send to {peopleText(people)}
            </button>
            <a href={letterPath(id)}>Back to the letter</a>
          </div>
        </ActForm>
      </div>
    </section>
  )
}

const Schedule = ({ day, time, timeZone }: ViewOf<'letter-confirm'>) => (
  <details className="later" open={day !== '' || time !== ''}>
    <summary>Send later</summary>
    <div className="schedule">
      <label className="field">
        <span className="label">Day</span>
        <input type="date" name="day" defaultValue={day} />
      </label>
      <label className="field">
        <span className="label">Time</span>
        <input type="time" name="time" defaultValue={time} />
      </label>
      <p className="note">
        In {timeZone}. The audience is fixed when you press send, not when it begins.
      </p>
    </div>
  </details>
)
