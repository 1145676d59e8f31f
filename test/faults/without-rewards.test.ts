// First: the server reads the campaign as it is loaded.
import { served } from '#test/without-rewards.ts'
import { beforeAll, expect, test } from 'vitest'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { everyAnswer, tracesIn, type Answers } from '#test/every-answer.ts'

const words =
  /\b(?:quiz\w*|protocols?|rewards?|sequences?|offers?|pieces?|early-bird|video|undefined|NaN)\b/
/** The kept data of the line names its parts. */
const other = /npm run line ledger|'ledger'|"rewards": \[\]/g

let said: Answers
beforeAll(async () => {
  said = await everyAnswer(served, 'without-rewards.ts')
})

test('[BRAND-6] a campaign of the base alone is right', () =>
  expect(wrongCampaign(served.campaign)).toEqual([]))

test('[BRAND-6] of a line without rewards no page, mail, screen, export, metric and command names one, or a quiz', () => {
  expect(said.size).toBeGreaterThan(150)
  expect(tracesIn(said, words, other)).toEqual([])
})
