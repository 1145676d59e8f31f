import { readFileSync } from 'node:fs'

/** What scripts/write-campaign.ts wrote of a campaign, in its first language or in the one named. */
export const fileOf = (campaign, language) =>
  new URL(`../../dist/${campaign}/campaign${language ? `.${language}` : ''}.json`, import.meta.url)

/** That of the campaign that is served: `CAMPAIGN`, or else `fuel`. */
export const readData = (language) =>
  JSON.parse(readFileSync(fileOf(process.env.CAMPAIGN || 'fuel', language), 'utf8'))
