import { campaign } from '#campaign'
import { letterLimits } from '#contract/letters/letters.ts'
import { letterFormBytes } from '#contract/letters/screens.ts'
import { grouped, peopleText } from '#contract/english.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { UndeliveredKind } from '#server/letters/undelivered-screen.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { toLetter } from './words.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { PersonLink } from '#dashboard/frame/elements.tsx'

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
        <Table
          className="rows"
          name="Mails of this letter that were not delivered"
          rows={mails}
          columns={[
            {
              name: 'Person',
              isHead: true,
              cells: 'full address',
              render: ({ personId, email }) => <PersonLink id={personId} email={email} />,
            },
            { name: 'What', cells: 'kind', render: ({ kind }) => undeliveredWords[kind] },
            {
              name: 'Reason',
              cells: 'full',
              render: ({ reason }) => reason !== '' && <q className="quoted">{reason}</q>,
            },
            {
              name: 'When',
              className: 'right',
              render: ({ at }) => <DayAndTime at={at} />,
            },
          ]}
        />
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

/** 413: what was typed is still in the browser's form. */
export const LetterTooLargeScreen = () => (
  <Screen nav="letters">
    <Plate label="Too large" flow stack>
      <p>
        Nothing was saved: the form was larger than{' '}
        {grouped(letterFormBytes(campaign.languages) / 1024)} KB. A letter can have{' '}
        {grouped(letterLimits.body)} characters
        {campaign.languages.length > 1 && ' in each language'}. Go back in your browser: your text
        is still there. Shorten it and save again.
      </p>
    </Plate>
  </Screen>
)
