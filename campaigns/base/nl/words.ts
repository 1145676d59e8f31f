/** The words that are the same for every campaign, in Dutch. */
export * from './interface.ts'
export * from './me.ts'
export * from './quiz-result.ts'
export * from './refused.ts'
export * from './stored.ts'
export * from './unexpected.ts'
