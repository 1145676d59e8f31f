/** The quiz is Dutch in the source. */
export { quiz } from '../quiz.ts'
