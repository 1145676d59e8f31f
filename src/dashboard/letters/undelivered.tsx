import { personPath } from '#contract/person-screens.ts'
import { peopleText } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { UndeliveredKind } from '#server/letters/undelivered-screen.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'
import { toLetter } from './words.tsx'

type View = ViewOf<'letter-undelivered'>

/** The people who did not get a letter, with the mail server's words. */
export const LetterUndeliveredScreen = ({ id, subject, mails, isMore, stoppedBefore }: View) => (
  <Screen nav="letters" title="Not delivered" back={toLetter({ id, subject })}>
    <Plate
      id="mails"
      name="Who and why"
      caption={
        <>
          {stoppedBefore > 0 && (
            <p>
              <b>{peopleText(stoppedBefore)} had not had it</b> when it was stopped. Those whose
              mail was ready are listed as not sent; the others are not listed.
            </p>
          )}
          <p className="note">
            The newest first{isMore && `, the latest ${mails.length} only`}. An address that bounced
            or complained gets no more mail. No other answer of a mail server takes a person off the
            list.
          </p>
        </>
      }
    >
      {mails.length === 0 && stoppedBefore === 0 && (
        <p>Nobody missed it so far, as far as mail servers say.</p>
      )}
      {mails.length > 0 && (
        <table className="rows">
          <TableHead
            name="Mails of this letter that were not delivered"
            columns={['Person', 'What', 'Reason', ['When', 'right']]}
          />
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <th scope="row" className="full address">
                  <Address {...mail} />
                </th>
                <td className="kind">{undeliveredWords[mail.kind]}</td>
                <td className="full">
                  {mail.reason !== '' && <q className="quoted">{mail.reason}</q>}
                </td>
                <td className="right">
                  <DayAndTime atMs={mail.atMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Plate>
  </Screen>
)

export const undeliveredWords: Record<UndeliveredKind, string> = {
  bounced: 'bounced',
  complained: 'complained',
  refused: 'refused',
  policy: 'refused for policy',
  full: 'mailbox full or closed',
  account: 'about your mail account',
  uncertain: 'may not have arrived',
  overdue: 'too late',
  'not sent': 'not sent',
}

const Address = ({ personId, email }: View['mails'][number]) =>
  personId === null ? (
    <bdi>{email}</bdi>
  ) : (
    <a href={personPath(personId)}>
      <bdi>{email}</bdi>
    </a>
  )

/** 413: what was typed is still in the browser's form. */
export const LetterTooLargeScreen = () => (
  <Screen nav="letters" title="Too large">
    <section className="plate" aria-label="Too large">
      <div className="caption flow" />
      <div className="body stack">
        <p>
          Nothing was saved: the form was larger than 128 KB. A letter can have 10,000 characters.
          Go back in your browser: your text is still there. Shorten it and save again.
        </p>
      </div>
    </section>
  </Screen>
)
