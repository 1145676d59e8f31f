import type { LineCopy } from '#contract/line-copy.ts'
import { dutchLineMails, lineMails } from './line-mails.ts'
import { linePages } from './line-pages.ts'
import { lineRules } from './line-rules.ts'

export const lineCopy: LineCopy = {
  place: 'Your place',
  pages: linePages,
  rules: lineRules,
  mails: lineMails,
  mailsIn: { nl: dutchLineMails },
}
