import { grouped } from '#contract/figures.ts'
import {
  actAffects,
  describeQuery,
  peopleHref,
  peoplePaths,
  type PeopleManyView,
} from '#contract/people-list.ts'
import { peopleText } from './counted.ts'
import { Fact } from './fact.tsx'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { BackToList, NotAffected, sumOf, words } from './people-many-words.tsx'
import { SuppressionReasons } from './suppression-reasons.tsx'

type View<S extends PeopleManyView['screen']> = Extract<PeopleManyView, { screen: S }>

/** Asks before an act on many people. */
export const PeopleManyAskScreen = ({
  frame,
  act,
  query,
  states,
  until,
  wrong,
}: ScreenProps & View<'people-many-ask'>) => {
  const count = sumOf(states, actAffects[act])
  const { title, button, mail, wayBack, danger } = words[act]
  return (
    <Screen
      frame={frame}
      nav="people"
      wide
      title={count === 0 ? 'Nothing to do' : title(peopleText(count))}
      head={<BackToList query={query} />}
    >
      <section className="plate" aria-label={words[act].name}>
        <div className="caption flow">
          <p className="note">People who join from now on are not included. The log names you.</p>
        </div>
        <div className="body stack">
          <dl className="facts">
            <Fact term="Filter">{describeQuery(query)}</Fact>
            <Fact term="People">{grouped(count)}</Fact>
            <Fact term="Not affected">
              <NotAffected act={act} states={states} />
            </Fact>
            {count > 0 && (
              <>
                <Fact term="Mail">{mail}</Fact>
                <Fact term="Stays">everything that is stored about them</Fact>
                <Fact term="Way back">{wayBack}</Fact>
              </>
            )}
          </dl>
          {count === 0 ? (
            <p>
              <a href={peopleHref(peoplePaths.list, query)}>Back to the list</a>
            </p>
          ) : (
            <ActForm frame={frame} action={peoplePaths.manyAct(act)} className="stack">
              <HiddenFields fields={[...Object.entries(query), ['until', until]]} />
              {act === 'suppress' && <SuppressionReasons wrong={wrong} />}
              <div className="acts">
                <button type="submit" className={danger ? 'button danger' : 'button main'}>
                  {button(peopleText(count))}
                </button>
                <a href={peopleHref(peoplePaths.list, query)}>Change nothing</a>
              </div>
            </ActForm>
          )}
        </div>
      </section>
    </Screen>
  )
}

/** An act that takes longer, or that ended with the server. */
export const PeopleProgressScreen = ({
  frame,
  id,
  act,
  changed,
  people,
  again,
}: ScreenProps & View<'people-progress'>) => (
  <Screen
    frame={frame}
    nav="people"
    wide
    title={again ? 'This did not finish' : 'Under way'}
    head={
      <a className="crumb" href={peoplePaths.list}>
        People
      </a>
    }
  >
    <section className="plate" aria-label={words[act].name}>
      <div className="caption flow">
        <h2>{words[act].name}</h2>
      </div>
      <div className="body stack">
        {again ? (
          <>
            <p>
              The server ended before all of {peopleText(people)} were changed. The{' '}
              {grouped(changed)} who were stay so. Starting again changes only the others.
            </p>
            {frame.engine === 'Postgres' && (
              <p>If another server is doing it, this number still grows.</p>
            )}
            <p>
              <a className="button" href={again}>
                See who is left
              </a>
            </p>
          </>
        ) : (
          <>
            <p role="status">
              {grouped(changed)} of {peopleText(people)} so far. It goes on when you close this
              window.
            </p>
            <p>
              <a className="button" href={peoplePaths.progress(id)}>
                Look again
              </a>
            </p>
          </>
        )}
      </div>
    </section>
  </Screen>
)
