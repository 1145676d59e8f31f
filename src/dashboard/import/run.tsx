import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
  leftReasons,
} from '#contract/import-screens.ts'
import type { ImportFields, ImportWrong, ShownImport } from '#server/imports/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { ImportResult } from '#server/imports/import.ts'
import { operatorTimeInWords } from '#contract/operator-times.ts'
import { grouped, peopleText } from '#contract/text.ts'
import { iso } from '#contract/time.ts'
import { ActForm } from '#dashboard/frame/screen.tsx'
import { ImportChoices, WrongImport } from './fields.tsx'
import { Facts } from './result.tsx'
import { Elsewhere, ImportFrame } from './frame.tsx'
import { ofForm } from './words.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Fact } from '#dashboard/frame/elements.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

type View = Omit<ViewOf<'import-run'>, 'screen'>

/** DASH-4: the state of an import, which does not depend on an open window. */
export const ImportRunScreen = ({ run, wrong, fields }: View) => (
  <ImportFrame title={titles[run.state]}>
    <section className="plate" aria-labelledby="upload">
      <div className="caption flow">
        <h2 id="upload">Upload</h2>
        <dl className="facts">
          <Fact term="File">
            <bdi>{run.name}</bdi>
          </Fact>
          <Fact term="Size">{sizeOf(run.bytes)}</Fact>
          <Fact term="People">{peopleOf(run)}</Fact>
          <Fact term="Uploaded">
            <DayAndTime atMs={run.startedAt} full />
            <small>by {run.operator}</small>
          </Fact>
          <Fact term="Deleted">
            {operatorTimeInWords('upload')} after the upload
            <small>file, result and refused rows</small>
          </Fact>
        </dl>
      </div>
      <div className="body stack">
        <Phase run={run} wrong={wrong} fields={fields} />
      </div>
    </section>
  </ImportFrame>
)

const titles: Record<ShownImport['state'], string> = {
  checking: 'Checking the file',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  failed: 'Import failed',
}

function Phase({ run, wrong, fields }: View) {
  const { state, checked, result, error, place } = run
  const isActive = state === 'checking' || state === 'running'
  const counts = state === 'done' ? result : state === 'checked' ? checked : null
  return (
    <>
      {isActive && <Progress run={run} />}
      {error !== null && <p className="wrong">{ofForm(error)}</p>}
      {state === 'failed' && result && (
        <p>
          {grouped(result.rows)} rows are done. Continue goes on behind them: nobody is entered
          twice.
        </p>
      )}
      {state !== 'done' && place === 'missing' && (
        <p className="wrong">
          This server does not have the file: it was deleted, or the waitlist was restored or moved.
          Discard the upload and upload the file again. People who were imported already are refused
          as known.
        </p>
      )}
      {place === 'elsewhere' && <Elsewhere run={run} />}
      {counts && <Result run={run} counts={counts} />}
      <Next run={run} />
      {(state === 'checked' || (state === 'failed' && checked === null)) && place !== 'missing' && (
        <CheckAgain run={run} wrong={wrong} fields={fields ?? fieldsOf(run)} />
      )}
    </>
  )
}

const Progress = ({ run }: { run: ShownImport }) => {
  const { state, progress, checked, bytes, stalledSince } = run
  return (
    <>
      <p>
        {grouped(progress.rows)} rows
        {state === 'running' && checked && ` of ${grouped(checked.rows)}`} so far
        {bytes > 0 && `, ${Math.floor((100 * progress.bytes) / bytes)}% of the file`}. This goes on
        without this page.
      </p>
      {stalledSince !== null && (
        <p className="wrong">
          Nothing has been read since <DayAndTime atMs={stalledSince} full />. It goes on once the
          server <code>{run.server}</code> runs and reaches the database. If that server is gone,
          discard the upload and upload the file again: people who were imported already are refused
          as known.
        </p>
      )}
    </>
  )
}

/** The choices that the check can be repeated with. */
const CheckAgain = ({
  run,
  wrong,
  fields,
}: {
  run: ShownImport
  wrong: ImportWrong | undefined
  fields: ImportFields
}) => (
  <>
    <h3>Check it again with other choices</h3>
    <WrongImport wrong={wrong} />
    <ActForm action={importActPath(run.id, 'check')} className="fields">
      <ImportChoices fields={fields} wrong={wrong} />
      <div className="acts">
        <button type="submit" className="button">
          Check it again
        </button>
      </div>
    </ActForm>
  </>
)

const fieldsOf = ({ options }: ShownImport): ImportFields => ({
  people: options.people ?? 'service',
  reason: options.leftReason ?? '',
  source: options.consentSource,
  date: options.consentAt === null ? '' : iso(options.consentAt).slice(0, 10),
  wording: options.consentWording,
  status: options.statusColumns.join(', '),
  ignore: options.ignoredColumns.join(', '),
})

const peopleOf = ({ options, checked }: ShownImport): string => {
  const known = checked?.as ?? options.people
  return known === 'left' ? 'everybody left' : (known ?? 'as the service says')
}

/** Whether there is anybody to enter, to take off or to note as left. */
const hasWork = ({ entered, takenOff, kinds }: ImportResult): boolean =>
  entered > 0 ||
  takenOff > 0 ||
  kinds.some(([kind]) => leftReasons.some((reason) => reason === kind))

const Result = ({ run, counts }: { run: ShownImport; counts: ImportResult }) => {
  const refused = counts.rows - counts.entered
  return (
    <>
      <dl className="facts">
        <Fact term="Rows in the file">{grouped(counts.rows)}</Fact>
        <Fact term={run.state === 'done' ? 'Imported' : 'To import'}>
          {grouped(counts.entered)}
        </Fact>
        <Fact term="Refused">{grouped(refused)}</Fact>
      </dl>
      <Facts result={counts} facts={run.lines?.facts} />
      {refused > 0 && <RefusedRows run={run} counts={counts} />}
    </>
  )
}

const RefusedRows = ({ run, counts }: { run: ShownImport; counts: ImportResult }) => (
  <>
    <h3>Why rows are refused</h3>
    <table className="figures">
      <TableHead name="Why rows are refused" columns={['Reason', ['Rows', 'right']]} />
      <tbody>
        {counts.refused.slice(0, mostReasons).map(([reason, rows]) => (
          <tr key={reason}>
            <th scope="row" dir="auto">
              {ofForm(reason)}
            </th>
            <td className="right">{grouped(rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {run.lines && (
      <>
        <FileLines rows={run.lines.refused.toSorted((a, b) => a.line - b.line)} />
        <p>
          <a className="button" href={importRefusedPath(run.id)} download>
            Download the refused rows
          </a>
        </p>
      </>
    )}
  </>
)

type Refused = NonNullable<ShownImport['lines']>['refused']

const FileLines = ({
  rows,
  name = 'Some rows that are refused',
}: {
  rows: Refused
  name?: string
}) => (
  <>
    <h3>{name}</h3>
    <table className="rows file-lines">
      <TableHead name={name} columns={[['Line', 'line'], 'Address', ['Reason', 'reason']]} />
      <tbody>
        {rows.map(({ line, address, reason }) => (
          <tr key={line}>
            <td data-label="Line">{line}</td>
            <td className="full ink" dir="auto">
              {address}
            </td>
            <td className="full" dir="auto">
              {ofForm(reason)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

const mostReasons = 20

const Next = ({ run }: { run: ShownImport }) => {
  const { state, checked, place, stalledSince, id } = run
  const isActive = state === 'checking' || state === 'running'
  const mayImport =
    place !== 'missing' && checked !== null && checked.blocked === null && hasWork(checked)
  return (
    <div className="acts">
      {isActive && (
        <a className="button" href={importRunPath(id)}>
          Update
        </a>
      )}
      {state === 'checked' && mayImport && (
        <a className="button main" href={importActPath(id, 'run')}>
          {checked.entered > 0 ? `Import ${peopleText(checked.entered)} …` : 'Note who left …'}
        </a>
      )}
      {state === 'failed' && mayImport && (
        <a className="button main" href={importActPath(id, 'run')}>
          Continue …
        </a>
      )}
      {(!isActive || stalledSince !== null) && (
        <>
          <ActForm action={importActPath(id, 'discard')}>
            <button type="submit" className="button">
              {state === 'done' ? 'Delete the result' : 'Discard the upload'}
            </button>
          </ActForm>
          <a href={importPath}>New upload</a>
        </>
      )}
    </div>
  )
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
