import { use, type ReactNode } from 'react'
import { grouped, upTo, plural } from '#contract/english.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { MailAddress } from './failures.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { barOf, dash } from '#dashboard/frame/numbers.tsx'
import { Facts } from '#dashboard/frame/elements.tsx'
import { minuteMs, dayMs } from '#contract/time.ts'

type Props = ViewOf<'mail'>

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
  if (lastLeavesAt <= use(Frame).asOf && stops.length === 0) return <>The last leaves now.</>
  return (
    <>
      The last leaves {ready < mostCounted ? 'about' : 'after'} <DayAndTime at={lastLeavesAt} />.
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

type Wait = { name: ReactNode; drawn: number; mails: number; awaited: number | null }

const Ages = ({ ages, later, quiet, mostCounted }: Props) => {
  const waits: Wait[] = [
    ...ages.map((age) => ({ ...age, name: nameOf(age), drawn: age.mails })),
    ...(quiet && quiet.mails > 0
      ? [
          {
            name: (
              <>
                Until quiet hours end
                <small>
                  <DayAndTime at={quiet.until} />
                </small>
              </>
            ),
            drawn: 0,
            mails: quiet.mails,
            awaited: null,
          },
        ]
      : []),
    { name: <NotYetDue {...later} />, drawn: 0, mails: later.mails, awaited: null },
  ]
  const largest = Math.max(...waits.map(({ drawn }) => drawn))
  return (
    <Table
      className="figures"
      name="Waiting mails by how long they could have left"
      rows={waits}
      columns={[
        { name: 'Waiting for', isHead: true, render: ({ name }) => name },
        barOf<Wait>(({ drawn }) => ({ value: drawn, most: largest })),
        {
          name: 'Mails',
          className: 'right',
          cells: 'ink',
          render: ({ mails }) => upTo(mails, mostCounted),
        },
        {
          name: 'A visitor waits',
          className: 'right wide',
          render: ({ awaited }) => (awaited === null ? dash : upTo(awaited, mostCounted)),
        },
      ]}
    />
  )
}

const NotYetDue = ({ nextAt }: Props['later']) => (
  <>
    Not yet due
    {nextAt !== null && (
      <small>
        next <DayAndTime at={nextAt} />
      </small>
    )}
  </>
)

/** Mails that the mail server asked to send later. */
const Deferred = ({ deferred }: Props) => (
  <>
    <h3 className="further">Tried again</h3>
    <Table
      className="rows"
      name="Mails that are tried again, the next first"
      rows={deferred}
      columns={[
        {
          name: 'Address',
          isHead: true,
          cells: 'full',
          render: (mail) => <MailAddress {...mail} />,
        },
        {
          name: 'Next try',
          cells: 'full',
          label: true,
          render: ({ dueAt }) => <DayAndTime at={dueAt} />,
        },
        {
          name: 'The mail server’s answer',
          cells: 'full',
          render: ({ reason }) => <code>{reason}</code>,
        },
      ]}
    />
  </>
)

/** Mails that nothing moves without an operator. */
function OtherStates({ counts: { overdue, kept }, mostCounted }: Props) {
  if (overdue + kept === 0) return null
  const released = 'sent only when an operator releases them'
  return (
    <Facts
      className="facts further"
      of={{
        'Set aside':
          overdue > 0 &&
          `${upTo(overdue, mostCounted)} over ${operatorTime('lateMail')} late, too many for one mailbox, or held; ${released}`,
        Kept: kept > 0 && `${upTo(kept, mostCounted)} because no mail server was set; ${released}`,
      }}
    />
  )
}
