import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, peopleText } from '#contract/english.ts'
import { importActPath, importPath, importRunPath, leftReasons } from '#contract/people/imports.ts'
import type { ImportFields, ImportWrong, ShownImport } from '#server/imports/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { ImportResult } from '#server/imports/import.ts'
import { operatorTimeInWords } from '#contract/promises/operator-times.ts'
import { ActForm, Screen, Plate } from '#dashboard/frame/screen.tsx'
import { ImportChoices, WrongImport } from './fields.tsx'
import { ofForm } from '#contract/people/imports.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Facts } from '#dashboard/frame/elements.tsx'
import { iso } from '#contract/time.ts'
import { Result } from './result.tsx'

type View = Omit<ViewOf<'import-run'>, 'screen'>

/** The state of an import, which does not depend on an open window. */
export const ImportRunScreen = ({ run, wrong, fields }: View) => (
  <Screen
    nav="people"
    wide
    follows={isActive(run)}
    title={titles[run.state]}
    back={navigation.people}
  >
    <Plate
      id="upload"
      name="Upload"
      part="import"
      follows={isActive(run)}
      flow
      stack
      caption={
        <Facts
          of={{
            File: <bdi>{run.name}</bdi>,
            Size: sizeOf(run.bytes),
            People: peopleOf(run),
            Uploaded: (
              <>
                <DayAndTime at={run.startedAt} full />
                <small>by {run.operator}</small>
              </>
            ),
            Deleted: (
              <>
                {operatorTimeInWords('upload')} after the upload
                <small>file, result and refused rows</small>
              </>
            ),
          }}
        />
      }
    >
      <Phase run={run} wrong={wrong} fields={fields} />
    </Plate>
  </Screen>
)

const isActive = ({ state }: ShownImport) => state === 'checking' || state === 'running'

const titles: Record<ShownImport['state'], string> = {
  checking: 'Checking the file',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  failed: 'Import failed',
}

function Phase({ run, wrong, fields }: View) {
  const { state, checked, result, error, place } = run
  const counts = state === 'done' ? result : state === 'checked' ? checked : null
  return (
    <>
      {isActive(run) && <Progress run={run} />}
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
          Nothing has been read since <DayAndTime at={stalledSince} full />. It goes on once the
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

const Next = ({ run }: { run: ShownImport }) => {
  const { state, checked, place, stalledSince, id } = run
  const mayImport =
    place !== 'missing' && checked !== null && checked.blocked === null && hasWork(checked)
  return (
    <div className="acts">
      {isActive(run) && (
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
      {(!isActive(run) || stalledSince !== null) && (
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

/** What an operator does where the file is at another server. */
export const Elsewhere = ({ run }: { run: ShownImport }) => (
  <div className="stack">
    <p>
      {run.operator} uploaded a file <DayAndTime at={run.startedAt} full /> to the server{' '}
      <code>{run.server}</code>. This page is of the server <code>{run.here}</code>, which does not
      have the file.
    </p>
    <p className="note">
      What you start here runs there, within a minute. If that server is gone, discard the upload
      and upload the file again. From a shell, <code>npm run people -- import FILE</code> needs no
      upload.
    </p>
  </div>
)
