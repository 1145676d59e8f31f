import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { QuizTypeChoice } from './quiz-type.tsx'

test.each([
  ['has a choice of quiz types with a quiz', campaign.quiz, true],
  ['has none without a quiz', null, false],
])('[BRAND-6] a filter of people %s', (_, quiz, isShown) =>
  expect(renderToStaticMarkup(<QuizTypeChoice value="" quiz={quiz} />).includes('Quiz')).toBe(
    isShown,
  ),
)
