import type { ReactNode } from 'react'
import { doctorChecks } from '#contract/doctor.ts'
import { grouped } from '#contract/figures.ts'
import {
  describeAudience,
  letterPath,
  letterPaths,
  type LetterQuestion,
} from '#contract/letter-screens.ts'
import { navigation } from '#contract/screens.ts'
import { peopleText } from './counted.ts'
import { ActForm, Plate, Screen, type ScreenProps } from './frame.tsx'
import { LetterCurve } from './letter-curve.tsx'
import { MailsKeptFact } from './letter-mails-kept.tsx'
import { Problems } from './letter-problems.tsx'
import { LetterCrumb } from './letter-words.tsx'
import { DayAndTime } from './moment.tsx'
import { Fact } from './fact.tsx'
import { share } from './rates.ts'
import { TableHead } from './table-head.tsx'

type Props = ScreenProps & LetterQuestion

/**
 * LETTER-2: to how many, how fast, until when, and what stops it. The button repeats the number.
 */
export const LetterConfirmScreen = ({ frame, ...question }: Props) => (
  <Screen
    frame={frame}
    nav="letters"
    title={question.problems.length > 0 ? 'Not ready to send' : 'Send it?'}
    head={<LetterCrumb {...question} />}
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
        <WhatHappens frame={frame} {...question} />
        <Providers {...question} />
      </>
    )}
  </Screen>
)

const refusals: Record<NonNullable<LetterQuestion['wrong']>, string> = {
  past: 'This time is in the past. Choose a later one, or leave both fields empty to send now.',
  skipped:
    'This time does not exist: the clocks go forward over it that night. Choose an earlier or a later one.',
  unreadable: 'Enter a day and a time, or leave both fields empty to send now.',
  changed:
    'Nothing was sent: the letter or the number of people changed after this page was opened. Check it again below.',
  clearing:
    'Nothing was sent: mails of the earlier schedule are still being removed. Try again in a minute.',
  problems: 'Nothing was sent: the letter has problems. Correct them first.',
}

const NotReady = ({ id, problems }: LetterQuestion) => (
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

const WhatHappens = ({ frame, ...question }: Props) => {
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
        {plan.length > 1 && <LetterCurve plan={plan} nowMs={frame.asOfMs} />}
        <Facts frame={frame} {...question} />
        <ActForm frame={frame} action={letterPaths.send(id)} className="stack">
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

/** The size of a large number, by its digits. */
export const sizeOf = (count: number): string =>
  count < 1_000 ? 'd3' : count < 100_000 ? '' : 'd7'

const Facts = ({ frame, ...question }: Props) => {
  const { plan, testedAtMs, mailStops } = question
  const last = plan.at(-1)
  return (
    <dl className="facts">
      <Fact term="Pace">
        <Pace {...question} />
      </Fact>
      {last && plan.length > 1 && (
        <Fact term="Done by">
          <b>
            <DayAndTime atMs={last.atMs} nowMs={frame.asOfMs} />
          </b>
          , if it begins now and nothing stops it
        </Fact>
      )}
      <Fact term="Stops automatically">
        <StopsAt frame={frame} {...question} />
      </Fact>
      <Fact term="You can">
        pause or stop it at any time; mails that were sent cannot be recalled
      </Fact>
      <Fact term="Test">
        {testedAtMs === null ? (
          <>
            none of this text was sent
            <br />
            <a className="link" href={letterPaths.test(question.id)}>
              Send test
            </a>
          </>
        ) : (
          <>
            made <DayAndTime atMs={testedAtMs} nowMs={frame.asOfMs} />, unchanged since
          </>
        )}
      </Fact>
      <MailsKeptFact {...question} />
      <DoctorFact frame={frame} {...question} />
      {mailStops.length > 0 && (
        <Fact term="Mail now">
          <span className="state" data-shape="cross">
            {mailStops.join(', ')}
          </span>
          <small>The letter waits until mail flows again.</small>
        </Fact>
      )}
    </dl>
  )
}

/** A letter to a whole list shows each mistake in DNS to every provider at once. */
const DoctorFact = ({ frame, doctor, destination }: Props) =>
  destination === 'smtp' && (
    <Fact term="Mail doctor">
      {doctor === null ? (
        'not asked yet'
      ) : doctor.wrong.length === 0 ? (
        <>
          found nothing wrong, asked <DayAndTime atMs={doctor.atMs} nowMs={frame.asOfMs} />
        </>
      ) : (
        <span className="state" data-shape="cross">
          {doctor.wrong.map((key) => doctorChecks[key]).join(', ')} wrong
        </span>
      )}
      <br />
      <a className="link" href={`${navigation.mail.path}#doctor`}>
        {doctor === null ? 'Ask it before you send' : 'See the result'}
      </a>
    </Fact>
  )

function Pace({ rules: { plan }, mailsPerHour }: LetterQuestion): ReactNode {
  if (mailsPerHour === null) return 'as fast as the mail server takes it (LIMITS=off)'
  const first = Math.min(plan.firstHour, mailsPerHour)
  const grows = plan.growth > 1 && first < mailsPerHour
  return (
    <>
      {grouped(first)} mails in the first hour
      {grows && `, then ${times(plan.growth)} each hour up to ${grouped(mailsPerHour)}`}
      <small>
        At most {grouped(Math.min(plan.perProvider.firstHour, mailsPerHour))} of them to each large
        provider. Confirm mails always go first.
      </small>
    </>
  )
}

const times = (growth: number) => (growth === 2 ? 'twice as many' : `${growth} times as many`)

const StopsAt = ({ frame, rules: { stops } }: Props) => (
  <>
    above <b>{percent(stops.bounces.share)}</b> bounces in the last {grouped(stops.bounces.of)}{' '}
    mails, or <b>{percent(stops.complaints.share)}</b> complaints
    <small>
      Never at {stops.bounces.atLeast} bounces or {stops.complaints.atLeast} complaints or fewer.{' '}
      {frame.operator === 'shell'
        ? 'You can resume it. Set OPERATORS to be told by mail.'
        : 'Operators are told by mail and can resume it.'}
    </small>
  </>
)

const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`

const Schedule = ({ day, time, timeZone }: LetterQuestion) => (
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

const Providers = ({ providers, people }: LetterQuestion) => (
  <Plate
    id="providers"
    name="By provider"
    caption={
      <p className="note">
        Bounced: of the mails of the last 7 days to the provider. A share is shown from 30 people or
        mails on. Large providers are named, all other domains are one row.
      </p>
    }
  >
    <table className="figures">
      <TableHead
        name="People by mailbox provider"
        columns={['Provider', ['People', 'right'], ['Share', 'right'], ['Bounced', 'right']]}
      />
      <tbody>
        {providers.map(({ provider, people: count, mails, bounced }) => (
          <tr key={provider}>
            <th scope="row">{providerName(provider)}</th>
            <td className="right ink">{grouped(count)}</td>
            <td className="right">{share(count, people)}</td>
            <td className="right">{share(bounced, mails)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Plate>
)

export const providerName = (provider: string): string =>
  provider === 'other' ? 'All other domains' : provider
