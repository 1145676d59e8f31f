import type { Rendered } from '#contract/render.ts'
import type { ScreenFrame, SharedView, SignInView } from '#contract/screens.ts'
import type { KeptMailView } from '#server/delivery/dev-mails.ts'
import type { loadActivity } from './acts.ts'
import type { loadImport, loadImportAsk, loadImportForm } from './imports.ts'
import type { loadLetter } from './letter-form.ts'
import type { loadLetters } from './letter-list.ts'
import type { askLetterTest, loadLetterPreview } from './letter-preview.ts'
import type { askToSend } from './letter-send.ts'
import type { loadUndelivered } from './letter-undelivered.ts'
import type { loadCredits, loadLine, loadRewards } from './line.ts'
import type { Elsewhere } from './loader.ts'
import type { loadKeptMail, loadKeptMails, loadFailed, loadMail } from './mail.ts'
import type { loadOverview, loadSources } from './overview.ts'
import type { loadPeople, loadMany, loadProgress } from './people-list.ts'
import type { loadPerson } from './person-screen.ts'
import type { loadFigures, loadLaunch, loadSettings } from './server-screens.ts'
import type { loadNewWave, loadWaves } from './waves.ts'

/** What a loader returns, but for where it leads instead. */
type Loaded<Load extends (...given: never[]) => Promise<unknown>> = Exclude<
  Awaited<ReturnType<Load>>,
  Elsewhere
>

/**
 * Every screen behind the sign-in. Each is drawn by one file of `dashboard/`, which imports its type
 * from here: what a loader returns is what its screen shows.
 */
export type ScreenView =
  | SharedView
  | Loaded<typeof loadOverview>
  | Loaded<typeof loadSources>
  | Loaded<typeof loadPeople>
  | Loaded<typeof loadMany>
  | Loaded<typeof loadProgress>
  | Loaded<typeof loadPerson>
  | Loaded<typeof loadImportForm>
  | Loaded<typeof loadImport>
  | Loaded<typeof loadImportAsk>
  | Loaded<typeof loadLine>
  | Loaded<typeof loadCredits>
  | Loaded<typeof loadRewards>
  | Loaded<typeof loadLetters>
  | Loaded<typeof loadLetter>
  | Loaded<typeof loadLetterPreview>
  | Loaded<typeof askLetterTest>
  | Loaded<typeof askToSend>
  | Loaded<typeof loadUndelivered>
  | Loaded<typeof loadMail>
  | Loaded<typeof loadFailed>
  | Loaded<typeof loadKeptMails>
  | Loaded<typeof loadKeptMail>
  | Loaded<typeof loadLaunch>
  | Loaded<typeof loadWaves>
  | Loaded<typeof loadNewWave>
  | Loaded<typeof loadFigures>
  | Loaded<typeof loadSettings>
  | Loaded<typeof loadActivity>

/** The view of the screen with this name. */
export type ViewOf<Name extends ScreenView['screen']> = Extract<ScreenView, { screen: Name }>

export type DashboardView = KeptMailView | SignInView | ScreenView

/** `frame` surrounds the screens behind the sign-in, and no other. */
export type RenderDashboard = (view: DashboardView, frame?: ScreenFrame) => Rendered
