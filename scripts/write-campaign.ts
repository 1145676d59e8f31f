import '../src/server/config/node-version.ts'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { base } from '#campaigns/base/en/index.ts'
import * as words from '#campaigns/base/words/index.ts'
import { promises } from '#contract/promises/promises.ts'
import { composeCampaign, type CampaignData, type OwnCampaign } from '#campaign/compose.ts'
import { refusalOf } from '#campaign/schema/check.ts'
import { wrongOwnWords } from '#campaign/schema/own-words.ts'
import { readTheme, themeRefusal } from './read-theme.ts'
import { dashboardSheet, themeSheet } from './theme-sheet.ts'

const root = resolve(import.meta.dirname, '..')
/** The setting that chooses the campaign: a folder of `campaigns/`. */
export const servedCampaign: string = process.env['CAMPAIGN'] || 'fuel'

/** Where sources and the build read what a server needs of a campaign (src/campaign/served.ts). */
export const dataFileOf = (name: string): string => join(root, 'dist', name, 'campaign.json')

export const readData = (name: string): CampaignData =>
  JSON.parse(readFileSync(dataFileOf(name), 'utf8')) as CampaignData

/** The data of a campaign as its files are now, and what it declares itself. */
export async function loadCampaign(name: string): Promise<CampaignData & { own: OwnCampaign }> {
  const { campaign: own } = (await import(`../campaigns/${name}/index.ts`)) as {
    campaign: OwnCampaign
  }
  return {
    ...composeCampaign(name, own, { campaign: base, words }),
    own,
    theme: await readTheme(name),
    hasCards: existsSync(join(root, 'campaigns', name, 'public/card.png')),
  }
}

/** Writes the data of a campaign, or returns what is wrong with it, for people. */
export async function writeCampaign(name: string): Promise<string | null> {
  const index = `campaigns/${name}/index.ts`
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(join(root, index)))
    return `${index} is missing: name a folder of campaigns/ in CAMPAIGN, or bring that one back.`
  const wrongTheme = await themeRefusal(name)
  if (wrongTheme !== null) return wrongTheme
  const { own, ...data } = await loadCampaign(name)
  const hasFile = (file: string) => existsSync(join(root, file))
  const refusal = refusalOf(
    { ...data, own, hasFile },
    wrongOwnWords(own.words, words, { ...promises, ...own.promises }),
  )
  if (refusal !== null) return refusal
  const file = dataFileOf(name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeWhole(join(file, '../theme.css'), themeSheet(data.theme, '../../campaigns'))
  writeWhole(join(file, '../dashboard.css'), dashboardSheet(data.theme))
  writeWhole(file, JSON.stringify(data))
  return null
}

/** Others read the file before or after the change, never in between. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

if (import.meta.main) {
  const refusal = await writeCampaign(servedCampaign)
  if (refusal !== null) {
    console.error(refusal)
    process.exit(1)
  }
}
