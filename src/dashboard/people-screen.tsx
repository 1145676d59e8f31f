import { importPath } from '#contract/import-screens.ts'
import type { ReactNode } from 'react'
import { grouped } from '#contract/figures.ts'
import {
  anybody,
  isFiltered,
  originName,
  peopleHref,
  peoplePaths,
  type PeopleCount,
  type PeopleQuery,
  type PeopleRow,
  type PeopleView,
} from '#contract/people-list.ts'
import { personPath } from '#contract/person-screens.ts'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { DayAndTime } from './moment.tsx'
import { PeopleFilters, SearchForm } from './people-filters.tsx'
import { StateMark } from './state-mark.tsx'

type View<S extends PeopleView['screen']> = Extract<PeopleView, { screen: S }>

/** DASH-4: people by filter, newest first. */
export const PeopleScreen = ({
  frame,
  query,
  origins,
  rows,
  count,
  newer,
  older,
}: ScreenProps & View<'people'>) => (
  <ListPage
    frame={frame}
    query={query}
    origins={origins}
    count={count}
    what={isFiltered(query) ? 'people match, newest first' : 'people, newest first'}
  >
    {rows.length === 0 ? (
      <Nobody isFiltered={isFiltered(query)} />
    ) : (
      <>
        {frame.role === 'operator' && <WithThese frame={frame} query={query} count={count} />}
        <PeopleTable frame={frame} rows={rows} />
      </>
    )}
    <Pager
      previous={newer}
      next={older}
      names={['Newer', 'Older']}
      note="Pages stay the same while people join."
    />
  </ListPage>
)

/** DASH-4: people whose address begins with the typed text. */
export const PeopleSearchScreen = ({
  frame,
  origins,
  text,
  rows,
  count,
  previous,
  next,
}: ScreenProps & View<'people-search'>) => (
  <ListPage
    frame={frame}
    query={anybody}
    origins={origins}
    count={count}
    text={text}
    what={
      <>
        {count.people === 1 && !count.isMore ? 'address begins' : 'addresses begin'} with “
        <bdi>{text}</bdi>”
      </>
    }
  >
    {rows.length === 0 ? (
      <div className="stack">
        <p>
          <strong>
            No address begins with “<bdi>{text}</bdi>”.
          </strong>
        </p>
        <p>
          The search looks at the beginning of the address, and at all people whatever the filters.
          Erased people are not found: only a keyed hash of the address is stored.
        </p>
        <p className="acts">
          <a className="button" href={peoplePaths.list}>
            Show all people
          </a>
        </p>
      </div>
    ) : (
      <PeopleTable frame={frame} rows={rows} />
    )}
    <Pager previous={previous} next={next} names={['Previous', 'Next']} note="Sorted by address." />
  </ListPage>
)

const ListPage = ({
  frame,
  query,
  origins,
  count,
  what,
  text = '',
  children,
}: ScreenProps & {
  query: PeopleQuery
  origins: readonly string[]
  count: PeopleCount
  what: ReactNode
  text?: string
  children: ReactNode
}) => (
  <Screen
    frame={frame}
    nav="people"
    tools={
      <p id="list" className="people-count">
        <span className="num">{counted(count)}</span> {what}
      </p>
    }
  >
    <section className="plate" aria-label="List of people">
      <div className="caption flow stack">
        {frame.role === 'operator' && <SearchForm frame={frame} text={text} />}
        <PeopleFilters query={query} origins={origins} />
        {frame.role === 'operator' && (
          <p>
            <a className="button" href={importPath}>
              Import people
            </a>
          </p>
        )}
      </div>
      <div className="body">{children}</div>
    </section>
  </Screen>
)

export const counted = ({ people, isMore }: PeopleCount): string =>
  grouped(people) + (isMore ? '+' : '')

const WithThese = ({
  frame,
  query,
  count,
}: ScreenProps & { query: PeopleQuery; count: PeopleCount }) => {
  const these =
    count.people === 1
      ? 'this person'
      : count.isMore
        ? `these ${counted(count)} people`
        : `these ${counted(count)}`
  return (
    <div className="with-these">
      <ExportForm frame={frame} query={query} className="button">
        Export {these} as CSV
      </ExportForm>
      <a href={peopleHref(peoplePaths.many, query)}>Change {these}</a>
    </div>
  )
}

/** Posts, because an export is written to the log. */
export const ExportForm = ({
  frame,
  query,
  className,
  children,
}: ScreenProps & { query: PeopleQuery; className: string; children: ReactNode }) => (
  <ActForm frame={frame} action={peoplePaths.export}>
    <HiddenFields fields={Object.entries(query)} />
    <button type="submit" className={className}>
      {children}
    </button>
  </ActForm>
)

const Nobody = ({ isFiltered: filtered }: { isFiltered: boolean }) =>
  filtered ? (
    <div className="stack">
      <p>
        <strong>Nobody matches these filters.</strong>
      </p>
      <p className="acts">
        <a className="button" href={peoplePaths.list}>
          Show all people
        </a>
      </p>
    </div>
  ) : (
    <div className="stack">
      <p>
        <strong>Nobody yet.</strong>
      </p>
      <p>
        Everybody who signs up is listed here at once. <a href="/">Open the page</a> and join with
        your own address to see it.
      </p>
    </div>
  )

const PeopleTable = ({ frame, rows }: ScreenProps & { rows: readonly PeopleRow[] }) => (
  <table className="rows people">
    <caption className="hide">People</caption>
    <thead>
      <tr>
        <th scope="col">Address</th>
        <th scope="col">State</th>
        <th scope="col">Source</th>
        <th scope="col">Quiz type</th>
        <th scope="col" className="right">
          Joined
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, email, state, origin, quizType, joinedAtMs }) => (
        <tr key={id}>
          <th scope="row" className="full">
            <a href={personPath(id)}>
              <bdi>{email}</bdi>
            </a>
          </th>
          <td>
            <StateMark state={state} />
          </td>
          <td>
            <bdi>{originName(origin)[0]}</bdi>
          </td>
          <td className="type">{quizType ?? <span className="quiet">–</span>}</td>
          <td className="right">
            <DayAndTime atMs={joinedAtMs} nowMs={frame.asOfMs} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Pager = ({
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
