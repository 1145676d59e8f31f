import { use, type ReactNode } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, peopleText } from '#contract/english.ts'
import { doctorChecks } from '#contract/mails/doctor.ts'
import { describeAudience, letterPath, letterPaths } from '#contract/letters/screens.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Facts, State } from '#dashboard/frame/elements.tsx'
import { TimeFields } from '#dashboard/frame/fields.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { numberOf, share, sizeOf } from '#dashboard/frame/numbers.tsx'
import { ActForm, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { LetterCurve } from './curve.tsx'
import { Problems, Warnings } from './problems.tsx'
import { languageName } from '#contract/campaign/languages.ts'
import { MailsKept, providerName, toLetter } from './words.tsx'

type View = ViewOf<'letter-confirm'>

/** To how many, how fast, until when, and what stops it. The button repeats the number. */
export const LetterConfirmScreen = (question: View) => (
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
        {question.readers.length > 0 && <Readers {...question} />}
        <Providers {...question} />
      </>
    )}
  </Screen>
)

const refusals: Record<NonNullable<View['wrong']>, string> = {
  past: 'This time is in the past. Choose a later one, or leave both fields empty to send now.',
  skipped:
    'This time does not exist: the clocks go forward over it that night. Choose an earlier or a later one.',
  'no-such-day': 'There is no such day. Choose another one.',
  unreadable: 'Enter a day and a time, or leave both fields empty to send now.',
  changed:
    'Nothing was sent: the letter or the number of people changed after this page was opened. Check it again below.',
  problems: 'Nothing was sent: the letter has problems. Correct them first.',
}

const NotReady = ({ id, problems, isInSeveral }: View) => (
  <Plate label="Problems" flow stack>
    <Problems problems={problems} id="problems" named={isInSeveral} />
    <p>
      <a className="button" href={letterPath(id)}>
        Back to the letter
      </a>
    </p>
  </Plate>
)

const WhatHappens = (question: View) => {
  const { id, people, plan } = question
  return (
    <Plate
      label="What will happen"
      flow
      stack
      caption={
        <>
          <div className="big">
            <h2>Confirmed people</h2>
            <span className={`num ${sizeOf(people)}`}>{grouped(people)}</span>
          </div>
          <p className="note">
            Counted just now. People who leave before their mail is sent get none. People who
            confirm after you press send are not included.
          </p>
        </>
      }
    >
      {plan.length > 1 && <LetterCurve plan={plan} />}
      <Warnings {...question} />
      <WhatToKnow {...question} />
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
    </Plate>
  )
}

const Schedule = ({ day, time, timeZone }: View) => (
  <details className="later" open={day !== '' || time !== ''}>
    <summary>Send later</summary>
    <div className="schedule">
      <TimeFields typed={[day, time]} />
      <p className="note">
        In {timeZone}. The audience is fixed when you press send, not when it begins.
      </p>
    </div>
  </details>
)

/** What an operator should know before a letter is sent. */
const WhatToKnow = (question: View) => {
  const { plan, mailStops, destination } = question
  const last = plan.at(-1)
  return (
    <Facts
      of={{
        Pace: <Pace {...question} />,
        'Done by': last !== undefined && plan.length > 1 && (
          <>
            <b>
              <DayAndTime at={last.at} />
            </b>
            , if it begins now and nothing stops it
          </>
        ),
        'Stops automatically': <StopsAt {...question} />,
        'You can': 'pause or stop it at any time; mails that were sent cannot be recalled',
        Test: <Tested {...question} />,
        // A letter to a whole list shows each mistake in DNS to every provider at once.
        'Mail doctor': destination === 'smtp' && <Doctor {...question} />,
        'Mail now': [
          destination !== 'smtp' && <MailsKept key="kept" destination={destination} />,
          mailStops.length > 0 && <MailWaits key="waits" stops={mailStops} />,
        ],
      }}
    />
  )
}

const MailWaits = ({ stops }: { stops: View['mailStops'] }) => (
  <>
    <State of={['cross', stops.join(', ')]} />
    <small>The letter waits until mail flows again.</small>
  </>
)

const Tested = ({ id, testedAt }: View) =>
  testedAt === null ? (
    <>
      none of this text was sent
      <br />
      <a className="link" href={letterPaths.test(id)}>
        Send test
      </a>
    </>
  ) : (
    <>
      made <DayAndTime at={testedAt} />, unchanged since
    </>
  )

const Doctor = ({ doctor }: View) => (
  <>
    {doctor === null ? (
      'not asked yet'
    ) : doctor.wrong.length === 0 ? (
      <>
        found nothing wrong, asked <DayAndTime at={doctor.at} />
      </>
    ) : (
      <State of={['cross', `${doctor.wrong.map((key) => doctorChecks[key]).join(', ')} wrong`]} />
    )}
    <br />
    <a className="link" href={`${navigation.mail.path}#doctor`}>
      {doctor === null ? 'Ask it before you send' : 'See the result'}
    </a>
  </>
)

function Pace({ rules: { plan }, mailsPerHour }: View): ReactNode {
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

const StopsAt = ({ rules: { stops } }: View) => (
  <>
    above <b>{percent(stops.bounces.share)}</b> bounces in the last {grouped(stops.bounces.of)}{' '}
    mails, or <b>{percent(stops.complaints.share)}</b> complaints
    <small>
      Never at {stops.bounces.atLeast} bounces or {stops.complaints.atLeast} complaints or fewer.{' '}
      {use(Frame).operator === 'shell'
        ? 'You can resume it. Set OPERATORS to be told by mail.'
        : 'Operators are told by mail and can resume it.'}
    </small>
  </>
)

const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`

/** LETTER-1: the audience by language, and the text that they get. */
const Readers = ({ readers, people: all }: View) => (
  <Plate
    id="readers"
    name="By language"
    caption={
      <p className="note">
        The language of the page on which people joined, or that they chose since. People who change
        it before their mail is sent get the text of the new one.
      </p>
    }
  >
    <Table<View['readers'][number]>
      className="figures"
      name="People by language, and the text that they get"
      rows={readers}
      columns={[
        { name: 'Language', isHead: true, render: ({ language }) => languageName(language, 'en') },
        numberOf('People', ({ people }) => people, { cells: 'ink' }),
        { name: 'Share', className: 'right', render: ({ people }) => share(people, all) },
        {
          name: 'Text',
          className: 'right',
          render: ({ language, reads }) => (
            <>
              {languageName(reads, 'en')}
              {reads !== language && <small>fallback</small>}
            </>
          ),
        },
      ]}
    />
  </Plate>
)

/** The audience by mailbox provider, and how many mails each returned lately. */
const Providers = ({ providers, people: all }: View) => (
  <Plate
    id="providers"
    name="By provider"
    caption={
      <p className="note">
        Bounced: of the mails of the last {operatorTime('outcomes')} to the provider. A share is
        shown from 30 people or mails on. Large providers are named, all other domains are one row.
      </p>
    }
  >
    <Table<View['providers'][number]>
      className="figures"
      name="People by mailbox provider"
      rows={providers}
      columns={[
        { name: 'Provider', isHead: true, render: ({ provider }) => providerName(provider) },
        numberOf('People', ({ people }) => people, { cells: 'ink' }),
        { name: 'Share', className: 'right', render: ({ people }) => share(people, all) },
        {
          name: 'Bounced',
          className: 'right',
          render: ({ bounced, mails }) => share(bounced, mails),
        },
      ]}
    />
  </Plate>
)
