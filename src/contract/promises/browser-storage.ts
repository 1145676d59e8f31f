import { dayMs } from '#contract/time.ts'

/** FORM-6: how long a sign-up that the server has not acknowledged stays in the browser. */
export const unsentMs = 30 * dayMs
/** TRACK-2: so many events, the newest, stay in the browser. */
export const keptEvents = 100
