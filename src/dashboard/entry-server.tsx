import { renderToStaticMarkup } from 'react-dom/server'
import type { DashboardView, RenderDashboard } from '#server/dashboard/views.ts'
import { campaign } from '#campaign'
import { activityScreens } from './activity/screens.tsx'
import { AskScreen } from './frame/ask-screen.tsx'
import type { DrawnScreen, DrawnScreens } from './frame/drawn-screen.ts'
import { Frame } from './frame/frame.ts'
import { NotFound, OperatorsOnly, SendAgain } from './frame/notices.tsx'
import { figuresScreens } from './figures/screens.tsx'
import { importScreens } from './import/screens.tsx'
import { launchScreens } from './launch/screens.tsx'
import { letterScreens } from './letters/screens.tsx'
import { lineScreens } from './line/screens.tsx'
import { mailScreens } from './mail/screens.tsx'
import { overviewScreens } from './overview/screens.tsx'
import { peopleScreens } from './people/screens.tsx'
import { personScreens } from './person/screens.tsx'
import { settingsScreens } from './settings/screens.tsx'
import { signInScreens } from './sign-in/screens.tsx'
import { waveScreens } from './waves/screens.tsx'

/** Every screen of the operator's side. A screen joins the list of its noun. */
const screens: DrawnScreens = {
  ...signInScreens,
  ...overviewScreens,
  ...peopleScreens,
  ...personScreens,
  ...importScreens,
  ...lineScreens,
  ...waveScreens,
  ...letterScreens,
  ...mailScreens,
  ...launchScreens,
  ...figuresScreens,
  ...settingsScreens,
  ...activityScreens,
  ask: [(view) => view.question.title, AskScreen],
  'send-again': ['Continue?', SendAgain],
  'not-found': ['Not found', NotFound],
  'operators-only': ['For operators only', OperatorsOnly],
}

export const renderDashboard: RenderDashboard = (view, frame) => {
  const [title, Drawn] = screenOf(view)
  const text = typeof title === 'string' ? title : title(view)
  return {
    status: 200,
    title: renderToStaticMarkup(<>{`${text} – ${campaign.brand}`}</>),
    head: '',
    // Screens in front of the sign-in have no frame, and read none.
    html: renderToStaticMarkup(
      <Frame value={(frame && { ...frame, title: text })!}>
        <Drawn {...view} />
      </Frame>,
    ),
    failures: [],
  }
}

// TypeScript cannot see that a view and its own screen meet here (microsoft/TypeScript#30581).
const screenOf = ({ screen }: DashboardView) => screens[screen] as DrawnScreen<DashboardView>
