import { grouped } from '#contract/figures.ts'
import { linePaths } from '#contract/line-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { OverviewFigures } from '#server/counts/read-overview.ts'
import { Plate } from './frame.tsx'
import { countText } from './line-credits-plate.tsx'
import { inRange } from './overview-words.ts'

/** LINE-1, LINE-3: how long the line is, and who joined it by friends’ links. */
export const LinePlate = ({
  figures,
  line,
}: {
  figures: OverviewFigures
  line: NonNullable<ViewOf<'overview'>['line']>
}) => (
  <Plate id="in-line" name="In line">
    <p>
      <b>{grouped(line.waiting)}</b> {line.waiting === 1 ? 'waits' : 'wait'}; the next place is{' '}
      {grouped(line.nextPlace)}. {grouped(figures.sources.friends.joined)} joined by friends’ links{' '}
      {inRange(figures)}.
    </p>
    <p className="acts">
      <a href={linePaths.line}>The line</a>
      {line.credits.credits > 0 && (
        <a href={linePaths.credits}>Friends to look at: {countText(line.credits)}</a>
      )}
    </p>
  </Plate>
)
