import { expect, test } from 'vitest'
import { openCampaign } from '#test/open-campaign.ts'
import { readConfig } from './config/config.ts'
import { unsettledFigures } from './process.ts'

const newCampaign = {
  ...openCampaign,
  product: {},
  sections: { ...openCampaign.sections, contents: null },
}
const toFill =
  "Fill in your name, postal address and e-mail address as 'contact' in campaigns/fuel/copy/privacy.ts and start the server again: until then the privacy page and the mails show a blank, and a public page sends no letters."

test.each([
  ['https://waitlist.fuelprotocol.nl', 1],
  ['http://waitlist.fuelprotocol.nl', 0],
  ['https://localhost', 0],
])('[LIVE-3] a start at %s says in %i lines that figures are simulated', (PUBLIC_URL, lines) => {
  const read = readConfig({ PUBLIC_URL, SECRET_KEY: 'x'.repeat(32) })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  expect(unsettledFigures(read.config)).toEqual(
    Array(lines).fill(expect.stringMatching(/13 simulated figures, .*: npm run figures/)),
  )
})

test.each([
  ['https://waitlist.fuelprotocol.nl', [expect.stringMatching(/, 3 missing/), toFill]],
  ['http://waitlist.fuelprotocol.nl', []],
  ['https://app.localhost:3000', []],
])('[LANG-5] a start at %s with open blanks says what to fill in', (PUBLIC_URL, lines) => {
  const read = readConfig({ PUBLIC_URL, SECRET_KEY: 'x'.repeat(32) })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  expect(unsettledFigures(read.config, newCampaign)).toEqual(lines)
})
