import { grouped } from '#contract/figures.ts'
import { importActPath, importRunPath } from '#contract/import-screens.ts'
import { peopleText } from './counted.ts'
import { ActForm } from './frame.tsx'
import { ImportFrame, type Props } from './import-frame.tsx'
import { Fact } from './fact.tsx'

/** DASH-4: asks before the import begins or goes on. */
export const ImportAskScreen = ({ frame, run }: Props<'import-ask'>) => {
  const { checked, facts, id } = run
  const refused = checked ? checked.rows - checked.entered : 0
  return (
    <ImportFrame
      frame={frame}
      title={checked ? `${workOf(checked.entered)}?` : 'Check the file again?'}
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
                {facts?.as === 'left'
                  ? 'nobody: everybody in the file left'
                  : `${peopleText(checked.entered)}, ${facts?.as ?? ''}`}
              </Fact>
              <Fact term="Refused">
                {grouped(refused)} rows; people who are on the list stay as they are
              </Fact>
              {facts !== null && facts.takenOff > 0 && (
                <Fact term="Taken off">
                  {peopleText(facts.takenOff)}, who left elsewhere and are here only by an earlier
                  import
                </Fact>
              )}
              <Fact term="Mail">none is sent</Fact>
              <Fact term="Undo">none: people can be taken off or erased under People</Fact>
            </dl>
          )}
          <ActForm frame={frame} action={importActPath(id, 'run')} className="acts">
            <button type="submit" className="button main">
              {checked ? workOf(checked.entered) : 'Check it again'}
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
