import type { OverviewFigures } from '#contract/overview-figures.ts'
import { BarHead, Count, DimensionLine } from './count.tsx'
import { Plate } from './frame.tsx'
import { visitsAreWhole, visitsNote } from './overview-words.ts'
import { dash, share } from './rates.ts'

type Step = { name: string; count: number; of: number | null; isQuiz?: boolean }

export function FunnelPlate({ figures }: { figures: OverviewFigures }) {
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
