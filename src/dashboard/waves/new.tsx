import { campaign } from '#campaign/campaign.ts'
import { navigation } from '#contract/navigation.ts'
import { performanceTypes } from '#contract/quiz.ts'
import { grouped } from '#contract/text.ts'
import { wavePaths } from '#contract/wave-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Screen } from '#dashboard/frame/screen.tsx'

type View = ViewOf<'wave-new'>

/** LINE-8: how many, until when, and of which type. Its button leads to the page that asks. */
export const WaveNewScreen = ({ number, waiting, wrong, ...view }: View) => (
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
    <section className="plate" aria-label="The wave">
      <div className="caption flow">
        <h2>In the line</h2>
        <p className="num large">{grouped(waiting)}</p>
        <p className="note">Nobody is picked by hand: the first of the line are invited.</p>
      </div>
      <div className="body">
        <form method="get" action={wavePaths.invite} className="stack">
          <Fields {...view} />
          <div className="acts">
            <button type="submit" className="button main">
              Go on: check and invite
            </button>
            <a href={wavePaths.waves}>Invite nobody</a>
          </div>
        </form>
      </div>
    </section>
  </Screen>
)

const Fields = ({ typed, most, timeZone }: Pick<View, 'typed' | 'most' | 'timeZone'>) => (
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
      <label className="field">
        <span className="label">Day</span>
        <input type="date" name="day" defaultValue={typed.day} />
      </label>
      <label className="field">
        <span className="label">Time</span>
        <input type="time" name="time" defaultValue={typed.time} />
      </label>
      <p className="note">Times are in {timeZone}. The end is the same for all of the wave.</p>
    </fieldset>
    {campaign.quiz && (
      <label className="field">
        <span className="label">For whom</span>
        <select name="type" defaultValue={typed.type}>
          <option value="">Everybody</option>
          {performanceTypes.map((type) => (
            <option key={type} value={type} lang={campaign.quiz?.typeNameLang}>
              {campaign.quiz?.types[type].title}
            </option>
          ))}
        </select>
      </label>
    )}
  </>
)
