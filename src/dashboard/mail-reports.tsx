import type { MailOverview } from '#contract/mail-screens.ts'
import type { MailReportRecord } from '#contract/personal-data.ts'
import { personPath } from '#contract/person-screens.ts'
import { Plate, type ScreenProps } from './frame.tsx'
import { DayAndTime } from './moment.tsx'
import { TableHead } from './table-head.tsx'

const kinds = {
  'hard-bounce': 'Bounced: the address does not exist',
  'soft-bounce': 'Bounced: the mailbox took no mail',
  complaint: 'Reported as spam',
  'out-of-office': 'Automatic reply',
  refusal: 'Refused for policy: nobody is suppressed',
  account: 'Refused: your mail account',
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

/** DASH-6: the latest bounces, complaints and automatic replies. */
export const MailReports = ({ frame, reports }: ScreenProps & Pick<MailOverview, 'reports'>) => (
  <Plate
    id="reports"
    name="What came back"
    caption={
      <p className="note">
        A bounced or complaining address gets no more mail. Three mails within 7 days that the
        mailbox did not take suspend mail to it for 14 days.
      </p>
    }
  >
    <table className="rows">
      <TableHead
        name="Reports about mails, the latest first"
        columns={['Address', 'When', 'What', 'The mail server’s words']}
      />
      <tbody>
        {reports.map(({ id, personId, email, kind, via, atMs, reason }) => (
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
              <DayAndTime atMs={atMs} nowMs={frame.asOfMs} />
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
