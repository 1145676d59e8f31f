import { grouped } from '#contract/english.ts'
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
import { Plate } from '#dashboard/frame/screen.tsx'
import { State } from '#dashboard/frame/elements.tsx'
import { Table } from '#dashboard/frame/table.tsx'

type Props = { figures: OverviewFigures; inOrder: readonly string[] }

/** How many, better or worse, where from, and whether all is in order. */
export const HeadlinePlate = ({ figures, inOrder }: Props) => (
  <Plate
    label="Headline figures"
    kind="headline"
    flow
    caption={<Large figures={figures} inOrder={inOrder} />}
  >
    <Characteristics figures={figures} />
    <p className="note">{sumSentence(figures)}</p>
  </Plate>
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
          <State of={['full', `In order: ${inOrder.join(', ')}`]} />
        </p>
      )}
    </div>
  )
}

function Characteristics({ figures }: Pick<Props, 'figures'>) {
  const { range, headline, countedSince, asOf, wholeHour } = figures
  const sinceStart = <SinceStart since={countedSince.joined} />
  return (
    <Table
      className="figures chars"
      name="The headline figures in several ranges"
      rows={headline}
      columns={[
        { name: 'Figure', hidden: true, isHead: true, render: (row) => <FigureName {...row} /> },
        {
          name: (
            <>
              Today
              <br />
              to {clockOf(asOf)}
            </>
          ),
          className: range === 'today' ? 'right on' : 'right',
          render: ({ today }) => (range === 'today' ? <Chosen n={today} /> : <Count n={today} />),
        },
        {
          name: (
            <>
              Yesterday
              <br />
              to {clockOf(wholeHour)}
            </>
          ),
          className: 'right wide-only',
          render: ({ yesterday }) => <Count n={yesterday} />,
        },
        range !== 'today' && {
          name: range === 'all' ? sinceStart : rangeNames[range],
          className: 'right on',
          render: (row) => <Chosen n={row.range} />,
        },
        range !== 'all' && {
          name: (
            <>
              Change on{' '}
              <span className="break">
                {beforeNames[range].replace('the ', '')}, {comparedUpTo(figures)}
              </span>
            </>
          ),
          className: 'right change',
          render: (row) => <Change {...row} />,
        },
        range !== 'all' && {
          name: sinceStart,
          className: 'right wide-only',
          render: (row) => <Count n={row.sinceStart} />,
        },
      ]}
    />
  )
}

const FigureName = ({ figure }: HeadlineRow) => {
  const [name, meaning] = figureNames[figure]
  return (
    <>
      {name} <small className="wide-only">{meaning}</small>
    </>
  )
}

/** The number of the chosen range. */
const Chosen = ({ n }: { n: number | null }) => (
  <span className={`num ${n === null ? '' : sizeOf(n)}`}>
    <Count n={n} />
  </span>
)

const Change = (row: HeadlineRow) => (
  <>
    {changeIn(row)}
    {row.before !== null && (
      <small>
        <span className="hide">before: </span>
        <Count n={row.before} />
      </small>
    )}
  </>
)

const SinceStart = ({ since }: { since: number | null }) => (
  <>
    Since
    <br />
    {since === null ? 'the start' : dayAndMonth(since, 'short')}
  </>
)

/** All who ever joined are in one of the other states now. */
function sumSentence({ headline }: OverviewFigures): string {
  const [joined, ...others] = headline
  return `Of ${grouped(joined!.now)} who ever joined, now: ${others
    .map(({ figure, now }) => `${grouped(now)} ${figureNames[figure][0].toLowerCase()}`)
    .join(', ')}.`
}
