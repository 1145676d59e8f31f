import { mailPaths } from '#contract/mail-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { ScreenProps } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

/** Why mail waits, since when, what to do, and when it goes on. */
export const MailStops = ({
  frame,
  stops,
  isPaused,
  isHolding,
}: ScreenProps & Pick<ViewOf<'mail'>, 'stops' | 'isPaused' | 'isHolding'>) => (
  <section className="plate trouble" aria-labelledby="stops">
    <div className="caption">
      <h2 id="stops">{isPaused ? 'Paused' : 'Mail waits'}</h2>
      <p className="note">Nothing is lost: sign-ups continue, and their mails wait.</p>
    </div>
    <div className="body stack">
      {stops.map((stop) => (
        <Stop key={stop.kind} frame={frame} stop={stop} />
      ))}
      {isPaused && !isHolding && frame.role === 'operator' && (
        <p>
          <a className="button main" href={mailPaths.resume}>
            Resume mail
          </a>
        </p>
      )}
    </div>
  </section>
)

const Stop = ({ frame, stop }: ScreenProps & { stop: ViewOf<'mail'>['stops'][number] }) => (
  <div className="stack">
    <p>
      <b>{stop.effect}</b>
      {stop.since !== null && (
        <>
          {' '}
          since <DayAndTime atMs={stop.since} nowMs={frame.asOfMs} />
        </>
      )}
      : {stop.cause !== null && `${stop.cause}: `}
      <q className="quoted">{stop.reason}</q>. {stop.remedy}
    </p>
    {stop.nextTryAt !== null && (
      <p>
        One mail is tried at <DayAndTime atMs={stop.nextTryAt} nowMs={frame.asOfMs} />. Sending goes
        on by itself once it is accepted.
      </p>
    )}
    {stop.lastLeavesAt !== null && stop.lastLeavesAt > frame.asOfMs && (
      <p>
        The last waiting mail leaves about{' '}
        <DayAndTime atMs={stop.lastLeavesAt} nowMs={frame.asOfMs} />
        {stop.kind !== 'budget' && stop.kind !== 'domains' && ' at the earliest'}.
      </p>
    )}
  </div>
)
