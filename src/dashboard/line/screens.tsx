import { linePaths } from '#contract/line-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Count, dash, share } from '#dashboard/frame/numbers.tsx'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { CreditsPlate } from './credits-table.tsx'
import { FirstInLine, Moves } from './tables.tsx'
import { ruleText } from '#contract/line-words.ts'
import { navigation } from '#contract/navigation.ts'
import { grouped, plural } from '#contract/text.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Ranges } from '#dashboard/overview/screens.tsx'
import { inRange, visitsAreWhole, visitsNote } from '#dashboard/overview/words.ts'
import { Fact } from '#dashboard/frame/elements.tsx'
import { StepsTable } from './rewards.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

type View = ViewOf<'line'>

/** LINE-1 to LINE-6: the line, who came by links, and what waits for a ruling. */
export const LineScreen = (view: View) => (
  <Screen nav="line" tools={<Ranges figures={view.figures} path={navigation.line.path} />}>
    <WaitingPlate {...view} />
    <CreditsPlate counts={view.credits} credits={view.waitingCredits} />
    <LinksPlate {...view} />
    {view.first.length > 0 && (
      <Plate
        id="first"
        name="First in line"
        caption={
          <p className="note">
            The next wave invites from the top. A place is never set: it follows from the order of
            confirmations and from friends.
          </p>
        }
      >
        <FirstInLine rows={view.first} />
      </Plate>
    )}
    {view.moves.length > 0 && (
      <Plate
        id="moves"
        name="Latest movements"
        caption={<p className="note">People’s own events, the newest first.</p>}
      >
        <Moves moves={view.moves} />
      </Plate>
    )}
    {view.steps.length > 0 && (
      <Plate
        id="rewards"
        name="Rewards"
        caption={
          <p className="note">
            <a className="link" href={linePaths.rewards}>
              The ledger of what is owed
            </a>
          </p>
        }
      >
        <StepsTable steps={view.steps} />
      </Plate>
    )}
  </Screen>
)

const WaitingPlate = ({ waiting, nextPlace, rules, checkedAtMs }: View) => (
  <section className="plate" aria-label="The line now">
    <div className="caption flow">
      <h2>Waiting</h2>
      <p className="num large">{grouped(waiting)}</p>
      <p className="note">{plural(waiting, 'person', 'people')} in line, counted by the server</p>
    </div>
    <div className="body">
      <dl className="facts">
        <Fact term="Next place">{grouped(nextPlace)}</Fact>
        {rules.map(({ at, ...rule }, index) => (
          <Fact key={at} term={index === 0 ? 'Rule' : 'Rule before'}>
            {ruleText(rule)}
            <small>
              since <DayAndTime atMs={at} />
            </small>
          </Fact>
        ))}
        <Fact term="Last recount">
          {checkedAtMs === null ? (
            'none yet; one is made each night'
          ) : (
            <DayAndTime atMs={checkedAtMs} />
          )}
        </Fact>
      </dl>
    </div>
  </section>
)

/** LINE-3: how often people shared their links, visits by them, and what came of these. */
const LinksPlate = ({ figures, byLink }: Pick<View, 'figures' | 'byLink'>) => {
  const { visits, joined, confirmed } = byLink
  const { total } = figures.sources
  const { shared } = figures.funnel
  const isWhole = visitsAreWhole(figures)
  const rows = [
    ['Shared', 'presses of Copy, Share and the links beside it', shared, null, null],
    ['Visits', 'by a link that somebody shared', visits, total.visits, null],
    ['Joined', 'through one', joined, total.joined, isWhole ? share(joined, visits) : dash],
    ['Confirmed', 'of those', confirmed, total.confirmed, share(confirmed, joined)],
  ] as const
  return (
    <Plate
      id="links"
      name="By friends’ links"
      caption={
        <>
          <p className="note">Counted {inRange(figures)}. Nobody is told who came by whom.</p>
          {!isWhole && <p className="note">{visitsNote(figures)}</p>}
        </>
      }
    >
      {shared + visits + joined === 0 ? (
        <p>Nobody shared a link or came by one {inRange(figures)}.</p>
      ) : (
        <table className="figures">
          <TableHead
            name="Visits and sign-ups by friends’ links"
            columns={[
              'Step',
              ['By link', 'right'],
              ['of the step before', 'right wide'],
              ['of all', 'right'],
            ]}
          />
          <tbody>
            {rows.map(([name, meaning, count, all, ofBefore]) => (
              <tr key={name}>
                <th scope="row">
                  {name} <small>{meaning}</small>
                </th>
                <td className="right ink">
                  <Count n={count} />
                </td>
                <td className="right">{ofBefore ?? dash}</td>
                <td className="right">{share(count, all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Plate>
  )
}
