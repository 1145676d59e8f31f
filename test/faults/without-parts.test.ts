// First: the server reads the campaign as it is loaded.
import { served } from '#test/without-parts.ts'
import { beforeAll, expect, test } from 'vitest'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { everyAnswer, tracesIn, type Answers } from '#test/every-answer.ts'

const words =
  /\b(?:quiz\w*|protocols?|lines?|places?|placed|referrals?|friends?|rewards?|waves?|sequences?|offers?|credits?|invit\w+|pieces?|early-bird|video|undefined|NaN)\b/
const other =
  /JSON lines|(?:P|p)review line|(?:E|e)ach (?:with its )?line|(?:O|o)ne line for each|one a line|header line|lines of FILE|in place of|--to PLACE|npm run (?:line|waves)\b|The campaign has no line \(`line` in its index\.ts\)\./g

let said: Answers
beforeAll(async () => {
  said = await everyAnswer(served, 'without-parts.ts')
})

test('[BRAND-6] a campaign of the base alone, without a line, is right', () =>
  expect(wrongCampaign(served.campaign)).toEqual([]))

test('[BRAND-6] without a quiz, a line and offers no page, mail, screen, export, metric and command names them', () => {
  expect(said.size).toBeGreaterThan(150)
  expect(tracesIn(said, words, other)).toEqual([])
})

test('words are found in texts, in attributes that people read and in what scripts get, and not in names', () => {
  const html = `<p class="quiz">One wave<img alt="A line"><i data-props="{&quot;offers&quot;:&quot;Your place&quot;}"></i>`
  expect(tracesIn(new Map([['here', html]]), words, other)).toHaveLength(1)
  expect(tracesIn(new Map([['here', html]]), words, other)[0]).toMatch(/wave .*line .*place/)
})
