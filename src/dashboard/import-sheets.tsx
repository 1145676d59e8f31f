import type { ReactNode } from 'react'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
  type ImportCounts,
  type ImportFields,
  type ImportPhase,
  type ImportRun,
  type ImportView,
  type ImportWrong,
} from '#contract/import-screens.ts'
import { formTokenField, sheets, type SheetFrame } from '#contract/screens.ts'
import { ActForm, Plate, SheetPage } from './frame.tsx'
import { DayAndTime } from './moment.tsx'

type Props<S extends ImportView['screen']> = { frame: SheetFrame } & Extract<
  ImportView,
  { screen: S }
>

const number = new Intl.NumberFormat('en-GB')

const Page = ({
  frame,
  title,
  children,
}: {
  frame: SheetFrame
  title: string
  children: ReactNode
}) => (
  <SheetPage
    frame={frame}
    sheet="people"
    wide
    title={title}
    head={
      <a className="crumb" href={sheets.people.path}>
        People
      </a>
    }
  >
    {children}
  </SheetPage>
)

/** DASH-4: the upload, and the import that is under way or waits. */
export const ImportSheet = ({ frame, current, wrong, fields }: Props<'import'>) => (
  <Page frame={frame} title="Import people">
    {current && (
      <Plate id="current" name="Last upload">
        <div className="stack">
          <p>
            <bdi>{current.name}</bdi>, uploaded <DayAndTime atMs={current.startedAt} /> by{' '}
            {current.operator}: {phases[current.phase]}.
          </p>
          <p className="acts">
            <a className="button" href={importRunPath(current.id)}>
              Open it
            </a>
          </p>
        </div>
      </Plate>
    )}
    <Plate
      id="upload"
      name="New upload"
      caption={
        <>
          <p className="note">
            The file is checked first. Nobody is imported until you have seen the result.
          </p>
          <p className="note">
            A CSV file (UTF-8, at most 100 MB) needs a header with a column <code>email</code>.
            Optional: <code>joined_at</code>, <code>confirmed_at</code>, <code>source</code>,{' '}
            <code>medium</code>, <code>campaign</code>, <code>referrer</code>, <code>state</code>,{' '}
            <code>consent_date</code>, <code>consent_source</code>, <code>consent_wording</code>.
            JSON lines (<code>.jsonl</code>) work as well.
          </p>
          <p className="note">An import sends no mail.</p>
        </>
      }
    >
      {wrong && (
        <p id="wrong" className="wrong" role="alert">
          {wrongs[wrong]}
        </p>
      )}
      <UploadForm frame={frame} wrong={wrong} fields={fields} />
    </Plate>
  </Page>
)

const UploadForm = ({
  frame,
  wrong,
  fields,
}: {
  frame: SheetFrame
  wrong: ImportWrong | undefined
  fields: ImportFields | undefined
}) => (
  <form method="post" action={importPath} encType="multipart/form-data" className="fields">
    {/* The server checks the token before it stores a byte of the file, which comes last. */}
    <input type="hidden" name={formTokenField} value={frame.formToken} />
    <fieldset aria-describedby={wrong === 'kind' ? 'wrong' : undefined}>
      <legend className="label">The people in the file</legend>
      <Kind value="confirmed" fields={fields} name="Agreed to get mail, and you can prove it">
        They are on the list. Each row needs a date and a source of the consent, from the file or
        from the fields below.
      </Kind>
      <Kind value="unconfirmed" fields={fields} name="Did not confirm yet">
        They get a confirm mail once they sign up themselves.
      </Kind>
    </fieldset>
    <Field name="source" label="Where they agreed" value={fields?.source}>
      For rows without <code>consent_source</code>.
    </Field>
    <Field
      name="date"
      label="When they agreed"
      value={fields?.date}
      describedBy={wrong === 'date' ? 'wrong' : undefined}
    >
      As 2026-01-31 (UTC), for rows without <code>consent_date</code>.
    </Field>
    <Field name="wording" label="What they agreed to" value={fields?.wording}>
      For rows without <code>consent_wording</code>.
    </Field>
    <label className="field">
      <span className="label">File</span>
      <input
        type="file"
        name="file"
        accept=".csv,.jsonl,.ndjson,text/csv"
        required
        aria-describedby={wrong ? 'wrong' : undefined}
      />
    </label>
    <div className="acts">
      <button type="submit" className="button main">
        Upload and check
      </button>
      <a href={sheets.people.path}>Cancel</a>
    </div>
  </form>
)

const Kind = ({
  value,
  name,
  fields,
  children,
}: {
  value: string
  name: string
  fields: ImportFields | undefined
  children: ReactNode
}) => (
  <label className="option">
    <input
      type="radio"
      name="people"
      value={value}
      required
      defaultChecked={fields?.people === value}
    />
    <span>
      {name}
      <small>{children}</small>
    </span>
  </label>
)

const Field = ({
  name,
  label,
  value,
  describedBy,
  children,
}: {
  name: string
  label: string
  value: string | undefined
  describedBy?: string | undefined
  children: ReactNode
}) => (
  <label className="field">
    <span className="label">{label}</span>
    <input type="text" name={name} defaultValue={value} aria-describedby={describedBy} />
    <span className="note">{children}</span>
  </label>
)

const wrongs: Record<ImportWrong, string> = {
  token: 'This form was opened in an earlier session. Choose the file again and upload it.',
  kind: 'Choose what the people in the file are.',
  date: 'The date of the consent cannot be read: write it as 2026-01-31.',
  file: 'Choose a file that is not empty.',
  zip: 'This is a ZIP file, as .xlsx is. Save the table as CSV (UTF-8) and upload that file.',
  'too-large': 'The file is larger than 100 MB. Split it, each part with the header line.',
  'cut-off': 'The upload was cut off. Nothing was imported. Upload the file again.',
  busy: 'Another import is being checked or runs. Wait until it has ended.',
  'no-space': 'The disk of the server is full. Nothing was imported.',
}

const phases: Record<ImportPhase, string> = {
  checking: 'being checked',
  checked: 'checked, waits for you',
  running: 'being imported',
  done: 'imported',
  failed: 'failed',
  interrupted: 'interrupted',
}

/** DASH-4: the state of an import, which does not depend on an open window. */
export const ImportRunSheet = ({ frame, run }: Props<'import-run'>) => (
  <Page frame={frame} title={titles[run.phase]}>
    <section className="plate" aria-label="This import">
      <div className="caption flow">
        <dl className="facts">
          <Fact term="File">
            <bdi>{run.name}</bdi>
          </Fact>
          <Fact term="Size">{sizeOf(run.bytes)}</Fact>
          <Fact term="People">{run.confirmed ? 'confirmed' : 'unconfirmed'}</Fact>
          <Fact term="Uploaded">
            <DayAndTime atMs={run.startedAt} />
            <small>by {run.operator}</small>
          </Fact>
          <Fact term="Deleted">
            a day after the upload
            <small>file, result and refused rows</small>
          </Fact>
        </dl>
      </div>
      <div className="body stack">
        <Phase frame={frame} run={run} />
      </div>
    </section>
  </Page>
)

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

const titles: Record<ImportPhase, string> = {
  checking: 'Checking the file',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  failed: 'Import failed',
  interrupted: 'Import interrupted',
}

function Phase({ frame, run }: { frame: SheetFrame; run: ImportRun }) {
  const { phase, progress, checked, done, error, bytes } = run
  if (phase === 'checking' || phase === 'running')
    return (
      <>
        <p>
          {number.format(progress.rows)} rows
          {phase === 'running' && checked && ` of ${number.format(checked.rows)}`} so far
          {bytes > 0 && `, ${Math.floor((100 * progress.bytes) / bytes)}% of the file`}. This goes
          on without this page.
        </p>
        <p>
          <a className="button" href={importRunPath(run.id)}>
            Update
          </a>
        </p>
      </>
    )
  const counts = done ?? (phase === 'checked' ? checked : null)
  return (
    <>
      {error !== null && <p className="wrong">{error}</p>}
      {phase === 'interrupted' && (
        <p>
          The server stopped after {number.format(progress.rows)} rows. Continue reads the file from
          its beginning again: people who were imported already are refused as known.
        </p>
      )}
      {phase === 'failed' && run.canContinue && (
        <p>
          Rows before the failure may be imported already. Continue reads the file again: people who
          were imported already are refused as known.
        </p>
      )}
      {counts && <Result run={run} counts={counts} />}
      <Next frame={frame} run={run} />
    </>
  )
}

const Result = ({ run, counts }: { run: ImportRun; counts: ImportCounts }) => {
  const refused = counts.rows - counts.entered
  return (
    <>
      <dl className="facts">
        <Fact term="Rows in the file">{number.format(counts.rows)}</Fact>
        <Fact term={run.phase === 'done' ? 'Imported' : 'To import'}>
          {number.format(counts.entered)}
        </Fact>
        <Fact term="Refused">{number.format(refused)}</Fact>
      </dl>
      {run.toEnter.length > 0 && (
        <div className="stack">
          <h3>First rows that are accepted</h3>
          <table className="rows file-lines">
            <caption className="hide">First rows that are accepted</caption>
            <thead>
              <tr>
                <th scope="col" className="line">
                  Line
                </th>
                <th scope="col">Address</th>
              </tr>
            </thead>
            <tbody>
              {run.toEnter.map(({ line, address }) => (
                <tr key={line}>
                  <td data-label="Line">{line}</td>
                  <td className="full ink">{address}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {refused > 0 && <RefusedRows run={run} counts={counts} />}
    </>
  )
}

const RefusedRows = ({ run, counts }: { run: ImportRun; counts: ImportCounts }) => (
  <>
    <h3>Why rows are refused</h3>
    <table className="figures">
      <caption className="hide">Why rows are refused</caption>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col" className="right">
            Rows
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.refused.slice(0, mostReasons).map(([reason, rows]) => (
          <tr key={reason}>
            <th scope="row" dir="auto">
              {reasonOf(reason)}
            </th>
            <td className="right">{number.format(rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <h3>Some rows that are refused</h3>
    <table className="rows file-lines">
      <caption className="hide">Some rows that are refused</caption>
      <thead>
        <tr>
          <th scope="col" className="line">
            Line
          </th>
          <th scope="col">Address</th>
          <th scope="col" className="reason">
            Reason
          </th>
        </tr>
      </thead>
      <tbody>
        {run.refused
          .toSorted((a, b) => a.line - b.line)
          .map(({ line, address, reason }) => (
            <tr key={line}>
              <td data-label="Line">{line}</td>
              <td className="full ink" dir="auto">
                {address}
              </td>
              <td className="full" dir="auto">
                {reasonOf(reason)}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
    <p>
      <a className="button" href={importRefusedPath(run.id)} download>
        Download the refused rows
      </a>
    </p>
  </>
)

const mostReasons = 20

/** The reasons name the options of the command; here they are fields of the form. */
const reasonOf = (reason: string): string =>
  reason
    .replace('the option --consent-date', "the field 'When they agreed'")
    .replace('the option --consent-source', "the field 'Where they agreed'")

const Next = ({ frame, run }: { frame: SheetFrame; run: ImportRun }) => {
  const { phase, checked, canContinue, id } = run
  const mayImport = checked !== null && checked.entered > 0 && phase !== 'done'
  return (
    <div className="acts">
      {phase === 'checked' && mayImport && (
        <a className="button main" href={importActPath(id, 'run')}>
          Import {peopleOf(checked.entered)} …
        </a>
      )}
      {phase !== 'checked' && canContinue && (
        <a className="button main" href={importActPath(id, 'run')}>
          Continue …
        </a>
      )}
      <ActForm frame={frame} action={importActPath(id, 'discard')}>
        <button type="submit" className="button">
          {phase === 'done' ? 'Delete the result' : 'Discard the upload'}
        </button>
      </ActForm>
      <a href={importPath}>New upload</a>
    </div>
  )
}

/** DASH-4: asks before the import begins or goes on. */
export const ImportAskSheet = ({ frame, run }: Props<'import-ask'>) => {
  const { checked, confirmed, id } = run
  const refused = checked ? checked.rows - checked.entered : 0
  return (
    <Page
      frame={frame}
      title={checked ? `Import ${peopleOf(checked.entered)}?` : 'Check the file again?'}
    >
      <section className="plate" aria-label="Import">
        <div className="caption flow">
          <p className="note">
            From <bdi>{run.name}</bdi>. It runs on the server and goes on without this page.
          </p>
        </div>
        <div className="body stack">
          {checked && (
            <dl className="facts">
              <Fact term="Added">
                {peopleOf(checked.entered)}, {confirmed ? 'confirmed' : 'unconfirmed'}
              </Fact>
              <Fact term="Refused">
                {number.format(refused)} rows; people who are on the list stay as they are
              </Fact>
              <Fact term="Mail">none is sent</Fact>
              <Fact term="Undo">none: people can be taken off or erased under People</Fact>
            </dl>
          )}
          <ActForm frame={frame} action={importActPath(id, 'run')} className="acts">
            <button type="submit" className="button main">
              {checked ? `Import ${peopleOf(checked.entered)}` : 'Check it again'}
            </button>
            <a href={importRunPath(id)}>Not now</a>
          </ActForm>
        </div>
      </section>
    </Page>
  )
}

const peopleOf = (count: number): string =>
  `${number.format(count)} ${count === 1 ? 'person' : 'people'}`

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
