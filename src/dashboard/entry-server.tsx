import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DashboardView, RenderDashboard } from '#server/dashboard/views.ts'
import { campaign } from '#campaign'
import { titleOf } from '#contract/letters/letters.ts'
import { ActivityScreen } from './activity/screens.tsx'
import { Frame } from './frame/frame.ts'
import { AskScreen } from './frame/ask-screen.tsx'
import { FiguresScreen } from './figures/screens.tsx'
import { SettingsScreen } from './settings/screens.tsx'
import { LaunchScreen } from './launch/screens.tsx'
import { LetterComposeScreen } from './letters/compose.tsx'
import { LetterConfirmScreen } from './letters/confirm.tsx'
import { LetterPreviewScreen, LetterTestScreen } from './letters/preview.tsx'
import { LetterScreen } from './letters/letter.tsx'
import { LetterTooLargeScreen, LetterUndeliveredScreen } from './letters/undelivered.tsx'
import { navigation } from '#contract/dashboard/navigation.ts'
import { LettersScreen } from './letters/screens.tsx'
import { LineCreditsScreen } from './line/credits.tsx'
import { LineRewardsScreen } from './line/rewards.tsx'
import { LineScreen } from './line/screens.tsx'
import { WaveNewScreen, WavesScreen } from './waves/screens.tsx'
import { MailFailedScreen } from './mail/failures.tsx'
import { DevMailScreen, DevMailsScreen, MailKeptOneScreen, MailKeptScreen } from './mail/kept.tsx'
import { MailScreen } from './mail/screens.tsx'
import { NotFound, OperatorsOnly, SendAgain } from './frame/notices.tsx'
import { OverviewScreen, SourcesScreen } from './overview/screens.tsx'
import { ImportRunScreen } from './import/run.tsx'
import { ImportScreen } from './import/screens.tsx'
import { PeopleManyScreen, PeopleProgressScreen } from './people/many.tsx'
import { PeopleSearchScreen, PeopleScreen } from './people/screens.tsx'
import { PersonGoneScreen, PersonScreen } from './person/screens.tsx'
import {
  AwayScreen,
  SessionEndedScreen,
  SignInAskScreen,
  SignInOldScreen,
  SignInScreen,
  SignInSentScreen,
} from './sign-in/screens.tsx'

/** Its title, in the window and as its heading, and what draws it. */
type Screen<View> = readonly [title: string | ((view: View) => string), Drawn: ComponentType<View>]

/** Every screen of the operator's side: one line each. */
const screens: {
  [Name in DashboardView['screen']]: Screen<Extract<DashboardView, { screen: Name }>>
} = {
  // Kept mails
  'kept-mails': ['Mails', DevMailsScreen],
  'kept-mail': [(view) => view.mail.subject, DevMailScreen],

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
const screenOf = ({ screen }: DashboardView) =>
  screens[screen] as readonly [
    title: string | ((view: DashboardView) => string),
    Drawn: ComponentType<object>,
  ]
