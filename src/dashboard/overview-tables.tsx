import type {
  FormRow,
  OverviewFigures,
  SourceCounts,
  SourceRow,
} from '#contract/overview-figures.ts'
import { sourcesPath } from '#contract/screens.ts'
import { Count, DimensionLine } from './count.tsx'
import { dayAndMonth } from './dates.ts'
import { Plate } from './frame.tsx'
import { placementName, sourceName } from './overview-words.ts'
import { dash, share } from './rates.ts'

type Props = { figures: OverviewFigures }

/** Visits that were counted later than sign-ups, within the range, say nothing about its rates. */
const visitsAreWhole = ({ countedSince: { visits, joined }, from }: OverviewFigures) =>
  visits !== null && visits <= Math.max(from, joined ?? from)

const visitsNote = ({ countedSince }: OverviewFigures) =>
  countedSince.visits === null
    ? 'No visit was counted yet, so no rate is shown.'
    : `Visits are counted since ${dayAndMonth(countedSince.visits, 'long')}, which is later than the range begins: no rate is shown.`

const BarHead = () => (
  <th scope="col" className="bar">
    <span className="hide">Drawn</span>
  </th>
)

export const SourcesPlate = ({ figures }: Props) => (
  <Plate
    id="sources"
    name="Sources"
    caption={
      <>
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

/** The table of the overview, and that of the page with all sources. */
export function SourceTable({
  figures,
  rows,
  all = false,
}: Props & { rows: readonly SourceRow[]; all?: boolean }) {
  const { others, total } = figures.sources
  const most = Math.max(...rows.map(({ joined }) => joined), 0)
  return (
    <table className="figures">
      <caption className="hide">Where visits and sign-ups came from</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <BarHead />
          <th scope="col" className="right">
            Visits
          </th>
          <th scope="col" className="right">
            Joined
          </th>
          {all && (
            <th scope="col" className="right wide-only">
              Confirmed
            </th>
          )}
          <th scope="col" className="right">
            Rate
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const [name, kind] = sourceName(row)
          return (
            <tr key={`${row.kind} ${row.name}`}>
              <th scope="row">
                <bdi>{name}</bdi> <small>{kind}</small>
              </th>
              <td className="bar">
                <DimensionLine value={row.joined} most={most} gold={index === 0} />
              </td>
              <SourceCells figures={figures} {...row} all={all} />
            </tr>
          )
        })}
        {!all && others && (
          <tr>
            <th scope="row">
              <a href={`${sourcesPath}?range=${figures.range}`}>
                {others.sources} {others.sources === 1 ? 'other' : 'others'}
              </a>
            </th>
            <td className="bar">
              <DimensionLine value={Math.min(others.joined, most)} most={most} />
            </td>
            <SourceCells figures={figures} {...others} all={all} />
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td className="bar" />
          <SourceCells figures={figures} {...total} all={all} />
        </tr>
      </tfoot>
    </table>
  )
}

const SourceCells = ({
  figures,
  kind,
  visits,
  joined,
  confirmed,
  all,
}: Props & SourceCounts & { kind?: SourceRow['kind']; all: boolean }) => (
  <>
    <td className="right">
      <Count n={kind === 'import' ? null : visits} />
    </td>
    <td className="right ink">
      <Count n={joined} />
    </td>
    {all && (
      <td className="right wide-only">
        <Count n={confirmed} />
      </td>
    )}
    <td className="right">{visitsAreWhole(figures) ? share(joined, visits) : dash}</td>
  </>
)

type Step = { name: string; count: number; of: number | null; isQuiz?: boolean }

export function FunnelPlate({ figures }: Props) {
  const { visits, touched, joined, confirmed, quizStarted, quizCompleted, quizSaved } =
    figures.funnel
  const isWhole = visitsAreWhole(figures)
  const steps: Step[] = [
    { name: 'Visits', count: visits, of: null },
    { name: 'Typed in a form', count: touched, of: visits },
    { name: 'Joined', count: joined, of: isWhole ? touched : null },
    { name: 'Confirmed', count: confirmed, of: joined },
    { name: 'Started the quiz', count: quizStarted, of: visits, isQuiz: true },
    { name: 'Finished it', count: quizCompleted, of: quizStarted, isQuiz: true },
    {
      name: 'Saved the result',
      count: quizSaved,
      of: isWhole ? quizCompleted : null,
      isQuiz: true,
    },
  ]
  const hasQuiz = quizStarted + quizCompleted + quizSaved > 0
  return (
    <Plate
      id="funnel"
      name="From visit to sign-up"
      caption={
        <>
          <p className="note">
            A visit is one opening of the page, without cookie or identifier. Imported people are
            not in it. Confirmed: of those who joined in the range.
          </p>
          {!isWhole && <p className="note">{visitsNote(figures)}</p>}
        </>
      }
    >
      <table className="figures">
        <caption className="hide">The steps from a visit to a saved quiz result</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <BarHead />
            <th scope="col" className="right">
              Count
            </th>
            <th scope="col" className="right wide">
              of the step before
            </th>
            <th scope="col" className="right wide-only">
              of visits
            </th>
          </tr>
        </thead>
        <tbody>
          {steps
            .filter(({ isQuiz }) => hasQuiz || !isQuiz)
            .map(({ name, count, of }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {name === 'Started the quiz' && <small>of visits</small>}
                </th>
                <td className="bar">
                  <DimensionLine
                    value={Math.min(count, visits)}
                    most={visits}
                    gold={name === 'Joined'}
                  />
                </td>
                <td className="right ink">
                  <Count n={count} />
                </td>
                <td className="right wide">{name === 'Visits' ? '' : share(count, of)}</td>
                <td className="right wide-only">
                  {name === 'Visits' ? '' : isWhole ? share(count, visits) : dash}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Plate>
  )
}

export function FormsPlate({ figures }: Props) {
  const inPage = figures.forms.filter(({ kind }) => kind === 'section')
  const over = figures.forms.filter(({ kind }) => kind === 'overlay')
  return (
    <Plate
      id="forms"
      name="Forms and popups"
      caption={
        <p className="note">
          A form is seen when it stood in the window, a popup or bar when it opened. Rate: joined of
          seen.
        </p>
      }
    >
      <table className="figures">
        <caption className="hide">Forms and popups</caption>
        <thead>
          <tr>
            <th scope="col">Form</th>
            <th scope="col" className="right">
              Seen
            </th>
            <th scope="col" className="right wide-only">
              Closed
            </th>
            <th scope="col" className="right">
              Joined
            </th>
            <th scope="col" className="right">
              Rate
            </th>
          </tr>
        </thead>
        <FormRows rows={inPage} name="In the page" />
        {over.length > 0 && <FormRows rows={over} name="Over the page" />}
      </table>
    </Plate>
  )
}

const FormRows = ({ rows, name }: { rows: readonly FormRow[]; name: string }) => (
  <tbody>
    <tr className="group">
      <th scope="rowgroup" colSpan={5}>
        {name}
      </th>
    </tr>
    {rows.map((row) => {
      const [form, note] = placementName(row.placement)
      return (
        <tr key={row.placement}>
          <th scope="row">
            {form} {note && <small>{note}</small>}
          </th>
          <td className="right">
            <Count n={row.seen} />
          </td>
          <td className="right wide-only">
            <Count n={row.closed} />
          </td>
          <td className="right ink">
            <Count n={row.joined} />
          </td>
          <td className="right">{share(row.joined, row.seen)}</td>
        </tr>
      )
    })}
  </tbody>
)
