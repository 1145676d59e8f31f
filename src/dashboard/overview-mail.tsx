import type { MailSummary } from '#contract/overview.ts'
import { Count } from './count.tsx'
import { Plate } from './frame.tsx'
import { DayAndTime } from './moment.tsx'
import { grouped } from '#contract/figures.ts'
import { share } from './rates.ts'

const states = {
  flowing: ['full', 'Sending'],
  idle: ['dash', 'No mail yet'],
  kept: ['dash', 'Kept on this machine'],
  delayed: ['half', 'Delayed'],
  paused: ['cross', 'Paused'],
} as const satisfies Record<MailSummary['state'], readonly [shape: string, name: string]>

const templateNames: Record<string, readonly [name: string, note: string]> = {
  confirm: ['Confirmation', 'after joining'],
  listed: ['Already on the list', 'joined again'],
  welcome: ['Welcome', 'after confirming'],
  sequence: ['Sequence', 'after the quiz'],
}

/** DASH-3: whether mail flows, and what became of the last mails. */
export function MailPlate({ mail, nowMs }: { mail: MailSummary; nowMs: number }) {
  const [shape, name] = states[mail.state]
  const { from, isWholeDay, kinds } = mail.recent
  return (
    <Plate
      id="mail"
      name="Mail"
      caption={
        <>
          <p>
            <span className="state" data-shape={shape}>
              {name}
              {mail.since !== null && (
                <>
                  {' '}
                  since <DayAndTime atMs={mail.since} nowMs={nowMs} />
                </>
              )}
            </span>
          </p>
          <p className="note">
            {mail.ready > 0
              ? `${grouped(mail.ready)} ready to send. `
              : 'Nothing waits to be sent. '}
            {mail.lastLeavesAt !== null &&
              mail.lastLeavesAt > nowMs &&
              mail.state === 'flowing' && (
                <>
                  The last of them leaves about{' '}
                  <DayAndTime atMs={mail.lastLeavesAt} nowMs={nowMs} />.{' '}
                </>
              )}
            {kinds.length > 0 &&
              (isWholeDay ? (
                'The last 24 hours.'
              ) : (
                <>
                  The last mails, since <DayAndTime atMs={from} nowMs={nowMs} />.
                </>
              ))}
          </p>
        </>
      }
    >
      {kinds.length === 0 ? (
        <p>No mail was sent in the last 24 hours.</p>
      ) : (
        <table className="figures">
          <caption className="hide">Mails by kind</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col" className="right">
                Accepted
              </th>
              <th scope="col" className="right">
                Refused
              </th>
              <th scope="col" className="right">
                Rate
              </th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ template, accepted, refused }) => {
              const [kind, note] = templateNames[template] ?? [template, '']
              return (
                <tr key={template}>
                  <th scope="row">
                    {kind} {note && <small>{note}</small>}
                  </th>
                  <td className="right ink">
                    <Count n={accepted} />
                  </td>
                  <td className="right">
                    <Count n={refused} />
                  </td>
                  <td className="right">{share(refused, accepted + refused)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Plate>
  )
}
