import { sourcesPath } from '#contract/navigation.ts'
import { plural } from '#contract/text.ts'
import type { OverviewFigures } from '#server/counts/read-overview.ts'
import type { SourceCounts, SourceRow } from '#server/counts/overview-parts.ts'
import { BarHead, Count, dash, DimensionLine, share } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { sourceName, visitsAreWhole, visitsNote } from './words.ts'

type Props = { figures: OverviewFigures }

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
      <SourceHead all={all} />
      <tbody>
        {rows.map((row, index) => {
          const [name, kind] = sourceName(row)
          return (
            <tr key={`${row.kind} ${row.name}`}>
              <th scope="row">
                <bdi>{name}</bdi> <small>{kind}</small>
              </th>
              <td className="bar">
                <DimensionLine value={row.joined} most={most} accent={index === 0} />
              </td>
              <SourceCells figures={figures} {...row} all={all} />
            </tr>
          )
        })}
        {!all && others && (
          <tr>
            <th scope="row">
              <a href={`${sourcesPath}?range=${figures.range}`}>
                {others.sources} {plural(others.sources, 'other')}
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

const SourceHead = ({ all }: { all: boolean }) => (
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
)

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
