import type { LineCopy } from '#contract/line-copy.ts'

export const lineCopy: LineCopy = { place: 'Your place' }
