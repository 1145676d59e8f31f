import { campaign } from '#campaign/campaign.ts'
import { grouped } from '#contract/figures.ts'
import { wavePaths, type TypedWave, type WaveScreenView } from '#contract/wave-screens.ts'
import { Fact } from './fact.tsx'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { DayAndTime } from './moment.tsx'
import { WavesCrumb } from './wave-new-screen.tsx'
import { typeWords } from './wave-words.ts'

type View = Extract<WaveScreenView, { screen: 'wave-ask' }>

/** LINE-8: what the wave does, with the exact number, its button, and the way back. */
export const WaveAskScreen = ({ frame, people, ...view }: ScreenProps & View) => {
  const all = `${grouped(people)} ${people === 1 ? 'person' : 'people'}`
  return (
    <Screen frame={frame} nav="waves" wide title={`Let ${all} in?`} head={<WavesCrumb />}>
      <section className="plate" aria-label="What will happen">
        <div className="caption flow">
          <h2>Wave {grouped(view.number)}</h2>
          <p className="num large">{grouped(people)}</p>
          <p className="note">
            The first of the line in the moment you press: who has passed by then counts.
          </p>
        </div>
        <div className="body">
          <ActForm frame={frame} action={wavePaths.invite} className="stack">
            <Facts people={people} {...view} />
            <p>An invitation cannot be taken back.</p>
            <input type="hidden" name="number" value={view.number} />
            {(Object.keys(view.typed) as (keyof TypedWave)[]).map((name) => (
              <input key={name} type="hidden" name={name} value={view.typed[name]} />
            ))}
            <div className="acts">
              <button type="submit" className="button main">
                Let {all} in
              </button>
              <a href={`${wavePaths.new}?${new URLSearchParams(view.typed)}`}>Not yet</a>
            </div>
          </ActForm>
        </div>
      </section>
    </Screen>
  )
}

const Facts = ({
  people,
  quizType,
  endsAt,
  waiting,
}: Omit<View, 'screen' | 'number' | 'typed'>) => (
  <dl className="facts">
    <Fact term="For">{typeWords(quizType)}</Fact>
    <Fact term="They get">a mail with a code each, and a page to take the spot or let it pass</Fact>
    <Fact term="Until">
      <DayAndTime atMs={endsAt} />, {campaign.timeZone}, for all the same
    </Fact>
    <Fact term="Unused spots">go to the next in line, for as long as this wave lasts</Fact>
    <Fact term="The line">
      {waiting - people === 1
        ? '1 stays in it and moves up'
        : `${grouped(waiting - people)} stay in it and move up`}
    </Fact>
  </dl>
)
