import { grouped } from '#contract/figures.ts'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
  type ImportCounts,
  type ImportPhase,
  type ImportRun,
} from '#contract/import-screens.ts'
import type { ScreenFrame } from '#contract/screens.ts'
import { peopleText } from './counted.ts'
import { ActForm } from './frame.tsx'
import { ImportFrame, type Props } from './import-frame.tsx'
import { DayAndTime } from './moment.tsx'
import { Fact } from './fact.tsx'

/** DASH-4: the state of an import, which does not depend on an open window. */
export const ImportRunScreen = ({ frame, run }: Props<'import-run'>) => (
  <ImportFrame frame={frame} title={titles[run.phase]}>
    <section className="plate" aria-labelledby="upload">
      <div className="caption flow">
        <h2 id="upload">Upload</h2>
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
  </ImportFrame>
)

const titles: Record<ImportPhase, string> = {
  checking: 'Checking the file',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  failed: 'Import failed',
  interrupted: 'Import interrupted',
}

function Phase({ frame, run }: { frame: ScreenFrame; run: ImportRun }) {
  const { phase, progress, checked, done, error, bytes } = run
  if (phase === 'checking' || phase === 'running')
    return (
      <>
        <p>
          {grouped(progress.rows)} rows
          {phase === 'running' && checked && ` of ${grouped(checked.rows)}`} so far
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
          The server stopped after {grouped(progress.rows)} rows. Continue reads the file from its
          beginning again: people who were imported already are refused as known.
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
        <Fact term="Rows in the file">{grouped(counts.rows)}</Fact>
        <Fact term={run.phase === 'done' ? 'Imported' : 'To import'}>
          {grouped(counts.entered)}
        </Fact>
        <Fact term="Refused">{grouped(refused)}</Fact>
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
            <td className="right">{grouped(rows)}</td>
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

const Next = ({ frame, run }: { frame: ScreenFrame; run: ImportRun }) => {
  const { phase, checked, canContinue, id } = run
  const mayImport = checked !== null && checked.entered > 0 && phase !== 'done'
  return (
    <div className="acts">
      {phase === 'checked' && mayImport && (
        <a className="button main" href={importActPath(id, 'run')}>
          Import {peopleText(checked.entered)} …
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

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
