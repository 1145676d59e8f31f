import { languageName } from '#contract/campaign/languages.ts'
import { counted, grouped, plural } from '#contract/english.ts'
import { letterPaths } from '#contract/letters/screens.ts'
import { sentOf } from '#contract/letters/letters.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { StopCheck } from '#server/letters/outcomes.ts'
import { barOf, countOf, numberOf } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { providerName } from './words.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { State } from '#dashboard/frame/elements.tsx'

const undelivered = (counts: ViewOf<'letter'>['counts']) =>
  counts.bounced +
  counts.returned +
  counts.refused +
  counts.complained +
  counts.declined +
  counts.uncertain +
  counts.skipped

/** What became of the mails, by provider. Opening and pressed links are not tracked. */
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
    <Table<ViewOf<'letter'>['providers'][number]>
      className="figures"
      name="Mails of this letter by provider and outcome"
      rows={providers}
      columns={[
        { name: 'Provider', isHead: true, render: ({ provider }) => providerName(provider) },
        countOf('Sent', sentOf, { cells: 'ink' }),
        countOf('Accepted', ({ accepted }) => accepted, { className: 'right wide-only' }),
        countOf('Bounced', ({ bounced, returned }) => bounced + returned),
        countOf('Refused', ({ refused }) => refused, { className: 'right wide-only' }),
        countOf('Left', ({ left }) => left),
      ]}
    />
  </Plate>
)

/** LETTER-4: the same by the language of the text. */
export const LetterOutcomesByLanguage = ({ languages }: ViewOf<'letter'>) => (
  <Plate
    id="languages"
    name="By language"
    caption={
      <p className="note">
        Of the text that people got. People: as they were counted when send was pressed.
      </p>
    }
  >
    <Table<ViewOf<'letter'>['languages'][number]>
      className="figures"
      name="Mails of this letter by language and outcome"
      rows={languages}
      columns={[
        { name: 'Language', isHead: true, render: ({ language }) => languageName(language, 'en') },
        countOf('People', ({ queued }) => queued, { className: 'right wide-only' }),
        countOf('Sent', sentOf, { cells: 'ink' }),
        countOf('Accepted', ({ accepted }) => accepted, { className: 'right wide-only' }),
        countOf('Bounced', ({ bounced, returned }) => bounced + returned),
        countOf('Left', ({ left }) => left),
      ]}
    />
  </Plate>
)

/** How far the letter is from stopping by itself. */
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
    <Table<StopCheck>
      className="figures"
      name="Stop rules and their limits"
      rows={checks}
      columns={[
        {
          name: 'Rule',
          isHead: true,
          render: ({ rule, mails }) => (
            <>
              {rule === 'bounces' ? 'Bounces' : 'Complaints'}
              <small>
                of {rule === 'bounces' ? 'the last' : 'all'} {grouped(mails)}
              </small>
            </>
          ),
        },
        barOf(({ found, most }) => ({ value: Math.min(found, most), most }), 'Share of the limit'),
        {
          name: 'Now',
          className: 'right',
          cells: 'ink',
          render: ({ found, most }) =>
            found > most ? <State of={['cross', grouped(found)]} /> : grouped(found),
        },
        numberOf('Stops above', ({ most }) => Math.floor(most)),
      ]}
    />
  </Plate>
)
