import { use } from 'react'
import { linePaths, rewardStates } from '#contract/line-screens.ts'
import type { RewardState } from '#contract/line-record.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { RewardStep } from '#server/line/screens.ts'
import type { RewardRow } from '#server/line/ledger.ts'
import { ActForm, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { PersonLink } from './tables.tsx'
import { rewardWords } from '#contract/line-words.ts'
import { navigation } from '#contract/navigation.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { TableHead, hidden } from '#dashboard/frame/table.tsx'
import { capitalized, grouped, plural } from '#contract/text.ts'

type View = ViewOf<'line-rewards'>

/** LINE-6: the ledger of rewards. */
export const LineRewardsScreen = ({ steps, step, state, ...view }: View) => (
  <Screen
    nav="line"
    title="Rewards"
    back={navigation.line}
    tools={use(Frame).role === 'operator' ? <Export /> : undefined}
  >
    <Plate
      id="steps"
      name="Ledger"
      caption={
        <p className="note">
          Reached: held until it is sure. Owed: the person’s for good, unless you withdraw it. Each
          number leads to its people.
        </p>
      }
    >
      {steps.length === 0 ? (
        <p>The campaign gives no rewards for friends.</p>
      ) : (
        <StepsTable steps={steps} chosen={{ step, state }} />
      )}
    </Plate>
    <Plate
      id="people"
      name={steps.find(({ friends }) => friends === step)?.name ?? 'Reward'}
      caption={<p className="note">{capitalized(rewardWords[state][1])}, the newest first.</p>}
    >
      {view.rewards.length === 0 ? <p>Nobody.</p> : <RewardsTable rewards={view.rewards} />}
      {view.next && (
        <nav className="pager" aria-label="Pages">
          <a href={cellHref(step, state)}>Newest</a>
          <a href={view.next} rel="next">
            Older
          </a>
        </nav>
      )}
    </Plate>
  </Screen>
)

/** Posts, because an export is written to the log. */
const Export = () => (
  <ActForm action={linePaths.exportRewards} className="acts">
    <button type="submit" name="format" value="csv" className="button">
      Export as CSV
    </button>
    <button type="submit" name="format" value="jsonl" className="button">
      As JSON lines
    </button>
  </ActForm>
)

const cellHref = (step: number, state: RewardState) =>
  `${linePaths.rewards}?step=${step}&state=${state}#people`

type Cell = { step: number; state: RewardState }

/** How many people have each step in each state. */
export const StepsTable = ({ steps, chosen }: { steps: readonly RewardStep[]; chosen?: Cell }) => (
  <table className="rows steps">
    <caption className="hide">Rewards by step and state</caption>
    <thead>
      <tr>
        <th scope="col">Reward</th>
        {rewardStates.map((state) => (
          <th key={state} scope="col" className="right">
            {capitalized(rewardWords[state][1])}
          </th>
        ))}
        <th scope="col" className="right">
          Left
        </th>
      </tr>
    </thead>
    <tbody>
      {steps.map((step) => (
        <tr key={step.friends}>
          <th scope="row" className="full">
            {step.name}
            <small>
              {grouped(step.friends)} {plural(step.friends, 'friend')}
            </small>
          </th>
          {rewardStates.map((state) => (
            <td key={state} className="right full" data-label={capitalized(rewardWords[state][1])}>
              <StateCount step={step} state={state} chosen={chosen} />
            </td>
          ))}
          <td className="right full" data-label="Left">
            <Left limited={step.limited} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const StateCount = ({
  step: { friends, counts },
  state,
  chosen,
}: {
  step: RewardStep
  state: RewardState
  chosen: Cell | undefined
}) =>
  counts[state] === 0 ? (
    '0'
  ) : (
    <a
      href={cellHref(friends, state)}
      aria-current={(chosen?.step === friends && chosen.state === state) || undefined}
    >
      {grouped(counts[state])}
    </a>
  )

const Left = ({ limited }: Pick<RewardStep, 'limited'>) =>
  limited === null ? (
    'no limit'
  ) : limited.goneAtMs === null ? (
    `${grouped(limited.limit - limited.reserved)} of ${grouped(limited.limit)}`
  ) : (
    <>
      none of {grouped(limited.limit)}
      <small>
        since <DayAndTime atMs={limited.goneAtMs} full />
      </small>
    </>
  )

const RewardsTable = ({ rewards }: { rewards: readonly RewardRow[] }) => (
  <table className="rows">
    <TableHead
      name="People with this reward"
      columns={[
        'Address',
        ['Number', 'right'],
        ['Since', 'right'],
        'Note',
        use(Frame).role === 'operator' && [hidden('Withdraw'), 'right'],
      ]}
    />
    <tbody>
      {rewards.map((reward) => (
        <tr key={reward.personId}>
          <th scope="row" className="full">
            <PersonLink person={{ id: reward.personId, email: reward.email }} />
          </th>
          <td className="right full" data-label={reward.number === null ? undefined : 'Number'}>
            {reward.number === null ? '' : grouped(reward.number)}
          </td>
          <td className="right full">
            <DayAndTime atMs={reward.at} />
            {reward.dueAt !== null && reward.state === 'reached' && (
              <small>
                owed from <DayAndTime atMs={reward.dueAt} />
              </small>
            )}
          </td>
          <td className="full" dir="auto">
            {reward.note}
          </td>
          {use(Frame).role === 'operator' && (
            <td className="full right">
              {canWithdraw(reward.state) && (
                <a href={linePaths.withdraw(reward.personId, reward.step)}>
                  Withdraw<span className="hide"> from {reward.email}</span>
                </a>
              )}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

const canWithdraw = (state: RewardState) => state === 'yours' || state === 'reached'
