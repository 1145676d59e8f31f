import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, type ScreenProps } from './frame.tsx'
import { DayAndTime } from './moment.tsx'

/** BACK-2: when the bounce mailbox was last read, or why it is not. */
export const BounceMailbox = ({
  frame,
  readAt,
  left,
  trouble,
}: ScreenProps & NonNullable<ViewOf<'mail'>['mailbox']>) => (
  <Plate
    id="mailbox"
    name="Bounce mailbox"
    caption={<p className="note">Delivery reports and complaints that come back by mail.</p>}
  >
    {trouble ? (
      <p>
        <b>{trouble.effect}</b> since <DayAndTime atMs={trouble.since} nowMs={frame.asOfMs} />:{' '}
        {trouble.cause}: <q className="quoted">{trouble.reason}</q>. {trouble.remedy}
      </p>
    ) : (
      <p>
        {readAt === null ? (
          'Not read yet. The server reads it each minute.'
        ) : (
          <>
            Last read <DayAndTime atMs={readAt} nowMs={frame.asOfMs} />.
            {left !== null && ` ${left}`}
          </>
        )}
      </p>
    )}
  </Plate>
)
