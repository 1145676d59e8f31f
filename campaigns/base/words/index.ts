/** The words that are the same for every campaign. A campaign replaces single ones (`words`). */
export * from './interface.ts'
export * from './me.ts'
export * from './quiz-result.ts'
export * from './refused.ts'
export * from './stored.ts'
export * from './unexpected.ts'
