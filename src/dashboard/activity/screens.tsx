import { dashboardPaths, navigation } from '#contract/dashboard/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { PersonLink } from '#dashboard/frame/elements.tsx'
import { ActForm, Pager, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'activity'>

/** What operators did, and who is signed in. */
const ActivityScreen = ({ acts, older, sessions }: View) => (
  <Screen nav="activity">
    <Plate
      id="acts"
      name="What operators did"
      caption={<p className="note">Newest first. Each act is written here before it is done.</p>}
    >
      {acts.length === 0 ? <p>Nothing yet.</p> : <Acts acts={acts} />}
      {older && <Pager next={['Older', `${navigation.activity.path}?before=${older}`]} />}
    </Plate>
    {sessions.length > 0 && <Sessions sessions={sessions} />}
  </Screen>
)

const Acts = ({ acts }: Pick<View, 'acts'>) => (
  <Table
    className="rows"
    name="What operators did, newest first"
    rows={acts}
    columns={[
      { name: 'When', render: ({ at }) => <DayAndTime at={at} /> },
      { name: 'Who', render: ({ operator }) => operator },
      {
        name: 'What',
        cells: 'full ink',
        render: ({ text, outcome, progress }) => (
          <>
            {text}
            {outcome === null && (
              <small>
                Begun; its end is not known. {progress && <a href={progress}>See how far it is</a>}
              </small>
            )}
          </>
        ),
      },
      {
        name: 'On whom',
        cells: 'full',
        render: ({ person }) => person && <PersonLink {...person} />,
      },
    ]}
  />
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
    <Table
      className="rows"
      name="Who is signed in"
      rows={sessions}
      columns={[
        { name: 'Who', cells: 'full ink', render: ({ operator }) => operator },
        {
          name: 'Browser',
          cells: 'full',
          render: ({ browser, isThis }) => (
            <>
              {browser}
              {isThis && <small>this session</small>}
            </>
          ),
        },
        {
          name: 'Signed in',
          cells: 'full',
          label: true,
          render: ({ createdAt }) => <DayAndTime at={createdAt} />,
        },
        {
          name: 'Last used',
          cells: 'full',
          label: true,
          render: ({ seenAt }) => <DayAndTime at={seenAt} />,
        },
        {
          name: 'End it',
          hidden: true,
          cells: 'full right',
          render: ({ id, operator, browser }) => (
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
          ),
        },
      ]}
    />
  </Plate>
)

export const activityScreens = {
  activity: [navigation.activity.title, ActivityScreen],
} satisfies Partial<DrawnScreens>
