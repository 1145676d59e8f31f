import { use, type ReactNode } from 'react'
import { campaign } from '#campaign'
import { grouped } from '#contract/english.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { importPath } from '#contract/people/imports.ts'
import { actAffects, originName, peoplePaths, type PeopleCount } from '#contract/people/list.ts'
import { personActPath } from '#contract/people/screens.ts'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { PersonLink, StateOfPerson } from '#dashboard/frame/elements.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { PeopleFilters, SearchForm } from './filters.tsx'

/** The people of a screen, and the filters or the search that found them. */
type List = Pick<ViewOf<'people'>, 'query' | 'origins' | 'rows' | 'count'> & {
  /** the searched text */
  text?: string
}

/** Search, filters and the table of people. */
export const PeopleListPage = ({
  list,
  what,
  acts,
  pager,
  beside,
  children,
}: {
  list: List
  /** what the number at the top counts */
  what: ReactNode
  /** acts on the people of the list */
  acts?: ReactNode
  pager: ReactNode
  /** below the list */
  beside?: ReactNode
  /** instead of an empty list */
  children: ReactNode
}) => {
  const isOperator = use(Frame).role === 'operator'
  return (
    <Screen
      nav="people"
      title={navigation.people.title}
      tools={
        <p
          id="list"
          className="people-count"
          aria-live="polite"
          data-part="people-count"
          data-result
        >
          <span className="num">{countText(list.count)}</span> {what}
        </p>
      }
    >
      <Plate
        label="List of people"
        flow="stack"
        caption={
          <>
            {isOperator && <SearchForm text={list.text ?? ''} />}
            <PeopleFilters query={list.query} origins={list.origins} />
            {isOperator && (
              <p>
                <a className="button" href={importPath}>
                  Import people
                </a>
              </p>
            )}
          </>
        }
      >
        <div data-part="people" data-result>
          {list.rows.length === 0 ? (
            children
          ) : (
            <>
              {acts}
              <People rows={list.rows} />
            </>
          )}
          {pager}
          {beside}
        </div>
      </Plate>
    </Screen>
  )
}

const People = ({ rows }: Pick<ViewOf<'people'>, 'rows'>) => (
  <Table
    className="rows people"
    name="People"
    rows={rows}
    columns={[
      {
        name: 'Address',
        isHead: true,
        cells: 'full',
        render: (person) => <PersonLink {...person} />,
      },
      { name: 'State', render: ({ state }) => <StateOfPerson state={state} /> },
      { name: 'Source', render: ({ origin }) => <bdi>{originName(origin)[0]}</bdi> },
      campaign.quiz !== null && {
        name: 'Quiz type',
        cells: 'type',
        render: ({ quizType }) => quizType || <span className="quiet">–</span>,
      },
      {
        name: 'Joined',
        className: 'right',
        render: ({ createdAt }) => <DayAndTime at={createdAt} />,
      },
      use(Frame).role === 'operator' && {
        name: 'Act',
        hidden: true,
        className: 'right act',
        render: (person) => <TakeOff {...person} />,
      },
    ]}
  />
)

/** The act that a list is most often opened for, two presses away (DASH-5). */
const TakeOff = ({ id, email, state }: ViewOf<'people'>['rows'][number]) =>
  actAffects['take-off'].some((affected) => affected === state) && (
    <a href={personActPath(id, 'take-off')} data-ask>
      Take off<span className="hide"> {unicodeEmail(email)}</span>
    </a>
  )

/** Null where the list has one page. */
export const PeoplePager = ({
  previous,
  next,
  names: [before, behind],
  note,
}: {
  previous: string | undefined
  next: string | undefined
  names: readonly [string, string]
  note?: string
}) =>
  previous === undefined && next === undefined ? null : (
    <nav className="pager" aria-label="Pages">
      {note && <p className="note">{note}</p>}
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

export const ShowAll = () => (
  <p className="acts">
    <a className="button" href={peoplePaths.list}>
      Show all people
    </a>
  </p>
)

export const countText = ({ people, isMore }: PeopleCount): string =>
  grouped(people) + (isMore ? '+' : '')
