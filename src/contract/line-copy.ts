import type { LineRulesCopy } from './line-rules.ts'

/** The words of the line on its pages and screens. */
export type LineCopy = {
  /** what a place is called beside its number */
  place: string
  rules: LineRulesCopy
}

/** What these words may fill in. */
export const lineBlanks = ['n', 'place', 'date', 'time', 'name', 'reward'] as const
