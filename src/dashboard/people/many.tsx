import { campaign } from '#campaign'
import { use, type ReactNode } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, peopleText } from '#contract/english.ts'
import { capitalized } from '#contract/text.ts'
import {
  actAffects,
  describeQuery,
  manyActs,
  peopleHref,
  peoplePaths,
  type ManyAct,
  type PeopleQuery,
  type StateCounts,
} from '#contract/people/list.ts'
import { personStates, type PersonState } from '#contract/people/waitlist.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { HiddenFields } from '#dashboard/frame/elements.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { ActForm, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { numberOf } from '#dashboard/frame/numbers.tsx'
import { Table } from '#dashboard/frame/table.tsx'

/** The name of each act on many people, and why it does not affect some. */
const actWords: Record<ManyAct, { name: string; others: string }> = {
  'take-off': { name: 'Take off the list', others: 'left already, or undeliverable' },
  suppress: { name: 'Suppress', others: 'get no mail already' },
}

const sumOf = (states: StateCounts, of: readonly PersonState[]) =>
  of.reduce((sum, state) => sum + states[state], 0)

/** What can be done with the filtered people. */
export const PeopleManyScreen = ({ query, states }: ViewOf<'people-many'>) => {
  const all = sumOf(states, personStates)
  const list = peopleHref(peoplePaths.list, query)
  return (
    <Screen
      nav="people"
      title={peopleText(all)}
      back={{ path: list, title: 'People' }}
      tools={
        <>
          <p>{capitalized(describeQuery(query))}</p>
          <a className="button" href={list}>
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
            One line for each person, as of the moment of the download, with origin
            {campaign.quiz ? ', quiz type' : ''} and last consent. An import reads the same columns.
          </p>
        }
      >
        <ExportForm query={query} className="button main">
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
        <Acts query={query} states={states} all={all} />
      </Plate>
    </Screen>
  )
}

/** How many of the people each act affects. */
const Acts = ({
  query,
  states,
  all,
}: Pick<ViewOf<'people-many'>, 'query' | 'states'> & { all: number }) => (
  <Table
    name="What can be done with these people"
    rows={manyActs}
    columns={[
      {
        name: 'What',
        isHead: true,
        render: (act) => (
          <a href={peopleHref(peoplePaths.manyAct(act), query)} data-ask>
            {actWords[act].name}
          </a>
        ),
      },
      numberOf<ManyAct>('People', (act) => sumOf(states, actAffects[act]), { cells: 'ink' }),
      {
        name: 'Not affected',
        className: 'right',
        render: (act) => (
          <>
            {grouped(all - sumOf(states, actAffects[act]))}
            <small>{actWords[act].others}</small>
          </>
        ),
      },
    ]}
  />
)

/** Posts, because an export is written to the log. */
export const ExportForm = ({
  query,
  className,
  children,
}: {
  query: PeopleQuery
  className: string
  children: ReactNode
}) => (
  <ActForm action={peoplePaths.export}>
    <HiddenFields fields={Object.entries(query)} />
    <button type="submit" className={className}>
      {children}
    </button>
  </ActForm>
)

/** An act that takes longer, or that ended with the server. */
export const PeopleProgressScreen = ({
  id,
  act,
  changed,
  people,
  again,
}: ViewOf<'people-progress'>) => (
  <Screen
    nav="people"
    wide
    title={again ? 'This did not finish' : 'Under way'}
    back={navigation.people}
  >
    <Plate label={actWords[act].name} flow stack caption={<h2>{actWords[act].name}</h2>}>
      {again ? (
        <>
          <p>
            The server ended before all of {peopleText(people)} were changed. The {grouped(changed)}{' '}
            who were stay so. Starting again changes only the others.
          </p>
          {use(Frame).engine === 'Postgres' && (
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
          <p role="status" data-part="progress" data-follow>
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
    </Plate>
  </Screen>
)
