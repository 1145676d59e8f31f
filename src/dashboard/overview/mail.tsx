import { use } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { grouped } from '#contract/english.ts'
import { countOf, share } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Frame } from '#dashboard/frame/frame.ts'
import { State } from '#dashboard/frame/elements.tsx'
import { Table } from '#dashboard/frame/table.tsx'

const states = {
  sending: ['full', 'Sending'],
  idle: ['dash', 'No mail was accepted yet'],
  kept: ['dash', 'Kept on this machine'],
  delayed: ['half', 'Delayed'],
  stopped: ['cross', 'Not sending'],
} as const satisfies Record<
  ViewOf<'overview'>['mail']['state'],
  readonly [shape: string, name: string]
>

/** Whether mail is sent, and what became of the last mails. */
export const MailPlate = ({ mail }: { mail: ViewOf<'overview'>['mail'] }) => (
  <Plate id="mail" name="Mail" part="mail" follows caption={<MailState mail={mail} />}>
    {mail.providers.length === 0 ? (
      <p>No mail was sent in the last {operatorTime('outcomes')}.</p>
    ) : (
      <Providers providers={mail.providers} />
    )}
  </Plate>
)

function MailState({ mail }: { mail: ViewOf<'overview'>['mail'] }) {
  const { state, since, lastLeavesAt } = mail
  return (
    <>
      <p>
        <State of={states[state]} />{' '}
        {since !== null && (
          <>
            since <DayAndTime at={since} />
          </>
        )}
      </p>
      <p className="note">
        {readyText(mail)}
        {lastLeavesAt !== null && lastLeavesAt > use(Frame).asOf && (
          <>
            {' '}
            The last leaves about <DayAndTime at={lastLeavesAt} />.
          </>
        )}
        {mail.providers.length > 0 &&
          ` The last ${operatorTime('outcomes')}. Bounced: no such address, also by a later report. Refused: given up for another reason. Rate: bounced and refused, of all.`}
      </p>
      <p>
        <a className="link" href={navigation.mail.path}>
          All about mail
        </a>
      </p>
    </>
  )
}

function readyText({ state, ready, isMore }: ViewOf<'overview'>['mail']): string {
  if (ready > 0) return `${grouped(ready)}${isMore ? ' or more' : ''} ready to be sent.`
  return state === 'kept'
    ? 'Mails are stored and not sent, as no mail server is set.'
    : 'Nothing is ready to be sent.'
}

const Providers = ({ providers }: Pick<ViewOf<'overview'>['mail'], 'providers'>) => (
  <Table<ViewOf<'overview'>['mail']['providers'][number]>
    className="figures"
    name="What became of mails, by provider"
    rows={providers}
    columns={[
      { name: 'Provider', isHead: true, render: ({ provider }) => <Provider name={provider} /> },
      countOf('Accepted', ({ accepted }) => accepted, { cells: 'ink' }),
      countOf('Bounced', ({ bounced }) => bounced, { className: 'right wide-only' }),
      countOf('Refused', ({ refused }) => refused),
      {
        name: 'Rate',
        className: 'right',
        render: ({ bounced, refused, mails }) => share(bounced + refused, mails),
      },
    ]}
  />
)

const Provider = ({ name }: { name: string }) =>
  name === 'other' ? (
    <>
      Others <small>smaller domains</small>
    </>
  ) : (
    name
  )
