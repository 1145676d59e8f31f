import type { Rendered } from '#contract/render.ts'
import type { ScreenFrame, SharedView, SignInView } from '#contract/screens.ts'
import type { KeptMailView } from '#server/delivery/dev-mails.ts'
import type { loadActivity } from './acts.ts'
import type { loadImport, loadImportAsk, loadImportForm } from '#server/imports/screens.ts'
import type { loadLetter } from '#server/letters/compose-screen.ts'
import type { loadLetters } from '#server/letters/screens.ts'
import type { askLetterTest, loadLetterPreview } from '#server/letters/preview-screen.ts'
import type { askToSend } from '#server/letters/send-screen.ts'
import type { loadUndelivered } from '#server/letters/undelivered-screen.ts'
import type { loadCredits, loadLine, loadRewards } from '#server/line/screens.ts'
import type { Elsewhere } from './deps.ts'
import type { loadKeptMail, loadKeptMails, loadFailed, loadMail } from '#server/ops/mail-screen.ts'
import type { loadOverview, loadSources } from '#server/overview/screen.ts'
import type { loadPeople, loadMany, loadProgress } from '#server/people/screens.ts'
import type { loadPerson } from '#server/people/person-screen.ts'
import type { loadFigures, loadLaunch, loadSettings } from '#server/launch/screen.ts'
import type { loadNewWave, loadWaves } from '#server/line/wave-screens.ts'

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
