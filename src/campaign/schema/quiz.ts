import { z } from 'zod'
import { lang, languageTag, list, plain } from './text.ts'
import { wrongQuiz } from './quiz-rules.ts'

/** `icon` names a drawing of page/quiz/quiz-step.tsx. `scores`: 1 to 3 for each type, by its key. */
const option = z.strictObject({
  id: z.string(),
  text: plain(),
  icon: z.string(),
  scores: z.record(z.string(), z.number()),
})

/** `id`: the key of the question wherever an answer is sent or stored. */
const question = z.strictObject({
  id: z.string(),
  question: plain(),
  subtitle: plain(),
  options: list(option),
})

/** `bottleneck` is shown where the score of the type is the lowest. */
const type = z.strictObject({
  title: plain(),
  description: plain(),
  recommendation: plain(),
  bottleneck: plain(),
})

/**
 * The dialog's words that a campaign chooses. Those of every campaign are in
 * campaigns/base/words/quiz-result.ts.
 */
const dialog = z.strictObject({
  title: plain(),
  /** `{n}` is the question's number, `{of}` how many there are */
  step: plain('n', 'of?'),
  /** `{n}` is the percentage answered */
  progress: plain('n'),
  close: plain(),
  /** without script: the button to the next question */
  next: plain(),
  /** the hint at the keys that choose an option; `{n}` is the number of options */
  keys: plain('n?'),
  /** the type that leads so far; `{type}` is its axis */
  leading: plain('type'),
  /** what the dial of a result shows; a score is from `{least}` to `{most}` */
  scores: plain('least?', 'most?'),
  /** the types' short names on the dial */
  axes: z.record(z.string(), plain()),
  /**
   * What arrives and when, by `Site.optIn`. The same for known and unknown addresses; `{email}` is
   * filled in.
   */
  saved: z.strictObject({ double: plain('email?'), single: plain('email?') }),
})

/**
 * `questions`: in the order in which they are asked. `types`: by their keys, whose order decides
 * between types of equal scores. `typeNameLang` is the language of the types' titles if it is not the
 * page's.
 */
export const quizSchema = z
  .strictObject({
    typeNameLang: lang,
    /** LANG-4: in which of the campaign's languages a result is shown first; by default the page's */
    resultFirst: languageTag.optional(),
    questions: list(question),
    types: z.record(z.string(), type),
    dialog,
  })
  .superRefine((quiz, context) => {
    for (const { key, reason } of wrongQuiz(quiz))
      context.addIssue({ code: 'custom', path: key.split('.').slice(1), message: reason })
  })
