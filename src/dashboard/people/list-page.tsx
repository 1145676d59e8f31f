import { use, type ReactNode } from 'react'
import { importPath } from '#contract/import-screens.ts'
import { peoplePaths, type PeopleCount } from '#contract/people-list.ts'
import { grouped } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { PeopleFilters, SearchForm } from './filters.tsx'
import { PeopleTable } from './table.tsx'

/** The people of a screen, and the filters or the search that found them. */
type List = Pick<ViewOf<'people'>, 'query' | 'origins' | 'rows' | 'count'> & {
  /** the searched text */
  text?: string
}
type Props = {
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
export const PeopleListPage = ({ list, what, acts, pager, beside, children }: Props) => (
  <Screen
    nav="people"
    tools={
      <p id="list" className="people-count">
        <span className="num">{countText(list.count)}</span> {what}
      </p>
    }
  >
    <section className="plate" aria-label="List of people">
      <div className="caption flow stack">
        {use(Frame).role === 'operator' && <SearchForm text={list.text ?? ''} />}
        <PeopleFilters query={list.query} origins={list.origins} />
        {use(Frame).role === 'operator' && (
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
            <PeopleTable rows={list.rows} />
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

export const countText = ({ people, isMore }: PeopleCount): string =>
  grouped(people) + (isMore ? '+' : '')
