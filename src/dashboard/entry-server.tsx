import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { navigation, type ScreenFrame } from '#contract/screens.ts'
import type { DashboardView, RenderDashboard, ScreenView } from '#server/dashboard/views.ts'
import { campaign } from '#campaign/campaign.ts'
import { ActivityScreen } from './activity-screen.tsx'
import { AskScreen } from './ask-screen.tsx'
import { KeptMailScreen } from './kept-mail-screen.tsx'
import { KeptMailsScreen } from './kept-mails-screen.tsx'
import { FiguresScreen } from './figures-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'
import { LaunchScreen } from './launch-screen.tsx'
import { LetterComposeScreen } from './letter-compose-screen.tsx'
import { LetterConfirmScreen } from './letter-confirm-screen.tsx'
import { LetterPreviewScreen, LetterTestScreen } from './letter-preview-screen.tsx'
import { LetterScreen } from './letter-screen.tsx'
import { LetterTooLargeScreen, LetterUndeliveredScreen } from './letter-undelivered-screen.tsx'
import { titleOf } from '#contract/letter-words.ts'
import { LettersScreen } from './letters-screen.tsx'
import { LineCreditsScreen } from './line-credits-screen.tsx'
import { LineRewardsScreen } from './line-rewards-screen.tsx'
import { LineScreen } from './line-screen.tsx'
import { WaveNewScreen } from './wave-new-screen.tsx'
import { WavesScreen } from './waves-screen.tsx'
import { MailFailedScreen } from './mail-failures.tsx'
import { MailKeptOneScreen, MailKeptScreen } from './mail-kept-screens.tsx'
import { MailScreen } from './mail-screen.tsx'
import { NotFound, OperatorsOnly, SendAgain } from './notice-screens.tsx'
import { OverviewScreen, SourcesScreen } from './overview-screen.tsx'
import { ImportRunScreen } from './import-run-screen.tsx'
import { ImportScreen } from './import-screen.tsx'
import { PeopleProgressScreen } from './people-progress-screen.tsx'
import { PeopleManyScreen } from './people-many-screen.tsx'
import { PeopleSearchScreen, PeopleScreen } from './people-screen.tsx'
import { PersonGoneScreen, PersonScreen } from './person-screen.tsx'
import {
  AwayScreen,
  SessionEndedScreen,
  SignInAskScreen,
  SignInOldScreen,
  SignInScreen,
  SignInSentScreen,
} from './sign-in-screens.tsx'

/** Its title, and what draws it. */
type Screen<View> = readonly [
  title: string | ((view: View) => string),
  Drawn: ComponentType<View extends ScreenView ? View & { frame: ScreenFrame } : View>,
]

/** Every screen of the operator's side: one line each. */
const screens: {
  [Name in DashboardView['screen']]: Screen<Extract<DashboardView, { screen: Name }>>
} = {
  // Kept mails
  'kept-mails': ['Mails', KeptMailsScreen],
  'kept-mail': [(view) => view.mail.subject, KeptMailScreen],

  // In front of the sign-in
  'sign-in': ['Sign in', SignInScreen],
  'sign-in-sent': ['Check your mail', SignInSentScreen],
  'sign-in-ask': ['Sign in', SignInAskScreen],
  'sign-in-old': ['Link no longer works', SignInOldScreen],
  'session-ended': ['Signed out', SessionEndedScreen],
  'dashboard-away': ['Not available', AwayScreen],

  // Behind the sign-in
  ask: [(view) => view.question.title, AskScreen],
  overview: [navigation.overview.title, OverviewScreen],
  sources: ['Sources', SourcesScreen],
  people: [navigation.people.title, PeopleScreen],
  'people-search': ['Search people', PeopleSearchScreen],
  'people-many': ['Selected people', PeopleManyScreen],
  'people-progress': ['Change of selected people', PeopleProgressScreen],
  activity: [navigation.activity.title, ActivityScreen],
  import: ['Import people', ImportScreen],
  'import-run': ['Import people', ImportRunScreen],
  figures: [navigation.figures.title, FiguresScreen],
  settings: [navigation.settings.title, SettingsScreen],
  launch: [navigation.launch.title, LaunchScreen],
  line: [navigation.line.title, LineScreen],
  'line-credits': ['Friends to look at', LineCreditsScreen],
  'line-rewards': ['Rewards', LineRewardsScreen],
  waves: [navigation.waves.title, WavesScreen],
  'wave-new': ['New wave', WaveNewScreen],
  letters: [navigation.letters.title, LettersScreen],
  'letter-compose': [(view) => titleOf(view.fields.subject), LetterComposeScreen],
  'letter-preview': [(view) => `Preview of ${titleOf(view.fields.subject)}`, LetterPreviewScreen],
  'letter-test': ['Send a test', LetterTestScreen],
  'letter-confirm': [(view) => `Send ${view.subject}?`, LetterConfirmScreen],
  letter: [(view) => view.subject, LetterScreen],
  'letter-undelivered': [(view) => `Not delivered: ${view.subject}`, LetterUndeliveredScreen],
  'letter-too-large': ['Too large', LetterTooLargeScreen],
  mail: [navigation.mail.title, MailScreen],
  'mail-failed': ['Not delivered', MailFailedScreen],
  'mail-kept': ['Kept mails', MailKeptScreen],
  'mail-kept-one': ['Kept mail', MailKeptOneScreen],
  person: ['Person', PersonScreen],
  'person-gone': ['No longer stored', PersonGoneScreen],
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
    html: renderToStaticMarkup(<Drawn {...view} {...(frame && { frame })} />),
    failures: [],
  }
}

// TypeScript cannot see that a view and its own screen meet here (microsoft/TypeScript#30581).
const screenOf = ({ screen }: DashboardView) =>
  screens[screen] as readonly [
    title: string | ((view: DashboardView) => string),
    Drawn: ComponentType<object>,
  ]
