import { paths } from '#contract/api.ts'

/**
 * The page that a plain form led to is its success (FORM-9): the script that would have told of it was late or failed. Only its
 * first arrival is one; a reload or a step back shows the same panel again, and a bar shows one for a form elsewhere on the page.
 */
export const cameByForm = () =>
  location.pathname === paths.join &&
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'navigate'
