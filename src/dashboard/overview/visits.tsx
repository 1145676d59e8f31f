import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { sourcesPath } from '#contract/dashboard/navigation.ts'
import { overviewHref } from '#contract/dashboard/overview-figures.ts'
import { languageName } from '#contract/campaign/languages.ts'
import type { FormRow, SourceCounts, SourceRow } from '#server/counts/overview-parts.ts'
import type { OverviewFigures } from '#server/counts/read-overview.ts'
import { barOf, countOf, dash, share } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { placementName, sourceName, visitsAreWhole, visitsNote } from './words.ts'
import { plural } from '#contract/english.ts'

type Props = { figures: OverviewFigures }

export const SourcesPlate = ({ figures }: Props) => (
  <Plate
    id="sources"
    name="Sources"
    caption={
      <>
        <Languages figures={figures} />
        <p className="note">
          utm_source of the address, else the site that linked to the page, else direct. Visitors
          who opt out of counting are missing from visits, not from joined. Rate: joined of visits.
        </p>
        {!visitsAreWhole(figures) && <p className="note">{visitsNote(figures)}</p>}
      </>
    }
  >
    <SourceTable figures={figures} rows={figures.sources.first} />
  </Plate>
)

/** LANG-6: sources, funnel and forms of one language. A campaign in one language has no choice. */
const Languages = ({ figures: { range, language: chosen } }: Props) =>
  campaign.languages.length > 1 && (
    <nav className="pick" aria-label="Language">
      {[null, ...campaign.languages].map((language) => (
        <a
          key={language}
          href={`${overviewHref(range, language)}#sources`}
          aria-current={language === chosen || undefined}
        >
          {language === null ? 'All' : languageName(language, 'en')}
        </a>
      ))}
    </nav>
  )

const InLanguage = ({ figures: { language } }: Props) =>
  language !== null && <p className="note">In {languageName(language, 'en')} alone.</p>

type Source = SourceCounts & Partial<SourceRow> & { sources?: number }

/** The table of the overview, and that of the page with all sources. */
export function SourceTable({
  figures,
  rows,
  all = false,
}: Props & { rows: readonly SourceRow[]; all?: boolean }) {
  const { others, total } = figures.sources
  const most = Math.max(...rows.map(({ joined }) => joined), 0)
  const isWhole = visitsAreWhole(figures)
  return (
    <Table<Source>
      className="figures"
      name="Where visits and sign-ups came from"
      rows={[...rows, ...(others && !all ? [others] : [])]}
      foot={total}
      columns={[
        {
          name: 'Source',
          isHead: true,
          render: (source) => <SourceName source={source} {...figures} />,
        },
        barOf((source, index) => ({
          value: source === total ? 0 : Math.min(source.joined, most),
          most,
          accent: index === 0,
        })),
        countOf('Visits', ({ kind, visits }) => (kind === 'import' ? null : visits)),
        countOf('Joined', ({ joined }) => joined, { cells: 'ink' }),
        all && countOf('Confirmed', ({ confirmed }) => confirmed, { className: 'right wide-only' }),
        {
          name: 'Rate',
          className: 'right',
          render: ({ joined, visits }) => (isWhole ? share(joined, visits) : dash),
        },
      ]}
    />
  )
}

function SourceName({
  source: { kind, name = '', sources },
  range,
  language,
}: { source: Source } & Pick<OverviewFigures, 'range' | 'language'>) {
  if (sources !== undefined)
    return (
      <a href={overviewHref(range, language, sourcesPath)}>
        {sources} {plural(sources, 'other')}
      </a>
    )
  if (kind === undefined) return 'All'
  const [shown, meaning] = sourceName({ kind, name })
  return (
    <>
      <bdi>{shown}</bdi> <small>{meaning}</small>
    </>
  )
}

/** `needs`: a step that stands here only where something was counted of it. */
type Step = { name: string; count: number; of: number | null; needs?: 'quiz' | 'line' }

export function FunnelPlate({ figures }: Props) {
  const { visits, shared } = figures.funnel
  const isWhole = visitsAreWhole(figures)
  return (
    <Plate
      id="funnel"
      name="From visit to sign-up"
      caption={
        <>
          <InLanguage figures={figures} />
          <p className="note">
            A visit is one opening of the page, without cookie or identifier. Imported people are
            not in it. Confirmed: of those who joined in the range.
            {shared > 0 &&
              ' Shared: presses of Copy, Share and the links beside people’s own links.'}
          </p>
          {!isWhole && <p className="note">{visitsNote(figures)}</p>}
        </>
      }
    >
      <Table
        className="figures"
        name={saidOf(
          'The steps from a visit to a [quiz: saved quiz result][no quiz: confirmed address]',
          partsOf(campaign),
        )}
        rows={stepsOf(figures)}
        columns={[
          {
            name: 'Step',
            isHead: true,
            render: ({ name }) => (
              <>
                {name}
                {name === 'Started the quiz' && <small>of visits</small>}
              </>
            ),
          },
          barOf<Step>(({ name, count }) => ({
            value: Math.min(count, visits),
            most: visits,
            accent: name === 'Joined',
          })),
          countOf<Step>('Count', ({ count }) => count, { cells: 'ink' }),
          {
            name: 'of the step before',
            className: 'right wide',
            render: ({ name, count, of }) => name !== 'Visits' && share(count, of),
          },
          {
            name: 'of visits',
            className: 'right wide-only',
            render: ({ name, count }) =>
              name !== 'Visits' && (isWhole ? share(count, visits) : dash),
          },
        ]}
      />
    </Plate>
  )
}

function stepsOf(figures: OverviewFigures): Step[] {
  const { visits, touched, joined, confirmed, quizStarted, quizCompleted, quizSaved, shared } =
    figures.funnel
  const isWhole = visitsAreWhole(figures)
  const saved = isWhole ? quizCompleted : null
  const steps: Step[] = [
    { name: 'Visits', count: visits, of: null },
    { name: 'Typed in a form', count: touched, of: visits },
    { name: 'Joined', count: joined, of: isWhole ? touched : null },
    { name: 'Confirmed', count: confirmed, of: joined },
    { name: 'Started the quiz', count: quizStarted, of: visits, needs: 'quiz' },
    { name: 'Finished it', count: quizCompleted, of: quizStarted, needs: 'quiz' },
    { name: 'Saved the result', count: quizSaved, of: saved, needs: 'quiz' },
    // A person can share many times.
    { name: 'Shared a link', count: shared, of: null, needs: 'line' },
  ]
  const counted = { quiz: quizStarted + quizCompleted + quizSaved, line: shared }
  return steps.filter(({ needs }) => !needs || counted[needs] > 0)
}

export function FormsPlate({ figures }: Props) {
  const over = figures.forms.filter(({ kind }) => kind === 'overlay')
  return (
    <Plate
      id="forms"
      name="Forms and popups"
      caption={
        <>
          <InLanguage figures={figures} />
          <p className="note">
            A form is seen when it stood in the window, a popup or bar when it opened. Rate: joined
            of seen.
          </p>
        </>
      }
    >
      <Table<FormRow>
        className="figures"
        name="Forms and popups"
        groups={{
          'In the page': figures.forms.filter(({ kind }) => kind === 'section'),
          ...(over.length > 0 && { 'Over the page': over }),
        }}
        columns={[
          { name: 'Form', isHead: true, render: ({ placement }) => <Form placement={placement} /> },
          countOf('Seen', ({ seen }) => seen),
          countOf('Closed', ({ closed }) => closed, { className: 'right wide-only' }),
          countOf('Joined', ({ joined }) => joined, { cells: 'ink' }),
          { name: 'Rate', className: 'right', render: ({ joined, seen }) => share(joined, seen) },
        ]}
      />
    </Plate>
  )
}

const Form = ({ placement }: Pick<FormRow, 'placement'>) => {
  const [name, note] = placementName(placement)
  return (
    <>
      {name} {note && <small>{note}</small>}
    </>
  )
}
