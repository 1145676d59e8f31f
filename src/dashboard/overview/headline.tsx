import { headlineFigures } from '#contract/overview-figures.ts'
import { grouped } from '#contract/text.ts'
import type { HeadlineRow, OverviewFigures } from '#server/counts/read-overview.ts'
import { Count, sizeOf } from '#dashboard/frame/numbers.tsx'
import { clockOf, dayAndMonth } from '#dashboard/frame/times.tsx'
import {
  beforeNames,
  changeIn,
  comparedUpTo,
  figureNames,
  headlineSentence,
  inRange,
  missingChange,
  rangeNames,
  sourceShares,
} from './words.ts'

type Props = { figures: OverviewFigures; inOrder: readonly string[] }

/** DASH-3: how many, better or worse, where from, and whether all is in order. */
export const HeadlinePlate = ({ figures, inOrder }: Props) => (
  <section className="plate headline" aria-label="Headline figures">
    <div className="caption flow">
      <Large figures={figures} inOrder={inOrder} />
    </div>
    <div className="body">
      <Characteristics figures={figures} />
      <p className="note">{sumSentence(figures)}</p>
    </div>
  </section>
)

function Large({ figures, inOrder }: Props) {
  const joined = figures.headline[0]!
  const shares = sourceShares(figures)
  const n = joined.range
  return (
    <div className="big" data-live={n > 0 || undefined}>
      <h2>Joined {inRange(figures)}</h2>
      <span className={`num ${sizeOf(n)}`}>{grouped(n)}</span>
      <p>
        <b>{headlineSentence(figures)}</b>
      </p>
      {missingChange(figures) && <p className="note">{missingChange(figures)}</p>}
      <p className="note">
        As of {clockOf(figures.asOf)}, {grouped(joined.currentHour)} of them since{' '}
        {clockOf(figures.wholeHour)}.
      </p>
      {shares.length > 0 && (
        <p className="from">
          From{' '}
          {shares.map(({ name, text }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              {index === 0 ? (
                <b>
                  {name} {text}
                </b>
              ) : (
                `${name} ${text}`
              )}
            </span>
          ))}
        </p>
      )}
      {inOrder.length > 0 && (
        <p className="note">
          <span className="state" data-shape="full">
            In order: {inOrder.join(', ')}
          </span>
        </p>
      )}
    </div>
  )
}

function Characteristics({ figures }: Pick<Props, 'figures'>) {
  const { range, headline, countedSince } = figures
  const since = countedSince.joined
  return (
    <table className="figures chars">
      <caption className="hide">The headline figures in several ranges</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="hide">Figure</span>
          </th>
          <th scope="col" className={range === 'today' ? 'right on' : 'right'}>
            Today
            <br />
            to {clockOf(figures.asOf)}
          </th>
          <th scope="col" className="right wide-only">
            Yesterday
            <br />
            to {clockOf(figures.wholeHour)}
          </th>
          {range !== 'today' && (
            <th scope="col" className="right on">
              {range === 'all' ? <SinceStart since={since} /> : rangeNames[range]}
            </th>
          )}
          {range !== 'all' && (
            <th scope="col" className="right change">
              Change on{' '}
              <span className="break">
                {beforeNames[range].replace('the ', '')}, {comparedUpTo(figures)}
              </span>
            </th>
          )}
          {range !== 'all' && (
            <th scope="col" className="right wide-only">
              <SinceStart since={since} />
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {headlineFigures.map((name, index) => (
          <Row key={name} row={headline[index]!} figures={figures} />
        ))}
      </tbody>
    </table>
  )
}

const SinceStart = ({ since }: { since: number | null }) => (
  <>
    Since
    <br />
    {since === null ? 'the start' : dayAndMonth(since, 'short')}
  </>
)

function Row({ row, figures }: { row: HeadlineRow; figures: OverviewFigures }) {
  const { range } = figures
  const [name, meaning] = figureNames[row.figure]
  const chosen = (n: number | null) => (
    <td className="right on">
      <span className={`num ${n === null ? '' : sizeOf(n)}`}>
        <Count n={n} />
      </span>
    </td>
  )
  return (
    <tr>
      <th scope="row">
        {name} <small className="wide-only">{meaning}</small>
      </th>
      {range === 'today' ? (
        chosen(row.today)
      ) : (
        <td className="right">
          <Count n={row.today} />
        </td>
      )}
      <td className="right wide-only">
        <Count n={row.yesterday} />
      </td>
      {range !== 'today' && chosen(row.range)}
      {range !== 'all' && (
        <td className="right change">
          {changeIn(row)}
          {row.before !== null && (
            <small>
              <span className="hide">before: </span>
              <Count n={row.before} />
            </small>
          )}
        </td>
      )}
      {range !== 'all' && (
        <td className="right wide-only">
          <Count n={row.sinceStart} />
        </td>
      )}
    </tr>
  )
}

/** All who ever joined are in one of the other states now. */
function sumSentence({ headline }: OverviewFigures): string {
  const [joined, ...others] = headline
  return `Of ${grouped(joined!.now)} who ever joined, now: ${others
    .map(({ figure, now }) => `${grouped(now)} ${figureNames[figure][0].toLowerCase()}`)
    .join(', ')}.`
}
