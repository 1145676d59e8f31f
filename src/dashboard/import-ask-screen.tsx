import { grouped } from '#contract/figures.ts'
import { importActPath, importRunPath } from '#contract/import-screens.ts'
import { peopleText } from '#contract/counted.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, type ScreenProps } from './frame.tsx'
import { ImportFrame } from './import-frame.tsx'
import { Fact } from './fact.tsx'

/** DASH-4: asks before the import begins or goes on. */
export const ImportAskScreen = ({ frame, run }: ScreenProps & ViewOf<'import-ask'>) => {
  const { checked, result, id } = run
  if (!checked) return null
  const refused = checked.rows - checked.entered
  return (
    <ImportFrame frame={frame} title={`${workOf(checked.entered)}?`}>
      <section className="plate" aria-label="Import">
        <div className="caption flow">
          <p className="note">
            From <bdi>{run.name}</bdi>. It runs on the server and goes on without this page.
          </p>
        </div>
        <div className="body stack">
          <dl className="facts">
            <Fact term="Added">
              {checked.as === 'left'
                ? 'nobody: everybody in the file left'
                : `${peopleText(checked.entered)}, ${checked.as}`}
            </Fact>
            {result && (
              <Fact term="Done">
                {grouped(result.rows)} rows, {peopleText(result.entered)} added: it goes on behind
                them
              </Fact>
            )}
            <Fact term="Refused">
              {grouped(refused)} rows; people who are on the list stay as they are
            </Fact>
            {checked.takenOff > 0 && (
              <Fact term="Taken off">
                {peopleText(checked.takenOff)}, who left elsewhere and are here only by an earlier
                import
              </Fact>
            )}
            <Fact term="Mail">none is sent</Fact>
            <Fact term="Undo">none: people can be taken off or erased under People</Fact>
          </dl>
          <ActForm frame={frame} action={importActPath(id, 'run')} className="acts">
            <button type="submit" className="button main">
              {workOf(checked.entered)}
            </button>
            <a href={importRunPath(id)}>Not now</a>
          </ActForm>
        </div>
      </section>
    </ImportFrame>
  )
}

/** A file of people who left enters nobody: they are noted, so that no later file enters them. */
const workOf = (entered: number): string =>
  entered > 0 ? `Import ${peopleText(entered)}` : 'Note who left elsewhere'
