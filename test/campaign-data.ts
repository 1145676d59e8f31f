import { writeCampaign } from '../scripts/write-campaign.ts'

/** Vitest's globalSetup: the data of the campaign that the tests read, as its files are now. */
export async function setup(): Promise<void> {
  process.env['CAMPAIGN'] = 'fuel'
  const refusal = await writeCampaign('fuel')
  if (refusal !== null) throw new Error(refusal)
}
