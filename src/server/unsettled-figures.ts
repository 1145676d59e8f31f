import { campaign } from '#campaign/campaign.ts'
import { isSettled, openInWords, reportFigures } from '#contract/figure-report.ts'
import type { Config } from './config/config.ts'

/** LIVE-3: the warnings of the start while a public https page shows figures that are not settled. */
export function unsettledFigures({
  publicUrl,
  loopback,
  figures: mode,
}: Pick<Config, 'publicUrl' | 'loopback' | 'figures'>): string[] {
  const { open } = reportFigures(campaign, { mode })
  const isPublic = publicUrl.startsWith('https:') && !loopback
  return isPublic && !isSettled(open)
    ? [`The page is public with ${openInWords(open)}: npm run figures lists them`]
    : []
}
