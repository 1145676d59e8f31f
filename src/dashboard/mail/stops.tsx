import { use } from 'react'
import { Frame } from '#dashboard/frame/frame.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'

/** Why mail waits, since when, what to do, and when it goes on. */
export const MailStops = ({
  stops,
  isPaused,
  isHolding,
}: Pick<ViewOf<'mail'>, 'stops' | 'isPaused' | 'isHolding'>) => (
  <Plate
    id="stops"
    name={isPaused ? 'Paused' : 'Mail waits'}
    kind="trouble"
    stack
    caption={<p className="note">Nothing is lost: sign-ups continue, and their mails wait.</p>}
  >
    {stops.map((stop) => (
      <Stop key={stop.kind} stop={stop} />
    ))}
    {isPaused && !isHolding && use(Frame).role === 'operator' && (
      <p>
        <a className="button main" href={mailPaths.resume} data-ask>
          Resume mail
        </a>
      </p>
    )}
  </Plate>
)

const Stop = ({ stop }: { stop: ViewOf<'mail'>['stops'][number] }) => (
  <div className="stack">
    <p>
      <b>{stop.effect}</b>
      {stop.since !== null && (
        <>
          {' '}
          since <DayAndTime at={stop.since} />
        </>
      )}
      : {stop.cause !== null && `${stop.cause}: `}
      <q className="quoted">{stop.reason}</q>. {stop.remedy}
    </p>
    {stop.nextTryAt !== null && (
      <p>
        One mail is tried at <DayAndTime at={stop.nextTryAt} />. Sending goes on by itself once it
        is accepted.
      </p>
    )}
    {stop.lastLeavesAt !== null && stop.lastLeavesAt > use(Frame).asOf && (
      <p>
        The last waiting mail leaves about <DayAndTime at={stop.lastLeavesAt} />
        {stop.kind !== 'budget' && stop.kind !== 'domains' && ' at the earliest'}.
      </p>
    )}
  </div>
)
