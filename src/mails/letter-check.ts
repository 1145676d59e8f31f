import { letterLimits } from '#contract/letters.ts'
import type { CheckLetter } from '#contract/render.ts'

export const checkLetter: CheckLetter = (text) =>
  (['subject', 'preview', 'body'] as const).flatMap((field) => {
    const limit = letterLimits[field]
    const { length } = text[field].trim()
    if (length === 0 && field !== 'preview')
      return [{ field, message: `Write the letter's ${field}.` }]
    return length > limit ? [{ field, message: `Use at most ${limit} characters.` }] : []
  })
