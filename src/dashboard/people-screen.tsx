import { importPath } from '#contract/import-screens.ts'
import type { ReactNode } from 'react'
import { grouped } from '#contract/figures.ts'
import {
  anybody,
  isFiltered,
  peopleHref,
  peoplePaths,
  type PeopleCount,
  type PeopleQuery,
  type PeopleRow,
  type PeopleView,
} from '#contract/people-list.ts'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { Pager, PeopleTable } from './people-table.tsx'
import { PeopleFilters, SearchForm } from './people-filters.tsx'

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
    rows={rows}
    acts={frame.role === 'operator' && <WithThese frame={frame} query={query} count={count} />}
    pager={
      <Pager
        previous={newer}
        next={older}
        names={['Newer', 'Older']}
        note="Pages stay the same while people join."
      />
    }
  >
    <Nobody isFiltered={isFiltered(query)} />
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
    rows={rows}
    pager={
      <Pager
        previous={previous}
        next={next}
        names={['Previous', 'Next']}
        note="Sorted by address."
      />
    }
  >
    <NoAddress text={text} />
  </ListPage>
)

const NoAddress = ({ text }: { text: string }) => (
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
    <ShowAll />
  </div>
)

const ShowAll = () => (
  <p className="acts">
    <a className="button" href={peoplePaths.list}>
      Show all people
    </a>
  </p>
)

/** `acts` on the people of the list stand above it; `children` instead of an empty list. */
const ListPage = ({
  frame,
  query,
  origins,
  count,
  what,
  text = '',
  rows,
  acts,
  pager,
  children,
}: ScreenProps & {
  query: PeopleQuery
  origins: readonly string[]
  count: PeopleCount
  what: ReactNode
  text?: string
  rows: readonly PeopleRow[]
  acts?: ReactNode
  pager: ReactNode
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
      <div className="body">
        {rows.length === 0 ? (
          children
        ) : (
          <>
            {acts}
            <PeopleTable frame={frame} rows={rows} />
          </>
        )}
        {pager}
      </div>
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
      <ShowAll />
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
