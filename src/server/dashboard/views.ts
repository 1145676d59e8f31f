import type { ScreenFrame, SharedView, SignInView } from '#contract/screens.ts'
import type { KeptMailView, Rendered } from '#contract/render.ts'
import type { Elsewhere } from './loader.ts'
import type { askPerson } from './person-acts.ts'
import type { loadPerson } from './person-screen.ts'

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
  | Loaded<typeof loadPerson>
  | Loaded<ReturnType<typeof askPerson>>

/** The view of the screen with this name. */
export type ViewOf<Name extends ScreenView['screen']> = Extract<ScreenView, { screen: Name }>

export type DashboardView = KeptMailView | SignInView | ScreenView

/** `frame` surrounds the screens behind the sign-in, and no other. */
export type RenderDashboard = (view: DashboardView, frame?: ScreenFrame) => Rendered
