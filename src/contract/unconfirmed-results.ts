import { dayMs } from './time.ts'

/**
 * QUIZ-9: how many results of a person wait to be confirmed at most, the newest, and for how long.
 */
export const unconfirmedResultsPerPerson = 3
export const unconfirmedResultsDays = 7
export const unconfirmedResultsMs = unconfirmedResultsDays * dayMs
