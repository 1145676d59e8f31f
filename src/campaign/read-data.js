import { readFileSync } from 'node:fs'

/** What scripts/write-campaign.ts wrote of the campaign that is served: `CAMPAIGN`, or else `fuel`. */
export const readData = () =>
  JSON.parse(
    readFileSync(
      new URL(`../../dist/${process.env.CAMPAIGN || 'fuel'}/campaign.json`, import.meta.url),
      'utf8',
    ),
  )
