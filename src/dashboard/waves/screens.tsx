import { use } from 'react'
import { wavePaths } from '#contract/wave-screens.ts'
import type { WaveReport } from '#contract/waves.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { LineMark } from '#dashboard/line/tables.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { campaign } from '#campaign/campaign.ts'
import type { PerformanceType } from '#contract/quiz.ts'
import { counted, grouped } from '#contract/text.ts'

type View = ViewOf<'waves'>

/** LINE-8: the waves, and what became of their spots. */
export const WavesScreen = ({ waves, isMore, waiting }: View) => (
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
          Who is invited leaves the line. An unused spot goes to the next in line, for as long as
          the wave lasted. Who misses one wave stands where they stood; after a second one at the
          end.
        </p>
      }
    >
      {waves.length === 0 ? <p>No waves yet.</p> : <Waves waves={waves} />}
      {isMore && <p className="note after">Older waves: npm run waves -- list</p>}
    </Plate>
  </Screen>
)

const sum = (waves: readonly WaveReport[], of: (wave: WaveReport) => number) =>
  waves.reduce((total, wave) => total + of(wave), 0)

const Came = ({ waves, isMore, waiting }: Omit<View, 'screen'>) => (
  <section className="plate" aria-label="All spots">
    <div className="caption flow">
      <h2>Came</h2>
      <p className="num large">{grouped(sum(waves, ({ people }) => people.came))}</p>
      <p className="note">
        of{' '}
        {counted(
          sum(waves, ({ size }) => size),
          'spot',
        )}
        {isMore && ', in the waves below'}. Came: the person took the spot, or the shop reported the
        code.
      </p>
    </div>
    <div className="body">
      <dl className="facts">
        <div>
          <dt>Still held</dt>
          <dd>{grouped(sum(waves, ({ people }) => people.invited))}</dd>
        </div>
        <div>
          <dt>Free, for the next in line</dt>
          <dd>{grouped(sum(waves, ({ free }) => free))}</dd>
        </div>
        <div>
          <dt>Used in the shop</dt>
          <dd>{grouped(sum(waves, ({ used }) => used))}</dd>
        </div>
        <div>
          <dt>In the line</dt>
          <dd>{grouped(waiting)}</dd>
        </div>
      </dl>
    </div>
  </section>
)

const columns = [
  ['Spots', ({ size }) => size],
  ['Held', ({ people }) => people.invited],
  ['Came', ({ people }) => people.came],
  ['Expired', ({ people }) => people.expired],
  ['Passed', ({ people }) => people.passed],
  ['Left', ({ people }) => people.left],
  ['Free', ({ free }) => free],
] as const satisfies readonly (readonly [string, (wave: WaveReport) => number])[]

const Waves = ({ waves }: Pick<View, 'waves'>) => (
  <table className="rows waves">
    <caption className="hide">All waves, the newest first</caption>
    <thead>
      <tr>
        <th scope="col">Wave</th>
        <th scope="col">State</th>
        {columns.map(([name]) => (
          <th key={name} scope="col" className="right">
            {name}
          </th>
        ))}
        {use(Frame).role === 'operator' && <th scope="col">Codes</th>}
      </tr>
    </thead>
    <tbody>
      {waves.map((wave) => (
        <Wave key={wave.id} wave={wave} />
      ))}
    </tbody>
  </table>
)

const Wave = ({ wave }: { wave: WaveReport }) => (
  <tr>
    <th scope="row" className="full">
      {grouped(wave.number)} <small className="inline">{typeWords(wave.quizType)}</small>
      <small>
        <DayAndTime atMs={wave.invitedAt} /> to <DayAndTime atMs={wave.endsAt} />
      </small>
    </th>
    <td>
      <LineMark of={markOf(wave)} />
    </td>
    {columns.map(([name, of]) => (
      <td key={name} className={name === 'Came' ? 'right ink' : 'right'} data-label={name}>
        {grouped(of(wave))}
      </td>
    ))}
    {use(Frame).role === 'operator' && (
      <td className="full">
        <ActForm action={wavePaths.codes(wave.id)}>
          <button type="submit" className="button">
            CSV<span className="hide"> of the codes of wave {wave.number}</span>
          </button>
        </ActForm>
      </td>
    )}
  </tr>
)

/** A wave is open while a spot is held or free. */
const markOf = ({ people, free }: WaveReport): readonly [shape: string, word: string] =>
  people.invited > 0 ? ['accent', 'open'] : free > 0 ? ['half', 'free spots'] : ['full', 'ended']

/** The people whom a wave invites. */
const typeWords = (type: PerformanceType | null): string =>
  type === null ? 'everybody' : `type ${campaign.quiz?.types[type].title ?? type}`
