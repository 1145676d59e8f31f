import { expect, test } from 'vitest'
import { changedCampaignFiles } from '../../scripts/campaign-of-tests.ts'

/**
 * After a change of the campaign: run `npm run docs`, and change the tests that read the changed
 * texts. For a brand of your own: delete this test.
 */
test('the shipped campaign is the one that the tests read, test/campaign', async () => {
  expect(await changedCampaignFiles()).toEqual([])
})
