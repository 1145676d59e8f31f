import { use } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { upTo, plural } from '#contract/english.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { FailedTable, FailureKinds, MailFailedScreen } from './failures.tsx'
import { BounceMailbox, MailReports } from './reports.tsx'
import { MailDoctor } from './doctor.tsx'
import { MailOutcomes } from './outcomes.tsx'
import { MailQueue } from './queue.tsx'
import { MailStops } from './stops.tsx'
import { Following, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { State } from '#dashboard/frame/elements.tsx'
import { DevMailScreen, DevMailsScreen, MailKeptOneScreen, MailKeptScreen } from './kept.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'mail'>

/** The queue, how mails ended, what failed, and what an operator can do. */
const MailScreen = (view: View) => {
  const { destination, counts, failed, stops, mailbox, doctor } = view
  const ended = view.outcomes.rows.length > 0
  return (
    <Screen nav="mail" follows tools={<StateOfMail {...view} />}>
      <Following part="queue">
        {stops.length > 0 && <MailStops {...view} />}
        {destination === 'smtp' ? <MailQueue {...view} /> : <ConnectServer {...view} />}
      </Following>
      {ended && <MailOutcomes {...view} />}
      {view.reports.length > 0 && <MailReports {...view} />}
      {failed.length > 0 && <Failures {...view} />}
      {mailbox && <BounceMailbox {...mailbox} />}
      {doctor && <MailDoctor doctor={doctor} />}
      {use(Frame).role === 'operator' && (
        <Controls {...view} waits={counts.overdue + (destination === 'smtp' ? counts.kept : 0)} />
      )}
    </Screen>
  )
}

function StateOfMail({ destination, stops, isPaused, lastAcceptedAt }: View) {
  if (destination !== 'smtp')
    return (
      <>
        <State of={['empty', 'Kept, not sent']} />
        <small>
          <code>SMTP_URL</code> is not set
        </small>
      </>
    )
  if (stops[0])
    return <State of={['cross', <Stopped key="stop" isPaused={isPaused} {...stops[0]} />]} />
  const accepted = lastAcceptedAt !== null && (
    <span>
      Flowing, last accepted <DayAndTime at={lastAcceptedAt} />
    </span>
  )
  return <State of={['full', accepted || 'Ready: no mail sent yet']} />
}

const Stopped = ({ isPaused, effect, since }: View['stops'][number] & { isPaused: boolean }) => (
  <span>
    {isPaused ? 'Paused' : effect}
    {since !== null && (
      <>
        {' '}
        since <DayAndTime at={since} />
      </>
    )}
  </span>
)

/** Instead of the queue while mails go nowhere. */
const ConnectServer = ({ destination, counts, mostCounted }: View) => (
  <Plate
    id="queue"
    name="Queue"
    caption={
      <>
        <p className="num large">{upTo(counts.kept, mostCounted)}</p>
        <p>
          {plural(counts.kept, 'mail')} kept. {plural(counts.kept, 'It is', 'They are')}{' '}
          <b>not sent by {plural(counts.kept, 'itself', 'themselves')}</b> once a mail server is
          set: an operator releases {plural(counts.kept, 'it', 'them')}.
        </p>
        {destination === 'dev mails' && use(Frame).role === 'operator' && counts.kept > 0 && (
          <p>
            <a href={mailPaths.kept}>Read the kept mails</a>
          </p>
        )}
      </>
    }
  >
    <div className="stack">
      <h3>Connect a mail server</h3>
      <p>Any that speaks SMTP. Set these and restart:</p>
      <code className="copy">SMTP_URL='smtps://user:password@mail.example.com:465'</code>
      <code className="copy">MAIL_FROM='Your brand &lt;hello@example.com&gt;'</code>
    </div>
  </Plate>
)

const Failures = ({ failed, failures, counts, mostCounted }: View) => (
  <Plate
    id="failed"
    name="Not delivered"
    caption={
      <>
        <p>
          <b>{upTo(counts.dead, mostCounted)}</b> refused for good,{' '}
          <b>{upTo(counts.uncertain, mostCounted)}</b> may or may not have arrived.
        </p>
        <p className="note">
          An address that does not exist is marked undeliverable and gets no more mail. Any other
          refusal leaves the person on the list.
        </p>
      </>
    }
  >
    <FailureKinds failures={failures} />
    <h3 className="further">The latest</h3>
    <FailedTable failed={failed} />
    <p className="after">
      <a href={mailPaths.failed}>All that were not delivered</a>
    </p>
  </Plate>
)

const Controls = ({ waits, ...view }: View & { waits: number }) => (
  <Plate
    id="controls"
    name="Controls"
    caption={<p className="note">Each asks before it acts. The log names you.</p>}
  >
    <ul className="controls">
      {waits > 0 && !view.isHolding && <Release {...view} />}
      {!view.isPaused && (
        <li>
          <div>
            <h3>Pause</h3>
            <p>Stops all mail until somebody resumes it. Sign-ups continue; their mails wait.</p>
          </div>
          <a className="button" href={mailPaths.pause} data-ask>
            Pause mail
          </a>
        </li>
      )}
      <li>
        <div>
          <h3>Hold</h3>
          <p>
            After a restore of the database: pauses mail and sets all waiting mails aside, as some
            may have been sent before.
          </p>
        </div>
        <a className="button" href={mailPaths.hold} data-ask>
          Hold waiting mails
        </a>
      </li>
    </ul>
  </Plate>
)

const Release = ({ counts, destination, mostCounted }: View) => (
  <li>
    <div>
      <h3>Release</h3>
      <p>
        {upTo(counts.overdue, mostCounted)} set aside: over {operatorTime('lateMail')} late, too
        many for one mailbox, or held.
        {counts.kept > 0 &&
          ` ${upTo(counts.kept, mostCounted)} kept because no mail server was set.`}
      </p>
    </div>
    <span className="acts">
      {counts.overdue > 0 && (
        <a className="button" href={mailPaths.release} data-ask>
          Release set aside
        </a>
      )}
      {counts.kept > 0 && destination === 'smtp' && (
        <a className="button" href={`${mailPaths.release}?kept=1`} data-ask>
          Release kept too
        </a>
      )}
    </span>
  </li>
)

export const mailScreens = {
  mail: [navigation.mail.title, MailScreen],
  'mail-failed': ['Not delivered', MailFailedScreen],
  'mail-kept': ['Kept mails', MailKeptScreen],
  'mail-kept-one': ['Kept mail', MailKeptOneScreen],
  'kept-mails': ['Mails', DevMailsScreen],
  'kept-mail': [(view) => view.mail.subject, DevMailScreen],
} satisfies Partial<DrawnScreens>
