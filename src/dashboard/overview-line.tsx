import { grouped } from '#contract/figures.ts'
import { linePaths } from '#contract/line-screens.ts'
import type { LineSummary } from '#contract/overview.ts'
import type { OverviewFigures } from '#contract/overview-figures.ts'
import { Fact } from './fact.tsx'
import { countText } from './line-credits-plate.tsx'
import { inRange } from './overview-words.ts'

/** LINE-1, LINE-3: how long the line is, and who joined it by friends’ links. */
export const LinePlate = ({ figures, line }: { figures: OverviewFigures; line: LineSummary }) => (
  <section className="plate" aria-labelledby="the-line">
    <div className="caption flow">
      <h2 id="the-line">In line</h2>
      <p className="num large">{grouped(line.waiting)}</p>
      <p className="note">
        Confirmed, not invited yet.{' '}
        <a className="link" href={linePaths.line}>
          The line
        </a>
      </p>
    </div>
    <div className="body">
      <dl className="facts">
        <Fact term="Next place">{grouped(line.nextPlace)}</Fact>
        <Fact term="By friends’ links">
          {grouped(figures.sources.friends.joined)} joined {inRange(figures)}
        </Fact>
        {line.credits.credits > 0 && (
          <Fact term="Friends to look at">
            <a className="link" href={linePaths.credits}>
              {countText(line.credits)}
            </a>
          </Fact>
        )}
      </dl>
    </div>
  </section>
)
