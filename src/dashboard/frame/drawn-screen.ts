import type { ComponentType } from 'react'
import type { DashboardView } from '#server/dashboard/views.ts'

/** The title of a screen, in the window and as its heading, and what draws it. */
export type DrawnScreen<View> = readonly [
  title: string | ((view: View) => string),
  Drawn: ComponentType<View>,
]

/** Every screen by its name, which its loader returns. Each noun exports some of them. */
export type DrawnScreens = {
  [Name in DashboardView['screen']]: DrawnScreen<Extract<DashboardView, { screen: Name }>>
}
