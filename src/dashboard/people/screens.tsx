import { use } from 'react'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, plural } from '#contract/english.ts'
import { Frame } from '#dashboard/frame/frame.ts'
import {
  anybody,
  isFiltered,
  peopleHref,
  peoplePaths,
  type PeopleCount,
  type PeopleQuery,
} from '#contract/people/list.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ExportForm, PeopleManyScreen, PeopleProgressScreen } from './many.tsx'
import { countText, PeopleListPage, PeoplePager, ShowAll } from './list.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

/** People by filter, newest first. */
const PeopleScreen = ({ query, origins, rows, count, newer, older }: ViewOf<'people'>) => (
  <PeopleListPage
    list={{ query, origins, rows, count }}
    what={peopleFound(query, count)}
    acts={use(Frame).role === 'operator' && <WithThese query={query} count={count} />}
    pager={<PeoplePager previous={newer} next={older} names={['Newer', 'Older']} />}
  >
    <Nobody isFiltered={isFiltered(query)} />
  </PeopleListPage>
)

function peopleFound(query: PeopleQuery, { people, isMore }: PeopleCount): string {
  const isOne = people === 1 && !isMore
  const who = isOne ? 'person' : 'people'
  return isFiltered(query)
    ? `${who} ${isOne ? 'matches' : 'match'}, newest first`
    : `${who}, newest first`
}

/** People whose address begins with the typed text. */
const PeopleSearchScreen = ({
  origins,
  text,
  rows,
  count,
  closedList,
  previous,
  next,
}: ViewOf<'people-search'>) => (
  <PeopleListPage
    list={{ query: anybody, origins, rows, count, text }}
    beside={closedList.emails.length > 0 && <ClosedList found={closedList} />}
    what={
      <>
        {count.people === 1 && !count.isMore ? 'address begins' : 'addresses begin'} with “
        <bdi>{text}</bdi>”
      </>
    }
    pager={
      <PeoplePager
        previous={previous}
        next={next}
        names={['Previous', 'Next']}
        note="Sorted by address."
      />
    }
  >
    <NoAddress text={text} asked={closedList.emails.length > 0} />
  </PeopleListPage>
)

/** Such an address has no page, since it is not a person of the list. */
const ClosedList = ({
  found: { emails, isMore },
}: {
  found: ViewOf<'people-search'>['closedList']
}) => (
  <div className="stack closed-list">
    <p>
      <b>
        {isMore ? 'More than ' : ''}
        {grouped(emails.length)} {plural(emails.length, 'address', 'addresses')} of the closed list
      </b>
    </p>
    <p>
      {plural(emails.length, 'It', 'Each of them')} asked the closed list for one mail, which puts
      nobody on the list. <code>npm run people -- show ADDRESS</code> prints what is stored about
      one, <code>npm run people -- erase ADDRESS</code> deletes it.
    </p>
    <ul>
      {emails.map((email) => (
        <li key={email}>
          <bdi>{unicodeEmail(email)}</bdi>
        </li>
      ))}
    </ul>
  </div>
)

const NoAddress = ({ text, asked }: { text: string; asked: boolean }) => (
  <div className="stack">
    <p>
      <b>
        No address {asked ? 'of the list ' : ''}begins with “<bdi>{text}</bdi>”.
      </b>
    </p>
    <p>
      The search looks at the beginning of the address, and at all people whatever the filters.
      Erased people are not found: only a keyed hash of the address is stored.
    </p>
    <ShowAll />
  </div>
)

const WithThese = ({ query, count }: { query: PeopleQuery; count: PeopleCount }) => {
  const these = plural(
    count.people,
    'this person',
    `these ${countText(count)}${count.isMore ? ' people' : ''}`,
  )
  return (
    <div className="tools">
      <ExportForm query={query} className="button">
        Export {these} as CSV
      </ExportForm>
      <a href={peopleHref(peoplePaths.many, query)}>Bulk actions</a>
    </div>
  )
}

const Nobody = ({ isFiltered: filtered }: { isFiltered: boolean }) =>
  filtered ? (
    <div className="stack">
      <p>
        <b>Nobody matches these filters.</b>
      </p>
      <ShowAll />
    </div>
  ) : (
    <div className="stack">
      <p>
        <b>Nobody yet.</b>
      </p>
      <p>
        Everybody who signs up is listed here at once. <a href="/">Open the page</a> and join with
        your own address to see it.
      </p>
    </div>
  )

export const peopleScreens = {
  people: [navigation.people.title, PeopleScreen],
  'people-search': ['Search people', PeopleSearchScreen],
  'people-many': ['Selected people', PeopleManyScreen],
  'people-progress': ['Change of selected people', PeopleProgressScreen],
} satisfies Partial<DrawnScreens>
