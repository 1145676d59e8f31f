/** The sequence is Dutch in the source. */
export { sequence } from '../sequence.ts'
