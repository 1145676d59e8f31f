import { navigation } from '#contract/dashboard/navigation.ts'
import { notFound } from '#server/http/loader.ts'
import { importForms, importScreens } from '#server/imports/screens.ts'
import { launchScreens } from '#server/launch/screens.ts'
import { letterForms, letterScreens } from '#server/letters/screens.ts'
import { opsScreens } from '#server/ops/screens.ts'
import { overviewScreens } from '#server/overview/screens.ts'
import { peopleForms, peopleScreens } from '#server/people/screens.ts'
import { loadActivity } from './acts.ts'

/**
 * Every screen behind the sign-in, and in routes.ts those of the line. A screen joins the list of
 * its noun. A file of `src/dashboard` draws what its loader returns (views.ts).
 */
export const screens = [
  ...overviewScreens,
  ...peopleScreens,
  ...importScreens,
  ...launchScreens,
  ...letterScreens,
  ...opsScreens,
  [navigation.activity.path, loadActivity],
  [`${navigation.overview.path}/*`, async () => notFound],
] as const

/** The forms of operators that are no declared act. */
export const forms = [...peopleForms, ...importForms, ...letterForms] as const
