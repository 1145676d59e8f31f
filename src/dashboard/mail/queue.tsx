import { use } from 'react'
import { operatorTime } from '#contract/operator-times.ts'
import { grouped, plural, upTo } from '#contract/text.ts'
import { dayMs, minuteMs } from '#contract/time.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { DimensionLine } from '#dashboard/frame/numbers.tsx'
import { MailAddress } from './failures.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

type Props = Pick<
  ViewOf<'mail'>,
  | 'counts'
  | 'mostCounted'
  | 'ready'
  | 'lastLeavesAt'
  | 'ages'
  | 'later'
  | 'quiet'
  | 'deferred'
  | 'letters'
  | 'stops'
>

/** Mails by state and age, and when the last of them leaves. */
export const MailQueue = (view: Props) => {
  const { counts, letters, mostCounted } = view
  return (
    <Plate
      id="queue"
      name="Queue"
      caption={
        <>
          <p className="num large">{upTo(counts.due, mostCounted)}</p>
          <p>
            {plural(counts.due, 'mail waits', 'mails wait')}, {grouped(counts.sending)} being sent.{' '}
            <LastLeaves {...view} />
          </p>
          <p className="note">Mails that a visitor waits for go first.</p>
          {letters > 0 && (
            <p className="note">
              {upTo(letters, mostCounted)} more {plural(letters, 'mail waits', 'mails wait')} for{' '}
              {plural(letters, 'its', 'their')} letter.
            </p>
          )}
        </>
      }
    >
      <Ages {...view} />
      <OtherStates {...view} />
      {view.deferred.length > 0 && <Deferred {...view} />}
    </Plate>
  )
}

function LastLeaves({ ready, mostCounted, lastLeavesAt, stops }: Props) {
  if (ready === 0) return null
  if (lastLeavesAt === null) return <>None leaves until what stops them is solved.</>
  if (lastLeavesAt <= use(Frame).asOfMs && stops.length === 0) return <>The last leaves now.</>
  return (
    <>
      The last leaves {ready < mostCounted ? 'about' : 'after'} <DayAndTime atMs={lastLeavesAt} />.
    </>
  )
}

const lengths: Record<number, string> = {
  [minuteMs]: '1 minute',
  [5 * minuteMs]: '5 minutes',
  [60 * minuteMs]: '1 hour',
  [dayMs]: '24 hours',
}

function nameOf({ fromMs, toMs }: ViewOf<'mail'>['ages'][number]): string {
  if (fromMs === 0) return `Under ${lengths[toMs!]}`
  return toMs === null ? `Over ${lengths[fromMs]}` : `${lengths[fromMs]} to ${lengths[toMs]}`
}

const Ages = ({ ages, later, quiet, mostCounted }: Props) => {
  const largest = Math.max(...ages.map(({ mails }) => mails))
  return (
    <table className="figures">
      <caption className="hide">Waiting mails by how long they could have left</caption>
      <thead>
        <tr>
          <th scope="col">Waiting for</th>
          <td className="bar" />
          <th scope="col" className="right">
            Mails
          </th>
          <th scope="col" className="right wide">
            A visitor waits
          </th>
        </tr>
      </thead>
      <tbody>
        {ages.map((age) => (
          <tr key={age.fromMs}>
            <th scope="row">{nameOf(age)}</th>
            <td className="bar">
              <DimensionLine value={age.mails} most={largest} />
            </td>
            <td className="right ink">{upTo(age.mails, mostCounted)}</td>
            <td className="right">{upTo(age.awaited, mostCounted)}</td>
          </tr>
        ))}
        {quiet && quiet.mails > 0 && (
          <tr>
            <th scope="row">
              Until quiet hours end
              <small>
                <DayAndTime atMs={quiet.until} />
              </small>
            </th>
            <td className="bar" />
            <td className="right ink">{upTo(quiet.mails, mostCounted)}</td>
            <td className="right">–</td>
          </tr>
        )}
        <tr>
          <th scope="row">
            Not yet due
            {later.nextAt !== null && (
              <small>
                next <DayAndTime atMs={later.nextAt} />
              </small>
            )}
          </th>
          <td className="bar" />
          <td className="right ink">{upTo(later.mails, mostCounted)}</td>
          <td className="right">–</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Mails that the mail server asked to send later. */
const Deferred = ({ deferred }: Props) => (
  <>
    <h3 className="further">Tried again</h3>
    <table className="rows">
      <TableHead
        name="Mails that are tried again, the next first"
        columns={['Address', 'Next try', 'The mail server’s answer']}
      />
      <tbody>
        {deferred.map((mail) => (
          <tr key={mail.id}>
            <th scope="row" className="full">
              <MailAddress {...mail} />
            </th>
            <td className="full" data-label="Next try">
              <DayAndTime atMs={mail.dueAt} />
            </td>
            <td className="full">
              <code>{mail.reason}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

/** Mails that nothing moves without an operator. */
function OtherStates({ counts, mostCounted }: Props) {
  const states = (
    [
      [
        'Set aside',
        counts.overdue,
        `over ${operatorTime('lateMail')} late, too many for one mailbox, or held`,
      ],
      ['Kept', counts.kept, 'because no mail server was set'],
    ] as const
  ).filter(([, mails]) => mails > 0)
  return states.length === 0 ? null : (
    <dl className="facts further">
      {states.map(([term, mails, why]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {upTo(mails, mostCounted)} {why}; sent only when an operator releases them
          </dd>
        </div>
      ))}
    </dl>
  )
}
