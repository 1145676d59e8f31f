import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DashboardView, RenderDashboard } from '#contract/render.ts'
import { navigation, type ScreenFrame, type ScreenView } from '#contract/screens.ts'
import { campaign } from '#campaign/campaign.ts'
import { ActivityScreen } from './activity-screen.tsx'
import { KeptMailScreen } from './kept-mail-screen.tsx'
import { KeptMailsScreen } from './kept-mails-screen.tsx'
import { FiguresScreen } from './figures-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'
import { LaunchAskScreen } from './launch-ask-screen.tsx'
import { LaunchScreen } from './launch-screen.tsx'
import { LetterAskScreen } from './letter-ask-screen.tsx'
import { LetterComposeScreen } from './letter-compose-screen.tsx'
import { LetterConfirmScreen } from './letter-confirm-screen.tsx'
import { LetterPreviewScreen, LetterTestScreen } from './letter-preview-screen.tsx'
import { LetterScreen } from './letter-screen.tsx'
import { LetterTooLargeScreen, LetterUndeliveredScreen } from './letter-undelivered-screen.tsx'
import { titleOf } from './letter-words.tsx'
import { LettersScreen } from './letters-screen.tsx'
import { LineCreditsScreen } from './line-credits-screen.tsx'
import { LineRewardsScreen } from './line-rewards-screen.tsx'
import { LineRuleScreen } from './line-rule-screen.tsx'
import { LineScreen } from './line-screen.tsx'
import { LineWithdrawScreen } from './line-withdraw-screen.tsx'
import { WaveAskScreen } from './wave-ask-screen.tsx'
import { WaveNewScreen } from './wave-new-screen.tsx'
import { WavesScreen } from './waves-screen.tsx'
import { MailAskScreen } from './mail-ask-screen.tsx'
import { MailFailedScreen } from './mail-failures.tsx'
import { MailKeptOneScreen, MailKeptScreen } from './mail-kept-screens.tsx'
import { MailScreen } from './mail-screen.tsx'
import { NotFound, OperatorsOnly, SendAgain } from './notice-screens.tsx'
import { OverviewScreen, SourcesScreen } from './overview-screen.tsx'
import { ImportAskScreen } from './import-ask-screen.tsx'
import { ImportRunScreen } from './import-run-screen.tsx'
import { ImportScreen } from './import-screen.tsx'
import {
  PeopleManyAskScreen,
  PeopleManyScreen,
  PeopleProgressScreen,
} from './people-many-screens.tsx'
import { PeopleSearchScreen, PeopleScreen } from './people-screen.tsx'
import { PersonAskScreen } from './person-ask-screen.tsx'
import { PersonGoneScreen, PersonScreen } from './person-screen.tsx'
import {
  AwayScreen,
  SessionEndedScreen,
  SignInAskScreen,
  SignInOldScreen,
  SignInScreen,
  SignInSentScreen,
} from './sign-in-screens.tsx'

type Drawn = { title: string; body: ReactElement }
type Screens = { [S in DashboardView['screen']]: Draw<Extract<DashboardView, { screen: S }>> }
type Draw<View> = View extends ScreenView
  ? (view: View, frame: ScreenFrame) => Drawn
  : (view: View) => Drawn

/** Every screen of the operator's side: one line each. */
const screens: Screens = {
  // Kept mails
  'kept-mails': (view) => ({ title: 'Mails', body: <KeptMailsScreen {...view} /> }),
  'kept-mail': (view) => ({ title: view.mail.subject, body: <KeptMailScreen {...view} /> }),

  // In front of the sign-in
  'sign-in': (view) => ({ title: 'Sign in', body: <SignInScreen {...view} /> }),
  'sign-in-sent': (view) => ({ title: 'Check your mail', body: <SignInSentScreen {...view} /> }),
  'sign-in-ask': (view) => ({ title: 'Sign in', body: <SignInAskScreen {...view} /> }),
  'sign-in-old': () => ({ title: 'Link no longer works', body: <SignInOldScreen /> }),
  'session-ended': (view) => ({ title: 'Signed out', body: <SessionEndedScreen {...view} /> }),
  'dashboard-away': (view) => ({ title: 'Not available', body: <AwayScreen {...view} /> }),

  // Behind the sign-in
  overview: (view, frame) => ({
    title: navigation.overview.title,
    body: <OverviewScreen frame={frame} {...view} />,
  }),
  sources: (view, frame) => ({ title: 'Sources', body: <SourcesScreen frame={frame} {...view} /> }),
  people: (view, frame) => ({
    title: navigation.people.title,
    body: <PeopleScreen frame={frame} {...view} />,
  }),
  'people-search': (view, frame) => ({
    title: 'Search people',
    body: <PeopleSearchScreen frame={frame} {...view} />,
  }),
  'people-many': (view, frame) => ({
    title: 'Selected people',
    body: <PeopleManyScreen frame={frame} {...view} />,
  }),
  'people-many-ask': (view, frame) => ({
    title: 'Change selected people?',
    body: <PeopleManyAskScreen frame={frame} {...view} />,
  }),
  'people-progress': (view, frame) => ({
    title: 'Change of selected people',
    body: <PeopleProgressScreen frame={frame} {...view} />,
  }),
  activity: (view, frame) => ({
    title: navigation.activity.title,
    body: <ActivityScreen frame={frame} {...view} />,
  }),
  import: (view, frame) => ({
    title: 'Import people',
    body: <ImportScreen frame={frame} {...view} />,
  }),
  'import-run': (view, frame) => ({
    title: 'Import people',
    body: <ImportRunScreen frame={frame} {...view} />,
  }),
  'import-ask': (view, frame) => ({
    title: 'Import people',
    body: <ImportAskScreen frame={frame} {...view} />,
  }),
  figures: (view, frame) => ({
    title: navigation.figures.title,
    body: <FiguresScreen frame={frame} {...view} />,
  }),
  settings: (view, frame) => ({
    title: navigation.settings.title,
    body: <SettingsScreen frame={frame} {...view} />,
  }),
  launch: (view, frame) => ({
    title: navigation.launch.title,
    body: <LaunchScreen frame={frame} {...view} />,
  }),
  'launch-ask': (view, frame) => ({
    title: navigation.launch.title,
    body: <LaunchAskScreen frame={frame} {...view} />,
  }),
  line: (view, frame) => ({
    title: navigation.line.title,
    body: <LineScreen frame={frame} {...view} />,
  }),
  'line-credits': (view, frame) => ({
    title: 'Friends to look at',
    body: <LineCreditsScreen frame={frame} {...view} />,
  }),
  'line-rule': (view, frame) => ({
    title: 'Rule on a friend',
    body: <LineRuleScreen frame={frame} {...view} />,
  }),
  'line-rewards': (view, frame) => ({
    title: 'Rewards',
    body: <LineRewardsScreen frame={frame} {...view} />,
  }),
  'line-withdraw': (view, frame) => ({
    title: 'Withdraw a reward',
    body: <LineWithdrawScreen frame={frame} {...view} />,
  }),
  waves: (view, frame) => ({
    title: navigation.waves.title,
    body: <WavesScreen frame={frame} {...view} />,
  }),
  'wave-new': (view, frame) => ({
    title: 'New wave',
    body: <WaveNewScreen frame={frame} {...view} />,
  }),
  'wave-ask': (view, frame) => ({
    title: 'Invite a wave?',
    body: <WaveAskScreen frame={frame} {...view} />,
  }),
  letters: (view, frame) => ({
    title: navigation.letters.title,
    body: <LettersScreen frame={frame} {...view} />,
  }),
  'letter-compose': (view, frame) => ({
    title: titleOf(view.fields.subject),
    body: <LetterComposeScreen frame={frame} {...view} />,
  }),
  'letter-preview': (view, frame) => ({
    title: `Preview of ${titleOf(view.fields.subject)}`,
    body: <LetterPreviewScreen frame={frame} {...view} />,
  }),
  'letter-test': (view, frame) => ({
    title: 'Send a test',
    body: <LetterTestScreen frame={frame} {...view} />,
  }),
  'letter-confirm': (view, frame) => ({
    title: `Send ${view.subject}?`,
    body: <LetterConfirmScreen frame={frame} {...view} />,
  }),
  letter: (view, frame) => ({
    title: view.subject,
    body: <LetterScreen frame={frame} {...view} />,
  }),
  'letter-undelivered': (view, frame) => ({
    title: `Not delivered: ${view.subject}`,
    body: <LetterUndeliveredScreen frame={frame} {...view} />,
  }),
  'letter-ask': (view, frame) => ({
    title: titleOf(view.subject),
    body: <LetterAskScreen frame={frame} {...view} />,
  }),
  'letter-too-large': (_, frame) => ({
    title: 'Too large',
    body: <LetterTooLargeScreen frame={frame} />,
  }),
  mail: (view, frame) => ({
    title: navigation.mail.title,
    body: <MailScreen frame={frame} {...view} />,
  }),
  'mail-failed': (view, frame) => ({
    title: 'Not delivered',
    body: <MailFailedScreen frame={frame} {...view} />,
  }),
  'mail-ask': (view, frame) => ({
    title: navigation.mail.title,
    body: <MailAskScreen frame={frame} {...view} />,
  }),
  'mail-kept': (view, frame) => ({
    title: 'Kept mails',
    body: <MailKeptScreen frame={frame} {...view} />,
  }),
  'mail-kept-one': (view, frame) => ({
    title: 'Kept mail',
    body: <MailKeptOneScreen frame={frame} {...view} />,
  }),
  person: (view, frame) => ({ title: 'Person', body: <PersonScreen frame={frame} {...view} /> }),
  'person-ask': (view, frame) => ({
    title: 'Person',
    body: <PersonAskScreen frame={frame} {...view} />,
  }),
  'person-gone': (view, frame) => ({
    title: 'No longer stored',
    body: <PersonGoneScreen frame={frame} {...view} />,
  }),
  'send-again': (view, frame) => ({
    title: 'Continue?',
    body: <SendAgain frame={frame} {...view} />,
  }),
  'not-found': (_, frame) => ({ title: 'Not found', body: <NotFound frame={frame} /> }),
  'operators-only': (_, frame) => ({
    title: 'For operators only',
    body: <OperatorsOnly frame={frame} />,
  }),
}

export const renderDashboard: RenderDashboard = (view, frame) => {
  const { title, body } = screenOf(view, frame)
  return {
    status: 200,
    title: renderToStaticMarkup(<>{`${title} – ${campaign.brand}`}</>),
    head: '',
    html: renderToStaticMarkup(body),
    failures: [],
  }
}

// TypeScript cannot see that a view and its own screen meet here (microsoft/TypeScript#30581).
const screenOf = (view: DashboardView, frame?: ScreenFrame) =>
  (screens[view.screen] as (view: DashboardView, frame?: ScreenFrame) => Drawn)(view, frame)
