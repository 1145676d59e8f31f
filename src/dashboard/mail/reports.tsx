import { grouped, upTo } from '#contract/english.ts'
import { amountInWords } from '#contract/promises/amounts.ts'
import { mainLang } from '#contract/mails/mails.ts'
import type { MailReportRecord } from '#contract/people/personal-records.ts'
import { mostSoftBounces, operatorTime } from '#contract/promises/operator-times.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { PersonLink } from '#dashboard/frame/elements.tsx'

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

/** The latest bounces and complaints, then the latest other reports. */
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
    <Table
      className="rows"
      name="Reports about mails: bounces and complaints, then the others, the latest first"
      rows={reports}
      columns={[
        {
          name: 'Address',
          isHead: true,
          cells: 'full address',
          render: ({ personId, email }) => <PersonLink id={personId} email={email} />,
        },
        { name: 'When', cells: 'full', render: ({ at }) => <DayAndTime at={at} /> },
        {
          name: 'What',
          cells: 'full',
          render: ({ kind, via }) => (
            <>
              {nameOfReport(kind)}
              <small>through {nameOfReporter(via)}</small>
            </>
          ),
        },
        {
          name: 'The mail server’s words',
          cells: 'full',
          render: ({ reason }) => <code>{reason}</code>,
        },
      ]}
    />
  </Plate>
)

/** When the bounce mailbox was last read, or why it is not. */
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
        <b>{trouble.effect}</b> since <DayAndTime at={trouble.since} />: {trouble.cause}:{' '}
        <q className="quoted">{trouble.reason}</q>. {trouble.remedy}
      </p>
    ) : (
      <p>
        {readAt === null ? (
          'Not read yet. The server reads it each minute.'
        ) : (
          <>
            Last read <DayAndTime at={readAt} />.{left !== null && ` ${left}`}
          </>
        )}
      </p>
    )}
  </Plate>
)
