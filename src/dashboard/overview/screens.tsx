import { grouped, plural } from '#contract/english.ts'
import { languageName } from '#contract/campaign/languages.ts'
import { navigation, sourcesPath } from '#contract/dashboard/navigation.ts'
import { overviewHref, overviewRanges } from '#contract/dashboard/overview-figures.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { OverviewFigures } from '#server/counts/read-overview.ts'
import { Following, Screen, Plate } from '#dashboard/frame/screen.tsx'
import { ChartPlate, EmptyChartPlate } from './chart.tsx'
import { GoalPlate } from './goal.tsx'
import { HeadlinePlate } from './headline.tsx'
import { MailPlate } from './mail.tsx'
import { FormsPlate, FunnelPlate, SourcesPlate, SourceTable } from './visits.tsx'
import { AttentionPlate, ChecklistPlate, LinkPlate, NextPlate } from './tasks.tsx'
import { rangeLines, rangeNames, inRange } from './words.ts'
import { linePaths } from '#contract/line/screens.ts'
import { countText } from '#dashboard/line/credits.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'overview'>

/** How many joined, from where, whether mail is sent, and what to do next. */
function OverviewScreen(view: View) {
  const { figures, attention, next, checklist, mail, publicUrl } = view
  const checks = checklist && <ChecklistPlate tasks={checklist} />
  const nobodyYet = figures.headline[0]!.now === 0
  return (
    <Screen nav="overview" title={navigation.overview.title} tools={<Ranges figures={figures} />}>
      <Following part="attention">
        {attention.length > 0 && <AttentionPlate tasks={attention} />}
      </Following>
      {nobodyYet && checks}
      <Following part="figures">
        {nobodyYet ? (
          <>
            <EmptyChartPlate figures={figures} />
            <LinkPlate publicUrl={publicUrl} />
          </>
        ) : (
          <>
            <HeadlinePlate figures={figures} inOrder={view.inOrder} />
            <ChartPlate figures={figures} />
          </>
        )}
      </Following>
      {!nobodyYet && <GoalPlate goal={view.goal} />}
      {!nobodyYet && checks}
      {!nobodyYet && next.length > 0 && <NextPlate tasks={next} />}
      <Measured figures={figures} />
      {view.line && !nobodyYet && <LinePlate figures={figures} line={view.line} />}
      {!nobodyYet && <MailPlate mail={mail} />}
    </Screen>
  )
}

/** Empty tables are not drawn. */
const Measured = ({ figures }: { figures: OverviewFigures }) => (
  <>
    {figures.sources.first.length > 0 && <SourcesPlate figures={figures} />}
    {figures.funnel.visits + figures.funnel.joined > 0 && <FunnelPlate figures={figures} />}
    {figures.forms.some(({ seen, joined }) => seen + (joined ?? 0) > 0) && (
      <FormsPlate figures={figures} />
    )}
  </>
)

export const Ranges = ({
  figures,
  path = navigation.overview.path,
}: {
  figures: OverviewFigures
  path?: string
}) => {
  const [days, against] = rangeLines(figures)
  return (
    <>
      <nav className="pick" aria-label="Range">
        {overviewRanges.map((range) => (
          <a
            key={range}
            href={overviewHref(range, figures.language, path)}
            aria-current={range === figures.range || undefined}
          >
            {rangeNames[range]}
          </a>
        ))}
      </nav>
      <p className="note range">
        {days}
        <br />
        {against}
      </p>
    </>
  )
}

/** All sources of a range, by name. */
const SourcesScreen = ({ figures }: ViewOf<'sources'>) => (
  <Screen
    nav="overview"
    back={{ path: overviewHref(figures.range, figures.language), title: 'Overview' }}
    tools={<Ranges figures={figures} path={sourcesPath} />}
  >
    <Plate
      label="All sources"
      caption={
        <p className="note">
          {figures.language !== null && `In ${languageName(figures.language, 'en')} alone. `}All
          names of the range, by joined, then by visits; the first 500. Confirmed: of those who
          joined in the range.
        </p>
      }
    >
      <SourceTable figures={figures} rows={figures.sources.all} all />
    </Plate>
  </Screen>
)

/** How long the line is, and who joined it by friends’ links. */
const LinePlate = ({
  figures,
  line,
}: {
  figures: OverviewFigures
  line: NonNullable<ViewOf<'overview'>['line']>
}) => (
  <Plate id="in-line" name="In line">
    <p>
      <b>{grouped(line.waiting)}</b> {plural(line.waiting, 'waits', 'wait')}; the next place is{' '}
      {grouped(line.nextPlace)}. {grouped(figures.sources.friends.joined)} joined by friends’ links{' '}
      {inRange(figures)}.
    </p>
    <p className="acts">
      <a href={linePaths.line}>The line</a>
      {line.credits.credits > 0 && (
        <a href={linePaths.credits}>Referrals to review: {countText(line.credits)}</a>
      )}
    </p>
  </Plate>
)

/** DASH-12: a tab in the background shows how many joined today. */
const titleOf = ({ figures }: View): string => {
  const { today } = figures.headline[0]!
  return today ? `(${grouped(today)}) ${navigation.overview.title}` : navigation.overview.title
}

export const overviewScreens = {
  overview: [titleOf, OverviewScreen],
  sources: ['Sources', SourcesScreen],
} satisfies Partial<DrawnScreens>
