import type { ReactNode } from 'react'
import { grouped } from '#contract/figures.ts'
import {
  actAffects,
  describeQuery,
  manyActs,
  peopleHref,
  peoplePaths,
  type ManyAct,
  type PeopleQuery,
  type PeopleView,
  type StateCounts,
} from '#contract/people-list.ts'
import { personStates, type PersonState } from '#contract/waitlist.ts'
import { peopleText } from './counted.ts'
import { ActForm, Plate, Screen, type ScreenProps } from './frame.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { ExportForm } from './people-screen.tsx'
import { Fact } from './fact.tsx'
import { SuppressionReasons } from './suppression-reasons.tsx'
import { TableHead } from './table-head.tsx'

type View<S extends PeopleView['screen']> = Extract<PeopleView, { screen: S }>

/** DASH-4: what can be done with the filtered people. */
export const PeopleManyScreen = ({ frame, query, states }: ScreenProps & View<'people-many'>) => {
  const all = sumOf(states, personStates)
  return (
    <Screen
      frame={frame}
      nav="people"
      title={peopleText(all)}
      head={<BackToList query={query} />}
      tools={
        <>
          <p>{firstUpper(describeQuery(query))}</p>
          <a className="button" href={peopleHref(peoplePaths.list, query)}>
            Change filters
          </a>
        </>
      }
    >
      <Plate
        id="export"
        name="Export"
        caption={
          <p className="note">
            One line for each person, as of the moment of the download, with origin, quiz type and
            last consent. An import reads the same columns.
          </p>
        }
      >
        <ExportForm frame={frame} query={query} className="button main">
          Export {peopleText(all)} as CSV
        </ExportForm>
      </Plate>
      <Plate
        id="acts"
        name="Change"
        caption={
          <p className="note">
            Each asks once more on a page of its own, with the number of people, before anything
            happens.
          </p>
        }
      >
        <table>
          <TableHead
            name="What can be done with these people"
            columns={['What', ['People', 'right'], ['Not affected', 'right']]}
          />
          <tbody>
            {manyActs.map((act) => (
              <tr key={act}>
                <th scope="row">
                  <a href={peopleHref(peoplePaths.manyAct(act), query)}>{words[act].name}</a>
                </th>
                <td className="right ink">{grouped(sumOf(states, actAffects[act]))}</td>
                <td className="right">
                  {grouped(all - sumOf(states, actAffects[act]))}
                  <small>{words[act].others}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Plate>
    </Screen>
  )
}

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

type Words = {
  name: string
  title: (people: string) => string
  button: (people: string) => string
  others: string
  mail: string
  wayBack: string
  danger?: true
}

const words: Record<ManyAct, Words> = {
  'take-off': {
    name: 'Take off the list',
    title: (people) => `Take ${people} off the list?`,
    button: (people) => `Take ${people} off the list`,
    others: 'left already, or undeliverable',
    mail: 'none from now on; waiting mails are cancelled',
    wayBack: 'only by each person: a new sign-up and a new confirmation',
  },
  suppress: {
    name: 'Suppress',
    title: (people) => `Suppress ${people}?`,
    button: (people) => `Suppress ${people}`,
    others: 'get no mail already',
    mail: 'none, ever; waiting mails are cancelled',
    wayBack: 'none: a new sign-up or an import brings no mail either',
    danger: true,
  },
}

/** How many stay as they are, and why. */
function NotAffected({ act, states }: { act: ManyAct; states: StateCounts }) {
  const affected: readonly PersonState[] = actAffects[act]
  const others = personStates.filter((state) => !affected.includes(state) && states[state] > 0)
  return others.length === 0
    ? '0'
    : others.map((state) => `${grouped(states[state])} ${whyNot[state]}`).join(', ')
}

const whyNot: Record<PersonState, string> = {
  unconfirmed: 'unconfirmed',
  confirmed: 'confirmed',
  unsubscribed: 'left already',
  bounced: 'get no mail already (bounced)',
  complained: 'get no mail already (complained)',
  suppressed: 'get no mail already (suppressed)',
}

const BackToList = ({ query }: { query: PeopleQuery }): ReactNode => (
  <a className="crumb" href={peopleHref(peoplePaths.list, query)}>
    People
  </a>
)

const sumOf = (states: StateCounts, of: readonly PersonState[]) =>
  of.reduce((sum, state) => sum + states[state], 0)

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
