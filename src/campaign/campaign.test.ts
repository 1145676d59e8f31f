import { expect, test } from 'vitest'
import { changedCampaignFiles } from '../../scripts/campaign-of-tests.ts'

/** A brand of your own: delete this test. A changed text: copy the file that it names to test/campaign, and change the tests that read it. */
test('the shipped campaign is the one that the tests read, test/campaign', async () => {
  expect(await changedCampaignFiles()).toEqual([])
})
