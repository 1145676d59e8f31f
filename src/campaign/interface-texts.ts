import * as words from './copy/interface.ts'
import * as me from './copy/me.ts'
import { quizResult } from './copy/quiz-result.ts'
import { unexpected } from './copy/unexpected.ts'

/** The words that are the same for every campaign, by their file: the build checks them too. */
export const interfaceTexts = {
  'copy/interface.ts': words,
  'copy/me.ts': me,
  'copy/quiz-result.ts': quizResult,
  'copy/unexpected.ts': unexpected,
}
