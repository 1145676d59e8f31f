import type { Rendered } from '#contract/render.ts'
import type { ScreenFrame, SharedView, SignInView } from '#contract/dashboard/views.ts'
import type { KeptMailView } from '#server/delivery/dev-mails.ts'
import type { Answer, Elsewhere } from '#server/http/loader.ts'
import type { lineScreens } from '#server/line/screens.ts'
import type { screens } from './screens.ts'

/** What a loader returns, but for where it leads instead. */
type Loaded<Load extends (...given: never[]) => Promise<unknown>> = Exclude<
  Awaited<ReturnType<Load>>,
  Elsewhere | Answer
>

/**
 * Every screen behind the sign-in. Each is drawn by one file of `dashboard/`, which imports its type
 * from here: what a loader returns is what its screen shows.
 */
export type ScreenView = SharedView | Loaded<(typeof screens | typeof lineScreens)[number][1]>

/** The view of the screen with this name. */
export type ViewOf<Name extends ScreenView['screen']> = Extract<ScreenView, { screen: Name }>

export type DashboardView = KeptMailView | SignInView | ScreenView

/** `frame` surrounds the screens behind the sign-in, and no other. */
export type RenderDashboard = (view: DashboardView, frame?: ScreenFrame) => Rendered
