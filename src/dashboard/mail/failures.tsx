import { use } from 'react'
import { mailPaths, nameOfKind } from '#contract/mail-screens.ts'
import { navigation } from '#contract/navigation.ts'
import { personPath } from '#contract/person-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { StateOfPerson } from '#dashboard/frame/elements.tsx'
import { TableHead, hidden } from '#dashboard/frame/table.tsx'
import { grouped } from '#contract/text.ts'

const retryLink = (kind: string) => `${mailPaths.retry}?kind=${encodeURIComponent(kind)}`

export const FailureKinds = ({ failures }: { failures: ViewOf<'mail'>['failures'] }) => (
  <table className="figures">
    <TableHead
      name="Failed mails by kind, of the latest 1,000"
      columns={[
        'Why, of the latest 1,000',
        ['Mails', 'right'],
        use(Frame).role === 'operator' && [hidden('Try again'), 'right wide'],
      ]}
    />
    <tbody>
      {failures.map(({ kind, mails }) => (
        <tr key={kind}>
          <th scope="row">
            {nameOfKind(kind)}
            {/^\d/.test(kind) && (
              <small>
                <code>{kind}</code>
              </small>
            )}
          </th>
          <td className="right ink">{grouped(mails)}</td>
          {use(Frame).role === 'operator' && (
            <td className="right">
              <a href={retryLink(kind)}>
                Retry these<span className="hide">: {nameOfKind(kind)}</span>
              </a>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

export const FailedTable = ({ failed }: { failed: ViewOf<'mail'>['failed'] }) => (
  <table className="rows">
    <TableHead
      name="Failed mails, the latest first"
      columns={[
        'Address',
        'When',
        'The mail server’s answer',
        'The person',
        use(Frame).role === 'operator' && [hidden('Try again'), 'right'],
      ]}
    />
    <tbody>
      {failed.map((mail) => (
        <tr key={mail.id}>
          <th scope="row" className="full">
            <MailAddress {...mail} />
          </th>
          <td className="full">
            <DayAndTime atMs={mail.dueAt} />
          </td>
          <td className="full">
            <code>{mail.reason}</code>
          </td>
          <td className="full">
            <StateOfPerson state={mail.personState} />
          </td>
          {use(Frame).role === 'operator' && (
            <td className="full right">
              <a href={`${mailPaths.retry}?mail=${mail.id}`}>
                Retry<span className="hide"> the mail to {mail.email}</span>
              </a>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Whom a mail is for, and which mail it is. A reader gets no link. */
export const MailAddress = ({ personId, email, template }: ViewOf<'mail'>['failed'][number]) => (
  <>
    {personId === null ? (
      <bdi>{email}</bdi>
    ) : (
      <a href={personPath(personId)}>
        <bdi>{email}</bdi>
      </a>
    )}
    <small>{template} mail</small>
  </>
)

type View = ViewOf<'mail-failed'>

/** All mails that failed, 50 on a page. */
export const MailFailedScreen = ({ failed, older }: View) => (
  <Screen
    nav="mail"
    title="Not delivered"
    back={navigation.mail}
    tools={
      use(Frame).role === 'operator' && failed.length > 0 ? (
        <a className="button" href={mailPaths.retry}>
          Retry all
        </a>
      ) : undefined
    }
  >
    <Plate
      id="failed"
      name="Mails"
      caption={<p className="note">By the time of their last try, the latest first.</p>}
    >
      {failed.length === 0 ? (
        <p>Every mail was delivered, or still waits.</p>
      ) : (
        <FailedTable failed={failed} />
      )}
      {older !== null && (
        <nav className="pager" aria-label="Pages">
          <a href={mailPaths.failed}>Latest</a>
          <a href={`${mailPaths.failed}?before=${older}`} rel="next">
            Older
          </a>
        </nav>
      )}
    </Plate>
  </Screen>
)
