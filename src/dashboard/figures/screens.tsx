import type { ReactNode } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import type {
  FigureReport,
  ListedFigure,
  ListedSample,
  MissingFact,
} from '#contract/figures/report.ts'
import { leaves } from '#contract/text.ts'
import { grouped } from '#contract/english.ts'
import { nameOfFigure, valueOfFigure } from './words.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { State } from '#dashboard/frame/elements.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

/** Every figure of the page with its source, as `npm run figures` lists them (LIVE-3). */
const FiguresScreen = ({ report }: { report: FigureReport }) => {
  const { figures, samples, missing, open, countedAt } = report
  const of = (kind: ListedFigure['source']) => figures.filter(({ source }) => source === kind)
  const [simulated, claims, live] = [of('simulated'), of('claim'), of('live')]
  return (
    <Screen
      nav="figures"
      tools={
        <>
          <span>
            {simulated.length} simulated, {claims.length} claims, {live.length} live
          </span>
          {countedAt !== null && (
            <small>
              Counted <DayAndTime at={countedAt} full />
            </small>
          )}
          <small>
            The same list: <code>npm run figures</code>
          </small>
        </>
      }
    >
      {simulated.length > 0 && <Simulated figures={simulated} count={open.simulated} />}
      {claims.length > 0 && <Claims figures={claims} />}
      {live.length > 0 && <Live figures={live} />}
      {samples.length > 0 && <Samples samples={samples} />}
      {missing.length > 0 && <Missing missing={missing} />}
    </Screen>
  )
}

type Listed = { figures: readonly ListedFigure[] }

const Simulated = ({ figures, count }: Listed & { count: number }) => (
  <Plate
    id="simulated"
    name="Simulated"
    caption={
      <>
        <p className="num large">{grouped(count)}</p>
        <p>
          <b>The page shows numbers that nobody counted.</b> In the EU, invented scarcity is a
          banned practice: remove them, or replace them with true ones, before you sell.
        </p>
      </>
    }
  >
    <FigureTable figures={figures} caption="Simulated figures" />
  </Plate>
)

const Claims = ({ figures }: Listed) => (
  <Plate
    id="claims"
    name="Claims"
    caption={
      <p className="note">
        Stated results and limits. Evidence is a file or a link, named beside the figure in the
        campaign.
      </p>
    }
  >
    <FigureTable figures={figures} caption="Claims and their evidence" />
  </Plate>
)

const Live = ({ figures }: Listed) => (
  <Plate
    id="live"
    name="Live"
    caption={
      <p className="note">
        Counted by the server: the page shows what is true when it is made, with the time beside it.
      </p>
    }
  >
    <FigureTable figures={figures} caption="Live figures" />
  </Plate>
)

/** The figures of one kind. A live one is on the page as it is counted. */
const FigureTable = ({ figures, caption }: Listed & { caption: string }) => {
  const [isClaim, isLive] = [figures[0]?.source === 'claim', figures[0]?.source === 'live']
  return (
    <Table
      className="rows"
      name={caption}
      rows={figures}
      columns={[
        {
          name: 'Figure',
          isHead: true,
          cells: 'full',
          render: ({ key, file }) => <Named file={file}>{nameOfFigure(key)}</Named>,
        },
        !isLive && {
          name: 'On the page',
          cells: 'full ink',
          render: ({ key, value }) => valueOfFigure(key, value),
        },
        {
          name: isLive ? 'On the page, and true' : 'True now',
          cells: 'full',
          label: !isLive && 'True now',
          render: ({ key, now }) => <TrueNow figure={key} now={now} />,
        },
        isClaim && {
          name: 'Evidence',
          cells: 'full',
          label: true,
          render: ({ evidence }) => evidence ?? <State of={['cross', 'none']} />,
        },
      ]}
    />
  )
}

const Named = ({ file, children }: { file: string; children: ReactNode }) => (
  <>
    {children}
    <small>
      <code>{file}</code>
    </small>
  </>
)

const TrueNow = ({ figure, now }: { figure: string; now: ListedFigure['now'] }) =>
  now === null ? (
    '–'
  ) : (
    <>
      {valueOfFigure(figure, now.value)}
      {now.since !== null && (
        <small>
          since <DayAndTime at={now.since} full />
        </small>
      )}
    </>
  )

const Samples = ({ samples }: { samples: readonly ListedSample[] }) => (
  <Plate
    id="samples"
    name="Samples"
    caption={
      <p className="note">
        Examples in the place of the product's facts. The page marks each as a sample, and leaves it
        out with live figures. Replace them before you sell.
      </p>
    }
  >
    <Table
      className="rows"
      name="Samples"
      rows={samples}
      columns={[
        {
          name: 'Fact',
          isHead: true,
          cells: 'full',
          render: ({ key, file }) => (
            <Named file={file}>
              <code>{key}</code>
            </Named>
          ),
        },
        {
          name: 'On the page',
          cells: 'full',
          render: ({ value }) =>
            leaves(value)
              .map(({ value: text }) => String(text))
              .join(', '),
        },
      ]}
    />
  </Plate>
)

const Missing = ({ missing }: { missing: readonly MissingFact[] }) => (
  <Plate
    id="missing"
    name="Facts not given"
    caption={
      <p className="note">
        Only the brand knows them. The page leaves them out, or shows a placeholder.
      </p>
    }
  >
    <Table
      className="rows"
      name="Facts that are not given"
      rows={missing}
      columns={[
        {
          name: 'Fact',
          isHead: true,
          cells: 'full',
          render: ({ key, file }) => (
            <Named file={file}>
              <code>{key}</code>
            </Named>
          ),
        },
        { name: 'Now', cells: 'full', render: ({ value }) => value ?? '–' },
        { name: 'What is missing', cells: 'full', render: ({ reason }) => reason },
      ]}
    />
  </Plate>
)

export const figuresScreens = {
  figures: [navigation.figures.title, FiguresScreen],
} satisfies Partial<DrawnScreens>
