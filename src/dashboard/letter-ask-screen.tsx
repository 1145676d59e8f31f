import type { ReactNode } from 'react'
import {
  letterPath,
  letterPaths,
  type LetterAct,
  type LetterScreenView,
} from '#contract/letter-screens.ts'
import { counted, peopleText } from './counted.ts'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { LetterCrumb, letterState } from './letter-words.tsx'
import { DayAndTime } from './moment.tsx'
import { Fact } from './fact.tsx'

type View = Extract<LetterScreenView, { screen: 'letter-ask' }>
type Asked = {
  title: string
  facts: (view: View) => readonly (readonly [term: string, value: ReactNode])[]
  button: string
  back: string
  danger?: true
}

/** Asks before an act on a letter: its effect, its button, and the way back. */
export const LetterAskScreen = ({ frame, ...view }: ScreenProps & View) => {
  const { act, id, isPossible, state, pausedBy } = view
  const { title, facts, button, back, danger } = asks[act]
  return (
    <Screen
      frame={frame}
      nav="letters"
      wide
      title={isPossible ? title : 'Nothing to do'}
      head={<LetterCrumb {...view} />}
    >
      <section className="plate" aria-label={title}>
        <div className="caption flow">
          <p className="note">The log names you.</p>
        </div>
        <div className="body">
          {isPossible ? (
            <ActForm frame={frame} action={letterPaths.act(id, act)} className="stack">
              <dl className="facts">
                {facts(view).map(([term, value]) => (
                  <Fact key={term} term={term}>
                    {value}
                  </Fact>
                ))}
              </dl>
              <div className="acts">
                <button type="submit" className={danger ? 'button danger' : 'button main'}>
                  {button}
                </button>
                <a href={letterPath(id)}>{back}</a>
              </div>
            </ActForm>
          ) : (
            <div className="stack">
              <p>
                The letter’s state is ‘{letterState(state, pausedBy)}’, so this cannot be done.
                Somebody may have acted before you.
              </p>
              <p>
                <a className="button" href={letterPath(id)}>
                  See the letter
                </a>
              </p>
            </div>
          )}
        </div>
      </section>
    </Screen>
  )
}

const sentAndWaiting = (view: View) =>
  [
    ['Sent', `${counted(view.sent, 'mail')}; they cannot be recalled`],
    ['Waits', counted(view.toGo, 'mail')],
    ...heldFacts(view),
  ] as const

/** After a restore. */
const heldFacts = ({ mayHaveIt }: View) =>
  mayHaveIt === null ? [] : ([['May have it already', `up to ${peopleText(mayHaveIt)}`]] as const)

const asks: Record<LetterAct, Asked> = {
  pause: {
    title: 'Pause this letter?',
    facts: (view) => [
      ...sentAndWaiting(view),
      ['Mails being sent', 'are finished; the next ones wait'],
      ['Until', 'an operator resumes or stops it'],
    ],
    button: 'Pause',
    back: 'Let it go on',
  },
  resume: {
    title: 'Resume this letter?',
    facts: (view) => [
      ...sentAndWaiting(view),
      ['Pace', 'goes on where it was paused'],
      ['Stop rules', 'begin to count anew'],
    ],
    button: 'Resume',
    back: 'Leave it paused',
  },
  stop: {
    title: 'Stop this letter for good?',
    facts: (view) => [
      ['Sent', `${counted(view.sent, 'mail')}; they cannot be recalled`],
      ['Cancelled', counted(view.toGo, 'mail')],
      ...heldFacts(view),
      ['Way back', 'none: it cannot be resumed. Pause it if you are not sure.'],
    ],
    button: 'Stop',
    back: 'Do not stop it',
    danger: true,
  },
  unschedule: {
    title: 'Make it a draft again?',
    facts: ({ plannedAtMs }) => [
      [
        'Planned for',
        plannedAtMs === null ? 'now' : <DayAndTime key="planned" atMs={plannedAtMs} />,
      ],
      ['Then', 'nothing is sent until an operator sends or schedules it again'],
      ['Audience', 'is counted again then'],
    ],
    button: 'Make it a draft',
    back: 'Leave it scheduled',
  },
  delete: {
    title: 'Delete this draft?',
    facts: () => [
      ['Deleted', 'subject, preview line and body'],
      ['Way back', 'none'],
    ],
    button: 'Delete',
    back: 'Keep it',
    danger: true,
  },
}
