import type { LineCopy } from '#contract/line-copy.ts'
import { lineRules } from './line-rules.ts'

export const lineCopy: LineCopy = { place: 'Your place', rules: lineRules }
