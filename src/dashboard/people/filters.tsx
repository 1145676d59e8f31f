import { campaign } from '#campaign'
import { languageName } from '#contract/campaign/languages.ts'
import {
  isFiltered,
  originName,
  peoplePaths,
  stateFilters,
  type PeopleQuery,
} from '#contract/people/list.ts'
import { capitalized } from '#contract/text.ts'
import { ActForm } from '#dashboard/frame/screen.tsx'
import { Choice } from '#dashboard/frame/fields.tsx'
import { QuizTypeChoice } from './quiz-type.tsx'

/** Posts, so that no part of an address is in a URL. */
export const SearchForm = ({ text }: { text: string }) => (
  <ActForm action={peoplePaths.search} className="search" atOnce>
    <label className="field">
      <span className="label">Search</span>
      <input
        type="search"
        id="search"
        name="text"
        defaultValue={text}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        aria-describedby="search-note"
      />
      <span className="note" id="search-note">
        The beginning of an address, or all of it
      </span>
    </label>
    <button type="submit" className="button">
      Search
    </button>
  </ActForm>
)

/** Folded in narrow windows. */
export const PeopleFilters = ({
  query,
  origins,
}: {
  query: PeopleQuery
  origins: readonly string[]
}) => (
  <details className="filters" open={isFiltered(query)}>
    <summary>Filters</summary>
    <form action={`${peoplePaths.list}#list`} className="fields" data-at-once>
      <Choice name="state" label="State" value={query.state}>
        {Object.keys(stateFilters).map((state) => (
          <option key={state} value={state}>
            {stateNames[state] ?? capitalized(state)}
          </option>
        ))}
      </Choice>
      <Choice name="source" label="Source" value={query.source}>
        {sourcesToChoose(origins, query.source).map((origin) => (
          <option key={origin} value={origin}>
            {sourceLabel(origin)}
          </option>
        ))}
      </Choice>
      <QuizTypeChoice value={query.type} />
      {campaign.languages.length > 1 && (
        <Choice name="language" label="Language" value={query.language}>
          {campaign.languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language, 'en')}
            </option>
          ))}
        </Choice>
      )}
      <label className="field">
        <span className="label">Joined since</span>
        <input type="date" name="since" defaultValue={query.since} />
      </label>
      <div className="acts">
        <button type="submit" className="button">
          Show
        </button>
        {isFiltered(query) && <a href={peoplePaths.list}>Clear</a>}
      </div>
    </form>
  </details>
)

const stateNames: Record<string, string> = {
  undeliverable: 'Undeliverable, for any reason',
  bounced: 'Undeliverable: bounced',
  complained: 'Undeliverable: complained',
  suppressed: 'Undeliverable: suppressed',
}

/** The chosen one may be that of nobody any more. */
export const sourcesToChoose = (origins: readonly string[], chosen: string) =>
  chosen === '' || origins.includes(chosen) ? origins : [chosen, ...origins]

export function sourceLabel(origin: string): string {
  const [name, kind] = originName(origin)
  return kind === '' || kind === 'utm_source' ? name : `${name} (${kind})`
}
