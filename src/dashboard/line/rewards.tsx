import { use } from 'react'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, plural } from '#contract/english.ts'
import { capitalized } from '#contract/text.ts'
import { linePaths } from '#contract/line/screens.ts'
import { rewardStates, type RewardState } from '#contract/line/records.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { RewardStep } from '#server/line/screens.ts'
import type { RewardRow } from '#server/line/ledger.ts'
import { ActForm, Plate, Screen, Pager } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { rewardWords } from '#contract/line/words.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Table, type Column } from '#dashboard/frame/table.tsx'
import { PersonLink } from '#dashboard/frame/elements.tsx'

type View = ViewOf<'line-rewards'>

/** Rewards by step and state. */
export const LineRewardsScreen = ({ steps, step, state, ...view }: View) => (
  <Screen
    nav="line"
    back={navigation.line}
    tools={use(Frame).role === 'operator' ? <Export /> : undefined}
  >
    <Plate
      id="steps"
      name="Ledger"
      caption={
        <p className="note">
          Reached: held until it is sure. Due: the person’s for good, unless you withdraw it. Each
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
      {view.next && <Pager first={['Newest', cellHref(step, state)]} next={['Older', view.next]} />}
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
  <Table
    className="rows steps"
    name="Rewards by step and state"
    rows={steps}
    columns={[
      {
        name: 'Reward',
        isHead: true,
        cells: 'full',
        render: ({ name, friends }) => (
          <>
            {name}
            <small>
              {grouped(friends)} {plural(friends, 'friend')}
            </small>
          </>
        ),
      },
      ...rewardStates.map((state): Column<RewardStep> => ({
        name: capitalized(rewardWords[state][1]),
        className: 'right',
        cells: 'full',
        label: true,
        render: (step) => <StateCount step={step} state={state} chosen={chosen} />,
      })),
      { name: 'Left', className: 'right', cells: 'full', label: true, render: leftOf },
    ]}
  />
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

function leftOf({ limited }: RewardStep) {
  if (limited === null) return 'no limit'
  const { limit, reserved, goneAt } = limited
  if (goneAt === null) return `${grouped(limit - reserved)} of ${grouped(limit)}`
  return (
    <>
      none of {grouped(limit)}
      <small>
        since <DayAndTime at={goneAt} full />
      </small>
    </>
  )
}

const RewardsTable = ({ rewards }: { rewards: readonly RewardRow[] }) => (
  <Table
    className="rows"
    name="People with this reward"
    rows={rewards}
    columns={[
      {
        name: 'Address',
        isHead: true,
        cells: 'full',
        render: ({ personId, email }) => <PersonLink id={personId} email={email} />,
      },
      {
        name: 'Number',
        className: 'right',
        cells: 'full',
        label: true,
        render: ({ number }) => number !== null && grouped(number),
      },
      {
        name: 'Since',
        className: 'right',
        cells: 'full',
        render: ({ at, dueAt, state }) => (
          <>
            <DayAndTime at={at} />
            {dueAt !== null && state === 'reached' && (
              <small>
                due from <DayAndTime at={dueAt} />
              </small>
            )}
          </>
        ),
      },
      { name: 'Note', cells: 'full', isTyped: true, render: ({ note }) => note },
      use(Frame).role === 'operator' && {
        name: 'Withdraw',
        hidden: true,
        className: 'right',
        cells: 'full',
        render: ({ personId, step, state, email }) =>
          canWithdraw(state) && (
            <a href={linePaths.withdraw(personId, step)} data-ask>
              Withdraw<span className="hide"> from {unicodeEmail(email)}</span>
            </a>
          ),
      },
    ]}
  />
)

const canWithdraw = (state: RewardState) => state === 'yours' || state === 'reached'
