import type { ReactNode } from 'react'
import { me } from '#campaign'
import { mailWaits, type MailWait } from '#contract/mails/waits.ts'
import type { PersonalData } from '#contract/people/personal-data.ts'
import type { MailRecord, MailReportRecord } from '#contract/people/personal-records.ts'
import { Day, DayAndTime, durationOf } from '#dashboard/frame/times.tsx'
import { nameOfReport, nameOfReporter } from '#dashboard/mail/reports.tsx'
import type { Entry } from './entries.tsx'

export const mailEntry = (mail: MailRecord): Entry => ({
  at: mail.queuedAt,
  title: mail.letter === undefined ? mailName(mail.template) : `Letter: ${mail.letter}`,
  text: <p>{mailOutcome(mail)}</p>,
})

const mailName = (template: string): string =>
  (me.mails.names as Partial<Record<string, string>>)[template] ?? template

/** The mail server's words are quoted; our own reasons are part of the sentence. */
function mailOutcome({ state, queuedAt, sentAt, reason, wait }: MailRecord): ReactNode {
  const answer = reason && <code>{reason}</code>
  switch (state) {
    case 'sent':
      return `Accepted by the mail server${sentAt === null ? '' : ` after ${durationOf(sentAt - queuedAt)}`}.`
    case 'due':
      return (
        <>
          {wait ? <Wait {...wait} /> : 'Waiting to be sent.'}
          {answer && <> Last answer: {answer}</>}
        </>
      )
    case 'sending':
      return 'Being sent.'
    case 'dead':
      return <>Not delivered{answer ? <>: {answer}</> : '.'}</>
    case 'uncertain':
      return <>Nobody knows whether it arrived{answer ? <>: {answer}</> : '.'}</>
    case 'overdue':
      return `Held back${reason ? `: ${reason}` : ''}. An operator can release it.`
    case 'kept':
      return 'Stored and not sent: there was no mail server.'
    default:
      return `Not sent${reason ? `: ${reason}` : ''}.`
  }
}

/** A retry's reason is the mail's last answer, which stands behind it. */
const Wait = ({ waitsFor, until, because }: MailWait) => (
  <>
    Waits for {mailWaits[waitsFor].for}, until{' '}
    {until === null ? (
      mailWaits[waitsFor].ends
    ) : (
      <>
        <DayAndTime at={until} full /> at the earliest
      </>
    )}
    .
    {because !== null && waitsFor !== 'retry' && (
      <>
        {' '}
        Reason: <code>{because}</code>
      </>
    )}
  </>
)

/** What came back about a mail of this person. */
export const reportEntry = ({ kind, via, reportedAt, reason }: MailReportRecord): Entry => ({
  at: reportedAt,
  title: nameOfReport(kind),
  text: (
    <p>
      Reported through {nameOfReporter(via)}
      {reason && (
        <>
          : <code>{reason}</code>
        </>
      )}
    </p>
  ),
})

const linkNames: Record<string, string> = {
  confirm: 'confirm',
  unsubscribe: 'leave the list',
  me: 'own data',
}

/** The links of one mail were created together. */
export function linksOf({ links }: PersonalData): Entry[] {
  const byTime = Map.groupBy(links, ({ madeAt }) => madeAt)
  return [...byTime].map(([at, made]) => ({
    at,
    title: 'Links for a mail',
    text: (
      <p>
        {made.map(({ purpose, endsAt }, index) => (
          <span key={index}>
            {index > 0 && ', '}
            {linkNames[purpose] ?? purpose}
            {endsAt !== null && (
              <>
                {' '}
                (until <Day at={endsAt} />)
              </>
            )}
          </span>
        ))}
      </p>
    ),
  }))
}
