import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DashboardView, RenderDashboard } from '#contract/render.ts'
import { sheets, type SheetFrame, type SheetView } from '#contract/screens.ts'
import { campaign } from '#campaign/campaign.ts'
import { ActivitySheet } from './activity-sheet.tsx'
import { KeptMailScreen } from './kept-mail-screen.tsx'
import { KeptMailsScreen } from './kept-mails-screen.tsx'
import { FiguresSheet } from './figures-sheet.tsx'
import { SettingsSheet } from './settings-sheet.tsx'
import { MailAskSheet } from './mail-ask-sheet.tsx'
import { MailFailedSheet } from './mail-failures.tsx'
import { MailKeptOneSheet, MailKeptSheet } from './mail-kept-sheets.tsx'
import { MailSheet } from './mail-sheet.tsx'
import { NoSuchSheet, OperatorsOnly, SendAgain } from './notice-sheets.tsx'
import { OverviewSheet, SourcesSheet } from './overview-sheet.tsx'
import { ImportAskSheet } from './import-ask-sheet.tsx'
import { ImportRunSheet } from './import-run-sheet.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { PeopleManyAskSheet, PeopleManySheet, PeopleProgressSheet } from './people-many-sheets.tsx'
import { PeopleSearchSheet, PeopleSheet } from './people-sheet.tsx'
import { PersonAskSheet } from './person-ask-sheet.tsx'
import { PersonGoneSheet, PersonSheet } from './person-sheet.tsx'
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
type Draw<View> = View extends SheetView
  ? (view: View, frame: SheetFrame) => Drawn
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
    title: sheets.overview.title,
    body: <OverviewSheet frame={frame} {...view} />,
  }),
  sources: (view, frame) => ({ title: 'Sources', body: <SourcesSheet frame={frame} {...view} /> }),
  people: (view, frame) => ({
    title: sheets.people.title,
    body: <PeopleSheet frame={frame} {...view} />,
  }),
  'people-search': (view, frame) => ({
    title: 'Search people',
    body: <PeopleSearchSheet frame={frame} {...view} />,
  }),
  'people-many': (view, frame) => ({
    title: 'Selected people',
    body: <PeopleManySheet frame={frame} {...view} />,
  }),
  'people-many-ask': (view, frame) => ({
    title: 'Change selected people?',
    body: <PeopleManyAskSheet frame={frame} {...view} />,
  }),
  'people-progress': (view, frame) => ({
    title: 'Change of selected people',
    body: <PeopleProgressSheet frame={frame} {...view} />,
  }),
  activity: (view, frame) => ({
    title: sheets.activity.title,
    body: <ActivitySheet frame={frame} {...view} />,
  }),
  import: (view, frame) => ({
    title: 'Import people',
    body: <ImportSheet frame={frame} {...view} />,
  }),
  'import-run': (view, frame) => ({
    title: 'Import people',
    body: <ImportRunSheet frame={frame} {...view} />,
  }),
  'import-ask': (view, frame) => ({
    title: 'Import people',
    body: <ImportAskSheet frame={frame} {...view} />,
  }),
  figures: (view, frame) => ({
    title: sheets.figures.title,
    body: <FiguresSheet frame={frame} {...view} />,
  }),
  settings: (view, frame) => ({
    title: sheets.settings.title,
    body: <SettingsSheet frame={frame} {...view} />,
  }),
  mail: (view, frame) => ({
    title: sheets.mail.title,
    body: <MailSheet frame={frame} {...view} />,
  }),
  'mail-failed': (view, frame) => ({
    title: 'Not delivered',
    body: <MailFailedSheet frame={frame} {...view} />,
  }),
  'mail-ask': (view, frame) => ({
    title: sheets.mail.title,
    body: <MailAskSheet frame={frame} {...view} />,
  }),
  'mail-kept': (view, frame) => ({
    title: 'Kept mails',
    body: <MailKeptSheet frame={frame} {...view} />,
  }),
  'mail-kept-one': (view, frame) => ({
    title: 'Kept mail',
    body: <MailKeptOneSheet frame={frame} {...view} />,
  }),
  person: (view, frame) => ({ title: 'Person', body: <PersonSheet frame={frame} {...view} /> }),
  'person-ask': (view, frame) => ({
    title: 'Person',
    body: <PersonAskSheet frame={frame} {...view} />,
  }),
  'person-gone': (view, frame) => ({
    title: 'No longer stored',
    body: <PersonGoneSheet frame={frame} {...view} />,
  }),
  'send-again': (view, frame) => ({
    title: 'Continue?',
    body: <SendAgain frame={frame} {...view} />,
  }),
  'no-such-sheet': (_, frame) => ({ title: 'Not found', body: <NoSuchSheet frame={frame} /> }),
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
const screenOf = (view: DashboardView, frame?: SheetFrame) =>
  (screens[view.screen] as (view: DashboardView, frame?: SheetFrame) => Drawn)(view, frame)
