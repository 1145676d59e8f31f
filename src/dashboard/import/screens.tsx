import { use } from 'react'
import { formTokenField, navigation } from '#contract/dashboard/navigation.ts'
import { grouped } from '#contract/english.ts'
import { importPath, importRunPath } from '#contract/people/imports.ts'
import type { ImportFields, ImportWrong } from '#server/imports/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { Elsewhere, ImportRunScreen } from './run.tsx'
import { ImportChoices, WrongImport } from './fields.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

const ImportScreen = ({ current, commands, wrong, fields }: ViewOf<'import'>) => (
  <Screen nav="people" wide back={navigation.people}>
    {current?.place === 'elsewhere' && (
      <Plate id="elsewhere" name="At another server">
        <Elsewhere run={current} />
      </Plate>
    )}
    {current && (
      <Plate id="current" name="Last upload">
        <div className="stack">
          <p>
            <bdi>{current.name}</bdi>, uploaded <DayAndTime at={current.startedAt} full /> by{' '}
            {current.operator}: {phaseOf(current)}.
            {current.state !== 'done' &&
              ' A new upload replaces it: import it first if it is still needed.'}
          </p>
          <p className="acts">
            <a className="button" href={importRunPath(current.id)}>
              Open it
            </a>
          </p>
        </div>
      </Plate>
    )}
    {commands.length > 0 && (
      <Plate id="commands" name="From a shell">
        <ul className="stack">
          {commands.map((run) => (
            <li key={run.id}>
              <bdi>{run.name}</bdi>, begun <DayAndTime at={run.startedAt} full /> on{' '}
              <code>{run.server}</code>: {phaseOf(run)}
              {run.result &&
                `, ${grouped(run.result.entered)} of ${grouped(run.result.rows)} rows entered`}
              .
            </li>
          ))}
        </ul>
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
            Exports of the usual services are read as they are; say below where and when people
            agreed, if the file does not. Optional: <code>joined_at</code>,{' '}
            <code>confirmed_at</code>, <code>source</code>, <code>medium</code>,{' '}
            <code>campaign</code>, <code>referrer</code>, <code>consent_date</code>,{' '}
            <code>consent_source</code>, <code>consent_wording</code>. JSON lines (
            <code>.jsonl</code>) work as well.
          </p>
          <p className="note">
            Columns that say who may be mailed, such as <code>status</code>, are read too. Nobody
            who left, was blocked, bounced or complained there is imported, now or by a later file.
          </p>
          <p className="note">An import sends no mail.</p>
        </>
      }
    >
      <WrongImport wrong={wrong} />
      <UploadForm wrong={wrong} fields={fields} />
    </Plate>
  </Screen>
)

const UploadForm = ({
  wrong,
  fields,
}: {
  wrong: ImportWrong | undefined
  fields: ImportFields | undefined
}) => (
  <form method="post" action={importPath} encType="multipart/form-data" className="fields">
    {/* The server checks the token before it stores a byte of the file, which comes last. */}
    <input type="hidden" name={formTokenField} value={use(Frame).formToken} />
    <ImportChoices fields={fields} wrong={wrong} />
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
      <a href={navigation.people.path}>Cancel</a>
    </div>
  </form>
)

type Run = ViewOf<'import'>['commands'][number]
const phaseOf = ({ state, stalledSince }: Run): string =>
  stalledSince === null ? phases[state] : 'stopped'

const phases: Record<Run['state'], string> = {
  checking: 'being checked',
  checked: 'checked, waits for you',
  running: 'being imported',
  done: 'imported',
  failed: 'failed',
}

export const importScreens = {
  import: ['Import people', ImportScreen],
  'import-run': ['Import people', ImportRunScreen],
} satisfies Partial<DrawnScreens>
