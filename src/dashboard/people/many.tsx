import {
  actAffects,
  describeQuery,
  manyActs,
  peopleHref,
  peoplePaths,
} from '#contract/people-list.ts'
import { capitalized, grouped, peopleText } from '#contract/text.ts'
import { personStates } from '#contract/waitlist.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { sumOf, words } from './many-words.tsx'
import { ExportForm } from './export-form.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

type View = ViewOf<'people-many'>

/** DASH-4: what can be done with the filtered people. */
export const PeopleManyScreen = ({ query, states }: View) => {
  const all = sumOf(states, personStates)
  return (
    <Screen
      nav="people"
      title={peopleText(all)}
      back={{ path: peopleHref(peoplePaths.list, query), title: 'People' }}
      tools={
        <>
          <p>{capitalized(describeQuery(query))}</p>
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
        <ActTable query={query} states={states} all={all} />
      </Plate>
    </Screen>
  )
}

/** How many of the people each act affects. */
const ActTable = ({ query, states, all }: Pick<View, 'query' | 'states'> & { all: number }) => (
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
)
