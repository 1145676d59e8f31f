import { use } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { counted, grouped } from '#contract/english.ts'
import { describeAudience, letterPaths, type LetterAct } from '#contract/letters/screens.ts'
import {
  isOnlyKept,
  isStoppedByRule,
  letterState,
  sentOf,
  waitingOf,
} from '#contract/letters/letters.ts'
import { DayAndTime, durationOf } from '#dashboard/frame/times.tsx'
import { ActForm, Following, Screen, Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { sizeOf } from '#dashboard/frame/numbers.tsx'
import { LetterCurve } from './curve.tsx'
import { LetterOutcomes, LetterOutcomesByLanguage, StopRules } from './outcomes.tsx'
import { LetterStopped } from './stopped.tsx'
import { MailsKept } from './words.tsx'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Facts } from '#dashboard/frame/elements.tsx'
import { minuteMs } from '#contract/time.ts'

type Props = ViewOf<'letter'>

/** A letter that is scheduled, under way, paused or over. */
export const LetterScreen = (letter: Props) => {
  const { state, pausedBy, subject, counts } = letter
  return (
    <Screen
      nav="letters"
      follows
      title={letterState(state, pausedBy, counts)}
      back={navigation.letters}
      tools={
        <>
          <p>
            <b>
              <bdi>{subject}</bdi>
            </b>
          </p>
          <Tools {...letter} />
        </>
      }
    >
      <Following part="letter">
        {isStoppedByRule(state, pausedBy) && <LetterStopped {...letter} />}
        <HowFar {...letter} />
        {letter.counts.queued > 0 && state !== 'scheduled' && <LetterOutcomes {...letter} />}
        {letter.languages.length > 0 && state !== 'scheduled' && (
          <LetterOutcomesByLanguage {...letter} />
        )}
        {letter.checks.length > 0 && <StopRules {...letter} />}
      </Following>
    </Screen>
  )
}

const acts: Record<ViewOf<'letter'>['state'], readonly LetterAct[]> = {
  draft: [],
  scheduled: ['unschedule', 'stop'],
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: [],
  done: [],
}
const actNames: Record<LetterAct, string> = {
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  unschedule: 'Back to draft',
  delete: 'Delete',
}

const isOver = (state: ViewOf<'letter'>['state']) => state === 'done' || state === 'stopped'

const Tools = ({ id, state, pausedBy }: Props) => (
  <div className="acts">
    <a href={letterPaths.preview(id)}>Read it</a>
    {use(Frame).role === 'operator' && (
      <>
        {isOver(state) && (
          <ActForm action={letterPaths.copy(id)}>
            <button type="submit" className="button">
              Write one like it
            </button>
          </ActForm>
        )}
        {/* After an automatic stop, the choice stands beside its reason. */}
        {!isStoppedByRule(state, pausedBy) &&
          acts[state].map((act) => (
            <a key={act} className="button" href={letterPaths.act(id, act)} data-ask>
              {actNames[act]}
            </a>
          ))}
      </>
    )}
  </div>
)

const HowFar = (letter: Props) => {
  const { state, plan, sent } = letter
  const [name, number] = headlineOf(letter)
  return (
    <Plate
      label="Progress"
      flow
      stack
      caption={
        <>
          <div className="big" data-live={state === 'sending' || undefined}>
            <h2>{name}</h2>
            <span className={`num ${sizeOf(number)}`}>{grouped(number)}</span>
          </div>
          <Remaining {...letter} />
        </>
      }
    >
      {plan.length > 1 && <LetterCurve plan={plan} sent={sent} />}
      <LetterFacts {...letter} />
    </Plate>
  )
}

function headlineOf({ state, people, counts }: Props): [name: string, count: number] {
  if (state === 'scheduled') return ['People', people]
  if (isOnlyKept(counts)) return ['Kept', counts.kept]
  return isOver(state) ? ['Accepted', counts.accepted] : ['Sent', sentOf(counts)]
}

function Remaining(letter: Props) {
  const { state, people, counts, doneBy } = letter
  const toGo = waitingOf(counts)
  if (state === 'scheduled')
    return (
      <p className="note">Fixed when send was pressed. People who leave before then get no mail.</p>
    )
  if (state === 'done')
    return (
      <p>
        of {grouped(people)}.{' '}
        {counts.kept > 0
          ? `${counted(counts.kept, 'mail')} kept, not sent: no mail server was set.`
          : 'All mails were sent or given up.'}
      </p>
    )
  if (state === 'stopped')
    return (
      <p>
        of {grouped(people)}. {counted(toGo, 'mail')} not sent.
      </p>
    )
  return (
    <>
      <p>
        of {grouped(people)}. <b>{grouped(toGo)} to go</b>
        {toGo > 0 && doneBy !== null && (
          <>
            ; the last one leaves <DayAndTime at={doneBy} />
          </>
        )}
        .
      </p>
      <noscript>
        <p className="note">As of now. Reload the page for the latest.</p>
      </noscript>
    </>
  )
}

/** A scheduled letter begins up to a minute late. */
const shownPauseMs = 2 * minuteMs

const LetterFacts = (letter: Props) => {
  const { plannedAt, endedAt, pausedAt, pausedMs, state, counts, destination } = letter
  return (
    <Facts
      of={{
        Audience: describeAudience(letter.audience),
        'Sent by': letter.sentBy,
        [state === 'scheduled' ? 'Begins' : 'Began']: <DayAndTime at={plannedAt} />,
        Paused: state === 'paused' && pausedAt !== null && <DayAndTime at={pausedAt} />,
        Pauses:
          pausedMs >= shownPauseMs &&
          `${durationOf(pausedMs)} in all, which the plan does not include`,
        Ended: endedAt !== null && <DayAndTime at={endedAt} />,
        'Mail now': destination !== 'smtp' && <MailsKept destination={destination} />,
        Skipped:
          counts.skipped > 0 &&
          `${counted(counts.skipped, 'mail')}: the person had left, or mail to them was stopped`,
        Uncertain:
          counts.uncertain > 0 &&
          `${counted(counts.uncertain, 'mail')} may or may not have arrived: the connection ended at the wrong moment`,
      }}
    />
  )
}
