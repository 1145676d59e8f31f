import type { OverviewFigures } from '#server/counts/read-overview.ts'
import { BarHead, Count, dash, DimensionLine, share } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { visitsAreWhole, visitsNote } from './words.ts'

/** `needs`: a step that stands here only where something was counted of it. */
type Step = { name: string; count: number; of: number | null; needs?: 'quiz' | 'line' }

export const FunnelPlate = ({ figures }: { figures: OverviewFigures }) => (
  <Plate
    id="funnel"
    name="From visit to sign-up"
    caption={
      <>
        <p className="note">
          A visit is one opening of the page, without cookie or identifier. Imported people are not
          in it. Confirmed: of those who joined in the range.
          {figures.funnel.shared > 0 &&
            ' Shared: presses of Copy, Share and the links beside people’s own links.'}
        </p>
        {!visitsAreWhole(figures) && <p className="note">{visitsNote(figures)}</p>}
      </>
    }
  >
    <table className="figures">
      <caption className="hide">The steps from a visit to a saved quiz result</caption>
      <FunnelHead />
      <tbody>
        {stepsOf(figures).map((step) => (
          <StepRow key={step.name} step={step} figures={figures} />
        ))}
      </tbody>
    </table>
  </Plate>
)

function stepsOf(figures: OverviewFigures): Step[] {
  const { visits, touched, joined, confirmed, quizStarted, quizCompleted, quizSaved, shared } =
    figures.funnel
  const isWhole = visitsAreWhole(figures)
  const steps: Step[] = [
    { name: 'Visits', count: visits, of: null },
    { name: 'Typed in a form', count: touched, of: visits },
    { name: 'Joined', count: joined, of: isWhole ? touched : null },
    { name: 'Confirmed', count: confirmed, of: joined },
    { name: 'Started the quiz', count: quizStarted, of: visits, needs: 'quiz' },
    { name: 'Finished it', count: quizCompleted, of: quizStarted, needs: 'quiz' },
    {
      name: 'Saved the result',
      count: quizSaved,
      of: isWhole ? quizCompleted : null,
      needs: 'quiz',
    },
    // A person can share many times.
    { name: 'Shared a link', count: shared, of: null, needs: 'line' },
  ]
  const counted = { quiz: quizStarted + quizCompleted + quizSaved, line: shared }
  return steps.filter(({ needs }) => !needs || counted[needs] > 0)
}

const FunnelHead = () => (
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
)

function StepRow({ step: { name, count, of }, figures }: { step: Step; figures: OverviewFigures }) {
  const { visits } = figures.funnel
  const isFirst = name === 'Visits'
  return (
    <tr>
      <th scope="row">
        {name}
        {name === 'Started the quiz' && <small>of visits</small>}
      </th>
      <td className="bar">
        <DimensionLine value={Math.min(count, visits)} most={visits} accent={name === 'Joined'} />
      </td>
      <td className="right ink">
        <Count n={count} />
      </td>
      <td className="right wide">{isFirst ? '' : share(count, of)}</td>
      <td className="right wide-only">
        {isFirst ? '' : visitsAreWhole(figures) ? share(count, visits) : dash}
      </td>
    </tr>
  )
}
