import { z } from 'zod'
import { performanceTypes, type Question, type TypeCopy } from '#contract/quiz/quiz.ts'
import { lang, otherwise, plain } from './text.ts'
import { wrongQuiz } from './quiz-rules.ts'

/**
 * The dialog's words that a campaign chooses. Those of every campaign are in
 * campaigns/base/words/quiz-result.ts.
 */
const dialog = z.strictObject({
  title: plain(),
  /** `{n}` is the question's number */
  step: plain('n'),
  /** `{n}` is the percentage answered */
  progress: plain('n'),
  close: plain(),
  /** without script: the button to the next question */
  next: plain(),
  /** the hint at the keys that choose an option */
  keys: plain(),
  /** the type that leads so far; `{type}` is its axis */
  leading: plain('type'),
  scores: plain(),
  /** the types' short names on the dial */
  axes: z.record(z.enum(performanceTypes), plain()),
  /**
   * What arrives and when, by `Site.optIn`. The same for known and unknown addresses; `{email}` is
   * filled in.
   */
  saved: z.strictObject({ double: plain('email?'), single: plain('email?') }),
})

/**
 * `lang` is the language of all texts here if it is not the page's, and `typeNameLang` that of the
 * types' titles if it differs.
 */
export const quizSchema = z
  .strictObject({
    lang,
    typeNameLang: lang,
    questions: otherwise<readonly Question[]>({ words: ['question', 'subtitle', 'text'] }),
    types: otherwise<Record<(typeof performanceTypes)[number], TypeCopy>>({
      words: ['title', 'description', 'recommendation', 'bottleneck'],
    }),
    dialog,
  })
  .superRefine((quiz, context) => {
    for (const { key, reason } of wrongQuiz(quiz))
      context.addIssue({ code: 'custom', path: key.split('.').slice(1), message: reason })
  })
