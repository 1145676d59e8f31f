import { originName } from '#contract/people-list.ts'
import { personPath } from '#contract/person-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { StateOfPerson } from '#dashboard/frame/elements.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

export const PeopleTable = ({ rows }: Pick<ViewOf<'people'>, 'rows'>) => (
  <table className="rows people">
    <TableHead
      name="People"
      columns={['Address', 'State', 'Source', 'Quiz type', ['Joined', 'right']]}
    />
    <tbody>
      {rows.map(({ id, email, state, origin, quizType, createdAt }) => (
        <tr key={id}>
          <th scope="row" className="full">
            <a href={personPath(id)}>
              <bdi>{email}</bdi>
            </a>
          </th>
          <td>
            <StateOfPerson state={state} />
          </td>
          <td>
            <bdi>{originName(origin)[0]}</bdi>
          </td>
          <td className="type">{quizType || <span className="quiet">–</span>}</td>
          <td className="right">
            <DayAndTime atMs={createdAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Null where the list has one page. */
export const Pager = ({
  previous,
  next,
  names: [before, behind],
  note,
}: {
  previous: string | undefined
  next: string | undefined
  names: readonly [string, string]
  note: string
}) =>
  previous === undefined && next === undefined ? null : (
    <nav className="pager" aria-label="Pages">
      <p className="note">{note}</p>
      <span className="acts">
        {previous && (
          <a href={previous} rel="prev">
            {before}
          </a>
        )}
        {next && (
          <a href={next} rel="next">
            {behind}
          </a>
        )}
      </span>
    </nav>
  )
