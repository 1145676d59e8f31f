import { dashboardPaths, navigation } from '#contract/navigation.ts'
import { personPath } from '#contract/person-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { ActForm, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

type View = ViewOf<'activity'>

/** DASH-2, DASH-7: what operators did, and who is signed in. */
export const ActivityScreen = ({ acts, older, sessions }: View) => (
  <Screen nav="activity">
    <Plate
      id="acts"
      name="What operators did"
      caption={<p className="note">Newest first. Each act is written here before it is done.</p>}
    >
      {acts.length === 0 ? <p>Nothing yet.</p> : <Acts acts={acts} />}
      {older && (
        <nav className="pager" aria-label="Pages">
          <a href={`${navigation.activity.path}?before=${older}`} rel="next">
            Older
          </a>
        </nav>
      )}
    </Plate>
    {sessions.length > 0 && <Sessions sessions={sessions} />}
  </Screen>
)

const Acts = ({ acts }: Pick<View, 'acts'>) => (
  <table className="rows">
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">Who</th>
        <th scope="col">What</th>
        <th scope="col">On whom</th>
      </tr>
    </thead>
    <tbody>
      {acts.map(({ id, at, operator, text, outcome, progress, person }) => (
        <tr key={id}>
          <td>
            <DayAndTime atMs={at} />
          </td>
          <td>{operator}</td>
          <td className="full ink">
            {text}
            {outcome === null && (
              <small>
                Begun; its end is not known. {progress && <a href={progress}>See how far it is</a>}
              </small>
            )}
          </td>
          <td className="full">{person && <a href={personPath(person.id)}>{person.email}</a>}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Sessions = ({ sessions }: Pick<View, 'sessions'>) => (
  <Plate
    id="sessions"
    name="Who is signed in"
    caption={
      <>
        <p className="note">
          A session ends after {operatorTime('idleSession')} without use, and after{' '}
          {operatorTime('session')}.
        </p>
        <ActForm action={dashboardPaths.endAllSessions}>
          <button type="submit" className="button danger">
            Sign everybody out
          </button>
        </ActForm>
      </>
    }
  >
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">Browser</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span className="hide">End it</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, operator, browser, createdAt, seenAt, isThis }) => (
          <tr key={id}>
            <td className="full ink">{operator}</td>
            <td className="full">
              {browser}
              {isThis && <small>this session</small>}
            </td>
            <td className="full" data-label="Signed in">
              <DayAndTime atMs={createdAt} />
            </td>
            <td className="full" data-label="Last used">
              <DayAndTime atMs={seenAt} />
            </td>
            <td className="full right">
              <ActForm action={dashboardPaths.endSession}>
                <input type="hidden" name="session" value={id} />
                <button type="submit" className="button">
                  Sign out
                  <span className="hide">
                    {' '}
                    {operator}, {browser}
                  </span>
                </button>
              </ActForm>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Plate>
)
