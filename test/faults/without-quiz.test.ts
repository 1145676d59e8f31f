// First: the server reads the campaign as it is loaded.
import { served } from '#test/without-quiz.ts'
import { beforeAll, expect, test } from 'vitest'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { everyAnswer, tracesIn, type Answers } from '#test/every-answer.ts'

let said: Answers
beforeAll(async () => {
  said = await everyAnswer(served, 'without-quiz.ts')
})

test('[BRAND-6] the shipped campaign without its quiz is right', () =>
  expect(wrongCampaign(served.campaign)).toEqual([]))

test('[BRAND-6] without a quiz no page, mail, screen, export, metric and command names it or its mails', () => {
  expect(said.size).toBeGreaterThan(150)
  expect(tracesIn(said, /\b(?:quiz\w*|sequences?|undefined|NaN)\b/, /nothing/g)).toEqual([])
})
