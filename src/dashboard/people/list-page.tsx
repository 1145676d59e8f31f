import type { ReactNode } from 'react'
import { grouped } from '#contract/figures.ts'
import { importPath } from '#contract/import-screens.ts'
import { peoplePaths, type PeopleCount } from '#contract/people-list.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Screen, type ScreenProps } from '#dashboard/frame/screen.tsx'
import { PeopleFilters, SearchForm } from './filters.tsx'
import { PeopleTable } from './table.tsx'

/** The people of a screen, and the filters or the search that found them. */
type List = Pick<ViewOf<'people'>, 'query' | 'origins' | 'rows' | 'count'> & {
  /** the searched text */
  text?: string
}
type Props = ScreenProps & {
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
}

/** DASH-4: search, filters and the table of people. */
export const PeopleListPage = ({ frame, list, what, acts, pager, beside, children }: Props) => (
  <Screen
    frame={frame}
    nav="people"
    tools={
      <p id="list" className="people-count">
        <span className="num">{counted(list.count)}</span> {what}
      </p>
    }
  >
    <section className="plate" aria-label="List of people">
      <div className="caption flow stack">
        {frame.role === 'operator' && <SearchForm frame={frame} text={list.text ?? ''} />}
        <PeopleFilters query={list.query} origins={list.origins} />
        {frame.role === 'operator' && (
          <p>
            <a className="button" href={importPath}>
              Import people
            </a>
          </p>
        )}
      </div>
      <div className="body">
        {list.rows.length === 0 ? (
          children
        ) : (
          <>
            {acts}
            <PeopleTable frame={frame} rows={list.rows} />
          </>
        )}
        {pager}
        {beside}
      </div>
    </section>
  </Screen>
)

export const ShowAll = () => (
  <p className="acts">
    <a className="button" href={peoplePaths.list}>
      Show all people
    </a>
  </p>
)

export const counted = ({ people, isMore }: PeopleCount): string =>
  grouped(people) + (isMore ? '+' : '')
