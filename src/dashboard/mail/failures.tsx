import { use } from 'react'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { mailPaths, nameOfKind } from '#contract/mails/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen, Pager } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { StateOfPerson, PersonLink } from '#dashboard/frame/elements.tsx'
import { numberOf } from '#dashboard/frame/numbers.tsx'
import { Table } from '#dashboard/frame/table.tsx'

const retryLink = (kind: string) => `${mailPaths.retry}?kind=${encodeURIComponent(kind)}`

export const FailureKinds = ({ failures }: Pick<ViewOf<'mail'>, 'failures'>) => (
  <Table<ViewOf<'mail'>['failures'][number]>
    className="figures"
    name="Failed mails by kind, of the latest 1,000"
    rows={failures}
    columns={[
      {
        name: 'Why, of the latest 1,000',
        isHead: true,
        render: ({ kind }) => (
          <>
            {nameOfKind(kind)}
            {/^\d/.test(kind) && (
              <small>
                <code>{kind}</code>
              </small>
            )}
          </>
        ),
      },
      numberOf('Mails', ({ mails }) => mails, { cells: 'ink' }),
      use(Frame).role === 'operator' && {
        name: 'Try again',
        hidden: true,
        className: 'right wide',
        render: ({ kind }) => (
          <a href={retryLink(kind)} data-ask>
            Retry these<span className="hide">: {nameOfKind(kind)}</span>
          </a>
        ),
      },
    ]}
  />
)

export const FailedTable = ({ failed }: Pick<ViewOf<'mail'>, 'failed'>) => (
  <Table
    className="rows"
    name="Failed mails, the latest first"
    rows={failed}
    columns={[
      {
        name: 'Address',
        isHead: true,
        cells: 'full',
        render: (mail) => <MailAddress {...mail} />,
      },
      { name: 'When', cells: 'full', render: ({ dueAt }) => <DayAndTime at={dueAt} /> },
      {
        name: 'The mail server’s answer',
        cells: 'full',
        render: ({ reason }) => <code>{reason}</code>,
      },
      {
        name: 'The person',
        cells: 'full',
        render: ({ personState }) => <StateOfPerson state={personState} />,
      },
      use(Frame).role === 'operator' && {
        name: 'Try again',
        hidden: true,
        className: 'right',
        cells: 'full',
        render: ({ id, email }) => (
          <a href={`${mailPaths.retry}?mail=${id}`} data-ask>
            Retry<span className="hide"> the mail to {unicodeEmail(email)}</span>
          </a>
        ),
      },
    ]}
  />
)

/** Whom a mail is for, and which mail it is. */
export const MailAddress = ({ personId, email, template }: ViewOf<'mail'>['failed'][number]) => (
  <>
    <PersonLink id={personId} email={email} />
    <small>{template} mail</small>
  </>
)

type View = ViewOf<'mail-failed'>

/** All mails that failed, 50 on a page. */
export const MailFailedScreen = ({ failed, older }: View) => (
  <Screen
    nav="mail"
    back={navigation.mail}
    tools={
      use(Frame).role === 'operator' && failed.length > 0 ? (
        <a className="button" href={mailPaths.retry} data-ask>
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
        <Pager
          first={['Latest', mailPaths.failed]}
          next={['Older', `${mailPaths.failed}?before=${older}`]}
        />
      )}
    </Plate>
  </Screen>
)
