import '../src/server/config/node-version.ts'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as base from '#campaigns/base/words/index.ts'
import { composeCampaign, type CampaignData, type DeclaredCampaign } from '#campaign/compose.ts'
import { refusalOf } from '#contract/checks/campaign.ts'

const root = resolve(import.meta.dirname, '..')
/** The setting that chooses the campaign: a folder of `campaigns/`. */
export const servedCampaign: string = process.env['CAMPAIGN'] || 'fuel'

/** Where sources and the build read what a server needs of a campaign (src/campaign/served.ts). */
export const dataFileOf = (name: string): string => join(root, 'dist', name, 'campaign.json')

/** The campaign in this folder of `campaigns/`, with the base's words, as its files are now. */
export async function loadCampaign(name: string): Promise<CampaignData> {
  if (!existsSync(join(root, 'campaigns', name, 'index.ts')))
    throw new Error(
      `campaigns/${name}/index.ts is missing: set CAMPAIGN to a folder of campaigns/.`,
    )
  const own: { campaign: DeclaredCampaign } = await import(`../campaigns/${name}/index.ts`)
  return composeCampaign(name, own.campaign, base)
}

/** Writes the data of a campaign, or returns what is wrong with it, for people. */
export async function writeCampaign(name: string): Promise<string | null> {
  const file = `campaigns/${name}/index.ts`
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(join(root, file)))
    return `${file} is missing: name a folder of campaigns/ in CAMPAIGN, or bring that one back.`
  const data = await loadCampaign(name)
  const refusal = refusalOf(data)
  if (refusal !== null) return refusal
  const written = dataFileOf(name)
  mkdirSync(join(written, '..'), { recursive: true })
  writeFileSync(`${written}.new`, JSON.stringify(data))
  renameSync(`${written}.new`, written)
  return null
}

if (import.meta.main) {
  const refusal = await writeCampaign(servedCampaign)
  if (refusal !== null) {
    console.error(refusal)
    process.exit(1)
  }
}
