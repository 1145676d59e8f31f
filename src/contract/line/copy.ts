import type { Campaign } from '#contract/campaign/campaign.ts'

/** The words of the line, by the page, screen or mail that says them. */
export type LineCopy = NonNullable<Campaign['line']>['copy']
export type LineLandingCopy = LineCopy['landing']
export type LineRulesCopy = LineCopy['rules']
export type LineMeCopy = LineCopy['me']
export type SpotCopy = LineCopy['spot']

export type LinePageCopy = LineCopy['pages']
export type LinkCopy = LinePageCopy['link']
export type AccountCopy = LinePageCopy['account']
export type RewardsCopy = LinePageCopy['rewards']
export type LineFigureCopy = LinePageCopy['figure']

/** LINE-10: in one language. */
export type LineMailCopy = Omit<LineCopy['mails'], 'welcome'>
export type LineWelcomeCopy = LineCopy['mails']['welcome']

/** END-2: `whileOpen` follows the text while somebody can join. */
export type TextNow<Words extends string = string> = {
  text: Words
  whileOpen?: Words | undefined
}
