import { use } from 'react'
import {
  doctorChecks,
  type CheckState,
  type DnsRecord,
  type DoctorCheck,
} from '#contract/mails/doctor.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { State, Facts, Copied } from '#dashboard/frame/elements.tsx'

type Props = { doctor: NonNullable<ViewOf<'mail'>['doctor']> }

/** The last result of the mail doctor, and the records to publish. */
export const MailDoctor = ({ doctor: { last, isRunning } }: Props) => (
  <Plate
    id="doctor"
    name="Mail doctor"
    caption={
      <>
        <p className="note">
          Checks DNS and the mail server
          {last === null ? (
            ', once a day.'
          ) : (
            <>
              {' '}
              each day, last <DayAndTime at={last.at} />.
            </>
          )}
        </p>
        {last !== null && (
          <p>
            <b>
              {last.checks.filter(({ state }) => state === 'in order').length} of{' '}
              {last.checks.length} in order.
            </b>
          </p>
        )}
        {last?.checks.some(({ record }) => record !== null) && (
          <p className="note">A click on a value selects it whole.</p>
        )}
        {isRunning ? (
          <p>The checks are running. Reload this page in a minute.</p>
        ) : (
          use(Frame).role === 'operator' && (
            <ActForm action={mailPaths.doctor}>
              <button className="button">
                {last === null ? 'Run the checks' : 'Run them again'}
              </button>
            </ActForm>
          )
        )}
      </>
    }
  >
    {last === null ? (
      <p>
        Not run yet. It checks whether SPF, DKIM, DMARC and the rest let your mails arrive, and says
        which record to publish.
      </p>
    ) : (
      <ul className="checks">
        {last.checks.map((check) => (
          <Check key={check.key} check={check} />
        ))}
      </ul>
    )}
  </Plate>
)

const shapes: Record<CheckState, string> = {
  'in order': 'full',
  'could be stricter': 'half',
  wrong: 'cross',
  unknown: 'dash',
}

const Check = ({ check: { key, state, found, advice, record } }: { check: DoctorCheck }) => (
  <li>
    <div className="check-head">
      <h3>{doctorChecks[key]}</h3>
      <State of={[shapes[state], state]} />
    </div>
    <p>{found}</p>
    {advice !== null && <p>{advice}</p>}
    {record !== null && <Published record={record} />}
  </li>
)

const Published = ({ record: { name, type, value } }: { record: DnsRecord }) => (
  <Facts
    className="record"
    of={{
      Name: <Copied text={name} />,
      Type: <Copied text={type} />,
      Value: <Copied text={value} />,
    }}
  />
)
