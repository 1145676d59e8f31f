/**
 * A page that comes with the welcome panel is a plain form's success (FORM-9): the script that would have told of it was late
 * or failed. Only its first arrival is one; a reload or a step back shows the same panel again.
 */
export const cameByForm = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'navigate'
