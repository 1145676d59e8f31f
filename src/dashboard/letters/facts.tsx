import { Frame } from '#dashboard/frame/frame.ts'
import { use, type ReactNode } from 'react'
import { doctorChecks } from '#contract/doctor.ts'
import { letterPaths } from '#contract/letter-screens.ts'
import { navigation } from '#contract/navigation.ts'
import { grouped } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Fact } from '#dashboard/frame/elements.tsx'
import { MailsKeptFact } from './mails-kept.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

type Props = ViewOf<'letter-confirm'>

/** LETTER-2: what an operator should know before a letter is sent. */
export const LetterFacts = (question: Props) => {
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
            <DayAndTime atMs={last.atMs} />
          </b>
          , if it begins now and nothing stops it
        </Fact>
      )}
      <Fact term="Stops automatically">
        <StopsAt {...question} />
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
            made <DayAndTime atMs={testedAtMs} />, unchanged since
          </>
        )}
      </Fact>
      <MailsKeptFact {...question} />
      <DoctorFact {...question} />
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
const DoctorFact = ({ doctor, destination }: Props) =>
  destination === 'smtp' && (
    <Fact term="Mail doctor">
      {doctor === null ? (
        'not asked yet'
      ) : doctor.wrong.length === 0 ? (
        <>
          found nothing wrong, asked <DayAndTime atMs={doctor.atMs} />
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

function Pace({ rules: { plan }, mailsPerHour }: ViewOf<'letter-confirm'>): ReactNode {
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

const StopsAt = ({ rules: { stops } }: Props) => (
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
