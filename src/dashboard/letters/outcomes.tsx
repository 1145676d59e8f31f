import { letterPaths, sentOf } from '#contract/letter-screens.ts'
import type { ProviderLetterCounts } from '#contract/letters.ts'
import { counted, grouped, plural } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { StopCheck } from '#server/letters/outcomes.ts'
import { Count, DimensionLine } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { providerName } from './providers.tsx'
import { TableHead, hidden } from '#dashboard/frame/table.tsx'

const undelivered = (counts: ViewOf<'letter'>['counts']) =>
  counts.bounced +
  counts.returned +
  counts.refused +
  counts.complained +
  counts.declined +
  counts.uncertain +
  counts.skipped

/** LETTER-4: what became of the mails, by provider. Opening and pressed links are not tracked. */
export const LetterOutcomes = ({ id, counts, providers, state }: ViewOf<'letter'>) => (
  <Plate
    id="outcomes"
    name="Outcomes"
    caption={
      <>
        <p>
          <b>{grouped(counts.left)} left</b> by a link in this letter,{' '}
          {counted(counts.complained, 'complaint')}.
        </p>
        {counts.declined > 0 && (
          <p>
            <b>{grouped(counts.declined)} came back</b> after the mail server accepted{' '}
            {plural(counts.declined, 'it', 'them')}: refused by the recipients’ servers, or the
            mailbox was full or closed. Nobody is suppressed for it.
          </p>
        )}
        {undelivered(counts) > 0 && (
          <p>
            <a className="link" href={letterPaths.undelivered(id)}>
              Who did not get it, and why
            </a>
          </p>
        )}
        <p className="note">
          {state === 'sending' && 'So far. '}
          Bounced: the address does not exist. Some bounces come back hours after the mail server
          accepted the mail, so such a mail counts in both columns. Nothing tracks who opens a mail
          or presses a link.
        </p>
      </>
    }
  >
    <table className="figures">
      <caption className="hide">Mails of this letter by provider and outcome</caption>
      <thead>
        <tr>
          <th scope="col">Provider</th>
          {columns.map(({ name, isWide }) => (
            <th key={name} scope="col" className={isWide ? 'right wide-only' : 'right'}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {providers.map((row) => (
          <tr key={row.provider}>
            <th scope="row">{providerName(row.provider)}</th>
            {columns.map(({ name, isWide, of }, index) => (
              <td
                key={name}
                className={`right${isWide ? ' wide-only' : ''}${index === 0 ? ' ink' : ''}`}
              >
                <Count n={of(row)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Plate>
)

const columns: readonly {
  name: string
  of: (row: ProviderLetterCounts) => number
  isWide?: boolean
}[] = [
  { name: 'Sent', of: sentOf },
  { name: 'Accepted', of: ({ accepted }) => accepted, isWide: true },
  { name: 'Bounced', of: ({ bounced, returned }) => bounced + returned },
  { name: 'Refused', of: ({ refused }) => refused, isWide: true },
  { name: 'Left', of: ({ left }) => left },
]

/** LETTER-3: how far the letter is from stopping by itself. */
export const StopRules = ({ checks, state }: ViewOf<'letter'>) => (
  <Plate
    id="rules"
    name="Stop rules"
    caption={
      <p className="note">
        {state === 'sending' ? 'The letter stops above a limit.' : 'As they are now.'} Complaints
        are those that providers report; Gmail reports none.
      </p>
    }
  >
    <table className="figures">
      <TableHead
        name="Stop rules and their limits"
        columns={[
          'Rule',
          [hidden('Share of the limit'), 'bar'],
          ['Now', 'right'],
          ['Stops above', 'right'],
        ]}
      />
      <tbody>
        {checks.map((check) => (
          <Rule key={check.rule} {...check} />
        ))}
      </tbody>
    </table>
  </Plate>
)

const Rule = ({ rule, found, mails, most }: StopCheck) => (
  <tr>
    <th scope="row">
      {rule === 'bounces' ? 'Bounces' : 'Complaints'}
      <small>
        of {rule === 'bounces' ? 'the last' : 'all'} {grouped(mails)}
      </small>
    </th>
    <td className="bar">
      <DimensionLine value={Math.min(found, most)} most={most} />
    </td>
    <td className="right ink">
      {found > most ? (
        <span className="state" data-shape="cross">
          {grouped(found)}
        </span>
      ) : (
        grouped(found)
      )}
    </td>
    <td className="right">{grouped(Math.floor(most))}</td>
  </tr>
)
