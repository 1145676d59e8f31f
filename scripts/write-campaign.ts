import '../src/server/config/node-version.ts'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bases, unknownLanguage } from '#campaigns/base/languages.ts'
import { promises } from '#contract/promises/promises.ts'
import type { Theme } from '#contract/theme/theme.ts'
import {
  composeCampaign,
  firstResultOf,
  languagesOf,
  type CampaignData,
  type CampaignFolder,
  type DeclaredCampaign,
} from '#campaign/compose.ts'
import { fileOf } from '#campaign/read-data.js'
import { partsOf, saidIn } from '#contract/campaign/campaign-parts.ts'
import { refusalOf } from '#campaign/schema/check.ts'
import { wrongInLanguage, type FirstLanguage } from '#campaign/schema/in-language.ts'
import { wrongOwnWords } from '#campaign/schema/own-words.ts'
import { readTheme, themeRefusal } from './read-theme.ts'
import { dashboardSheet, paperSheet, themeSheet } from './theme-sheet.ts'

const root = resolve(import.meta.dirname, '..')
/** The setting that chooses the campaign: a folder of `campaigns/`. */
export const servedCampaign: string = process.env['CAMPAIGN'] || 'fuel'

export const readData = (name: string): CampaignData =>
  JSON.parse(readFileSync(fileOf(name), 'utf8')) as CampaignData

type Loaded = Pick<CampaignData, 'campaign' | 'words' | 'hasCards'> & { declared: DeclaredCampaign }

const folderOf = (name: string): Promise<CampaignFolder> => import(`../campaigns/${name}/index.ts`)

/** The data of a campaign as its files are now, in each of its languages, the first one first. */
export async function loadCampaigns(name: string): Promise<CampaignData[]> {
  const [folder, theme] = await Promise.all([folderOf(name), readTheme(name)])
  const each = languagesOf(folder).map((language) => composedIn(name, folder, language))
  return each.map((one) => dataOf(one, each, theme))
}

/** `each`: the campaign in all of its languages. */
const dataOf = (
  { campaign, words, hasCards }: Loaded,
  each: Loaded[],
  theme: Theme,
): CampaignData => ({
  campaign,
  words,
  hasCards,
  theme,
  firstResult: firstResultOf(campaign, each),
})

/** In one language, and what the folder declares of it. */
function composedIn(name: string, folder: CampaignFolder, language: string): Loaded {
  const declared = folder.languages?.[language]
  const cards = declared ? `${language}/card.png` : 'card.png'
  return {
    ...composeCampaign(name, folder, bases[language]!, language),
    declared: declared ?? folder.campaign,
    hasCards: existsSync(join(root, 'campaigns', name, 'public', cards)),
  }
}

/** Writes the data of a campaign in each of its languages, or returns what is wrong, for people. */
export async function writeCampaign(name: string): Promise<string | null> {
  const index = `campaigns/${name}/index.ts`
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(join(root, index)))
    return `${index} is missing: name a folder of campaigns/ in CAMPAIGN, or bring that one back.`
  const wrongTheme = await themeRefusal(name)
  const folder = await folderOf(name)
  const languages = languagesOf(folder)
  const unknown = languages.find((language) => !Object.hasOwn(bases, language))
  if (unknown !== undefined) return unknownLanguage(unknown)
  if (new Set(languages).size < languages.length)
    return `${index}: '${languages[0]}' is the first language of the campaign, whose texts stand in 'campaign': remove it from 'languages'.`
  const each = languages.map((language) => composedIn(name, folder, language))
  const declared = saidIn(folder.campaign, partsOf(each[0]!.campaign))
  const first = { declared, whole: each[0]! }
  const wrongTexts = each
    .map((one, index) => refusalIn(one, index === 0 ? null : first))
    .find((wrong) => wrong !== null)
  if (wrongTheme !== null || wrongTexts)
    return [wrongTheme, wrongTexts].filter((wrong) => wrong).join('\n')
  const theme = await readTheme(name)
  const dist = join(root, 'dist', name)
  mkdirSync(dist, { recursive: true })
  writeWhole(join(dist, 'theme.css'), themeSheet(theme, '../../campaigns'))
  writeWhole(join(dist, 'paper.css'), paperSheet(theme))
  writeWhole(join(dist, 'dashboard.css'), dashboardSheet(theme))
  for (const [index, one] of each.entries()) {
    const file = fileOf(name, index === 0 ? undefined : languages[index])
    writeWhole(fileURLToPath(file), JSON.stringify(dataOf(one, each, theme)))
  }
  return null
}

/** `first`: of a further language. */
function refusalIn(
  { campaign, words, declared }: Loaded,
  first: FirstLanguage | null,
): string | null {
  const hasFile = (file: string) => existsSync(join(root, file))
  const promised = { ...promises, ...campaign.promises }
  return refusalOf({ campaign, words, own: declared, hasFile }, [
    ...wrongOwnWords(declared.words, bases[campaign.language]!.words, promised),
    ...(first
      ? wrongInLanguage(campaign.language, saidIn(declared, partsOf(campaign)), first)
      : []),
  ])
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
