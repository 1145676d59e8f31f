import type { CampaignData } from './compose.ts'
import { readData } from './read-data.js'

/**
 * The campaign and its words in each of its languages by its tag, the first one first. For the server
 * and its commands; the page and the mails have a bundle for each language.
 */
export const inLanguages: Readonly<Record<string, Pick<CampaignData, 'campaign' | 'words'>>> =
  Object.fromEntries(
    readData().campaign.languages.map((language, index) => {
      const { campaign, words } = readData(index === 0 ? undefined : language)
      return [language, { campaign, words }]
    }),
  )
