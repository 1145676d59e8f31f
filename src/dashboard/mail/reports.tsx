import { amountInWords } from '#contract/amounts.ts'
import { mainLang } from '#contract/mails.ts'
import type { MailReportRecord } from '#contract/personal-records.ts'
import { personPath } from '#contract/person-screens.ts'
import { mostSoftBounces, operatorTime } from '#contract/operator-times.ts'
import { grouped, upTo } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

const kinds = {
  'hard-bounce': 'Bounced: the address does not exist',
  'soft-bounce': 'Came back: mailbox full or closed',
  complaint: 'Reported as spam',
  'out-of-office': 'Automatic reply',
  refusal: 'Refused for policy: nobody is suppressed',
  account: 'Refused because of your mail account: nobody is suppressed',
  unsubscribe: 'Left at the mail provider',
} as const satisfies Record<MailReportRecord['kind'], string>

const reporters: Record<string, string> = {
  smtp: 'the mail server',
  mailbox: 'the bounce mailbox',
  ses: 'Amazon SES',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  resend: 'Resend',
}

export const nameOfReport = (kind: MailReportRecord['kind']): string => kinds[kind]
export const nameOfReporter = (via: string): string => reporters[via] ?? via

/** DASH-6: the latest bounces and complaints, then the latest other reports. */
export const MailReports = ({
  reports,
  reportsInAll,
  mostCounted,
}: Pick<ViewOf<'mail'>, 'reports' | 'reportsInAll' | 'mostCounted'>) => (
  <Plate
    id="reports"
    name="What came back"
    caption={
      <>
        {reportsInAll > reports.length && (
          <p>
            {grouped(reports.length)} of <b>{upTo(reportsInAll, mostCounted)}</b> reports are shown.
            The page of each person shows theirs.
          </p>
        )}
        <p className="note">
          An address that does not exist, or whose owner reported spam, gets no more mail. After
          {amountInWords(mostSoftBounces, mainLang)} mails within {operatorTime('softBounces')} that
          a full or closed mailbox did not take, mail to it is suspended for{' '}
          {operatorTime('suspended')}. Nobody is suppressed for any other reason.
        </p>
      </>
    }
  >
    <table className="rows">
      <TableHead
        name="Reports about mails: bounces and complaints, then the others, the latest first"
        columns={['Address', 'When', 'What', 'The mail server’s words']}
      />
      <tbody>
        {reports.map(({ id, personId, email, kind, via, at, reason }) => (
          <tr key={id}>
            <th scope="row" className="full address">
              {personId === null ? (
                <bdi>{email}</bdi>
              ) : (
                <a href={personPath(personId)}>
                  <bdi>{email}</bdi>
                </a>
              )}
            </th>
            <td className="full">
              <DayAndTime atMs={at} />
            </td>
            <td className="full">
              {nameOfReport(kind)}
              <small>through {nameOfReporter(via)}</small>
            </td>
            <td className="full">
              <code>{reason}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Plate>
)

/** BACK-2: when the bounce mailbox was last read, or why it is not. */
export const BounceMailbox = ({
  readAt,
  left,
  trouble,
}: NonNullable<ViewOf<'mail'>['mailbox']>) => (
  <Plate
    id="mailbox"
    name="Bounce mailbox"
    caption={<p className="note">Delivery reports and complaints that come back by mail.</p>}
  >
    {trouble ? (
      <p>
        <b>{trouble.effect}</b> since <DayAndTime atMs={trouble.since} />: {trouble.cause}:{' '}
        <q className="quoted">{trouble.reason}</q>. {trouble.remedy}
      </p>
    ) : (
      <p>
        {readAt === null ? (
          'Not read yet. The server reads it each minute.'
        ) : (
          <>
            Last read <DayAndTime atMs={readAt} />.{left !== null && ` ${left}`}
          </>
        )}
      </p>
    )}
  </Plate>
)
