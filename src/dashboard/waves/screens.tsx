import { use } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { counted, grouped } from '#contract/english.ts'
import { campaign } from '#campaign'
import { titleOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import { wavePaths, type WaveReport } from '#contract/line/waves.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Facts, State } from '#dashboard/frame/elements.tsx'
import { TimeFields } from '#dashboard/frame/fields.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { ActForm, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { numberOf } from '#dashboard/frame/numbers.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'waves'>

/** The waves, and what became of their spots. */
const WavesScreen = ({ waves, isMore, waiting }: View) => (
  <Screen
    nav="waves"
    tools={
      <>
        <p className="note">
          The first of the line, let in group by group, each with a code of their own.
        </p>
        {use(Frame).role === 'operator' && (
          <a className="button main" href={wavePaths.new}>
            Prepare a wave
          </a>
        )}
      </>
    }
  >
    <Came waves={waves} isMore={isMore} waiting={waiting} />
    <Plate
      id="waves"
      name="All waves"
      caption={
        <p className="note">
          People who are invited leave the line. An unused spot goes to the next person, for as long
          as the wave lasted. A person who misses one wave keeps their place in line; after a second
          missed wave they move to the end.
        </p>
      }
    >
      {waves.length === 0 ? <p>No waves yet.</p> : <Waves waves={waves} />}
      {isMore && <p className="note after">Older waves: npm run waves -- list</p>}
    </Plate>
  </Screen>
)

const Came = ({ waves, isMore, waiting }: Omit<View, 'screen'>) => {
  const sum = (of: (wave: WaveReport) => number) =>
    waves.reduce((total, wave) => total + of(wave), 0)
  return (
    <Plate
      label="All spots"
      flow
      caption={
        <>
          <h2>Accepted</h2>
          <p className="num large">{grouped(sum(({ people }) => people.came))}</p>
          <p className="note">
            of{' '}
            {counted(
              sum(({ size }) => size),
              'spot',
            )}
            {isMore && ', in the waves below'}. Accepted: the person took the spot, or the shop
            reported the code.
          </p>
        </>
      }
    >
      <Facts
        of={{
          'Still held': grouped(sum(({ people }) => people.invited)),
          Unused: grouped(sum(({ free }) => free)),
          'Used in the shop': grouped(sum(({ used }) => used)),
          'In the line': grouped(waiting),
        }}
      />
    </Plate>
  )
}

const Waves = ({ waves }: Pick<View, 'waves'>) => (
  <Table
    className="rows waves"
    name="All waves, the newest first"
    rows={waves}
    columns={[
      {
        name: 'Wave',
        isHead: true,
        cells: 'full',
        render: ({ number, quizType, invitedAt, endsAt }) => (
          <>
            {grouped(number)} <small>{typeWords(quizType)}</small>
            <small>
              <DayAndTime at={invitedAt} /> to <DayAndTime at={endsAt} />
            </small>
          </>
        ),
      },
      { name: 'State', render: (wave) => <State of={stateOf(wave)} /> },
      labelled('Spots', ({ size }) => size),
      labelled('Held', ({ people }) => people.invited),
      { ...labelled('Accepted', ({ people }) => people.came), cells: 'ink' },
      labelled('Expired', ({ people }) => people.expired),
      labelled('Passed', ({ people }) => people.passed),
      labelled('Left', ({ people }) => people.left),
      labelled('Unused', ({ free }) => free),
      use(Frame).role === 'operator' && {
        name: 'Codes',
        cells: 'full',
        render: ({ id, number }) => (
          <ActForm action={wavePaths.codes(id)}>
            <button type="submit" className="button">
              CSV<span className="hide"> of the codes of wave {number}</span>
            </button>
          </ActForm>
        ),
      },
    ]}
  />
)

const labelled = (name: string, of: (wave: WaveReport) => number) =>
  numberOf(name, of, { label: true })

/** A wave is open while a spot is held or free. */
const stateOf = ({ people, free }: WaveReport): readonly [shape: string, word: string] =>
  people.invited > 0 ? ['accent', 'open'] : free > 0 ? ['half', 'free spots'] : ['full', 'ended']

/** The people whom a wave invites. */
const typeWords = (type: PerformanceType | null): string =>
  type === null ? 'everybody' : `type ${titleOf(campaign.quiz, type) ?? type}`

/** How many, until when, and of which type. Its button leads to the page that asks. */
const WaveNewScreen = ({ number, waiting, wrong, ...view }: ViewOf<'wave-new'>) => (
  <Screen
    nav="waves"
    title={`Wave ${grouped(number)}`}
    back={navigation.waves}
    tools={<p className="note">Nothing is sent from this page. The next one asks.</p>}
  >
    {wrong && (
      <p className="refusal wrong" role="alert">
        {wrong}
      </p>
    )}
    <Plate
      label="The wave"
      flow
      caption={
        <>
          <h2>In the line</h2>
          <p className="num large">{grouped(waiting)}</p>
          <p className="note">Nobody is picked by hand: the first of the line are invited.</p>
        </>
      }
    >
      <form method="get" action={wavePaths.invite} className="stack">
        <Fields {...view} />
        <div className="acts">
          <button type="submit" className="button main">
            Review wave
          </button>
          <a href={wavePaths.waves}>Cancel</a>
        </div>
      </form>
    </Plate>
  </Screen>
)

const Fields = ({
  typed,
  most,
  timeZone,
}: Pick<ViewOf<'wave-new'>, 'typed' | 'most' | 'timeZone'>) => (
  <>
    <label className="field">
      <span className="label">How many, from the front</span>
      <input
        type="text"
        name="spots"
        inputMode="numeric"
        defaultValue={typed.spots}
        aria-describedby="spots-note"
      />
      <small id="spots-note">
        At most {grouped(most)} in one wave. A shorter line is invited whole.
      </small>
    </label>
    <fieldset className="schedule">
      <legend>Until</legend>
      <TimeFields typed={[typed.day, typed.time]} />
      <p className="note">Times are in {timeZone}. The end is the same for all of the wave.</p>
    </fieldset>
    {campaign.quiz && (
      <label className="field">
        <span className="label">For whom</span>
        <select name="type" defaultValue={typed.type}>
          <option value="">Everybody</option>
          {Object.entries(campaign.quiz.types).map(([type, { title }]) => (
            <option key={type} value={type} lang={campaign.quiz?.typeNameLang}>
              {title}
            </option>
          ))}
        </select>
      </label>
    )}
  </>
)

export const waveScreens = {
  waves: [navigation.waves.title, WavesScreen],
  'wave-new': ['New wave', WaveNewScreen],
} satisfies Partial<DrawnScreens>
