import { linePaths, mostNote } from '#contract/line-screens.ts'
import { grouped } from '#contract/figures.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { LineMark, PersonLink } from './line-tables.tsx'
import { rewardWords } from './line-words.ts'
import { DayAndTime } from './moment.tsx'
import { Fact } from './fact.tsx'

type View = ViewOf<'line-withdraw'>

const title = 'Withdraw this reward?'

/** LINE-6: for a proven ring. Shows the effect, the note, the button, and the way back. */
export const LineWithdrawScreen = ({ frame, reward, name, wrong }: ScreenProps & View) => (
  <Screen frame={frame} nav="line" wide title={title} head={<RewardsCrumb />}>
    <section className="plate" aria-label={title}>
      <div className="caption flow">
        <p className="note">
          For a proven ring. Rule on its friends too: otherwise they still count for the place.
        </p>
      </div>
      <div className="body">
        <ActForm
          frame={frame}
          action={linePaths.withdraw(reward.personId, reward.step)}
          className="stack"
        >
          <RewardFacts frame={frame} reward={reward} name={name} />
          <NoteField wrong={wrong} />
          <div className="acts">
            <button type="submit" className="button danger">
              Withdraw
            </button>
            <a href={linePaths.rewards}>Leave it as it is</a>
          </div>
        </ActForm>
      </div>
    </section>
  </Screen>
)

const RewardFacts = ({ frame, reward, name }: ScreenProps & Pick<View, 'reward' | 'name'>) => (
  <dl className="facts">
    <Fact term="Person">
      <PersonLink person={{ id: reward.personId, email: reward.email }} />
    </Fact>
    <Fact term="Reward">
      {name}
      {reward.number !== null && <small>number {grouped(reward.number)}</small>}
    </Fact>
    <Fact term="State">
      <LineMark of={rewardWords[reward.state]} />
      <small>
        since <DayAndTime atMs={reward.at} nowMs={frame.asOfMs} />
      </small>
    </Fact>
    <Fact term="Then">it is no longer owed, and more friends do not bring it back</Fact>
    <Fact term="The person is told">on their own page that it was withdrawn, with this note</Fact>
  </dl>
)

const NoteField = ({ wrong }: Pick<View, 'wrong'>) => (
  <label className="field">
    <span className="label">Why: a note that the person can read too</span>
    <textarea
      name="note"
      rows={3}
      maxLength={mostNote}
      required
      aria-describedby={wrong ? 'note-wrong' : undefined}
      aria-invalid={wrong || undefined}
    />
    {wrong && (
      <span id="note-wrong" className="wrong" role="alert">
        Write why: the ledger keeps it.
      </span>
    )}
  </label>
)

const RewardsCrumb = () => (
  <a className="crumb" href={linePaths.rewards}>
    Rewards
  </a>
)
