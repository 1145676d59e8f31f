import { paths } from '#contract/api.ts'
import { showNotFound } from '#page/sections/notice-pages.tsx'
import { pageTitle, type ShowPage } from '#page/sections/shown-page.ts'
import { LineRulesPage } from './line-rules-page.tsx'
import { SpotBusyPage, SpotPage, spotWords } from './spot-page.tsx'

/** LINE-9 */
export const showLineRules: ShowPage<'line-rules'> = (campaign, { changes }) => {
  const words = campaign.line?.copy.rules
  if (!words) return showNotFound(campaign)
  return {
    status: 200,
    title: pageTitle(words.link, campaign.brand),
    listed: { path: paths.line, description: words.lead },
    body: <LineRulesPage campaign={campaign} changes={changes} />,
  }
}

/** LINE-8 */
export const showSpot: ShowPage<'spot'> = (campaign, { spot, ...visit }) => {
  const words = campaign.line?.copy.spot
  if (!words) return showNotFound(campaign)
  return {
    status: 200,
    title: pageTitle(spotWords(words, spot).title, campaign.brand),
    body: <SpotPage campaign={campaign} words={words} spot={spot} {...visit} />,
  }
}

/** LINE-8: 429 */
export const showSpotBusy: ShowPage<'spot-busy'> = (campaign) => {
  const words = campaign.line?.copy.spot.busy
  if (!words) return showNotFound(campaign)
  return {
    status: 429,
    title: pageTitle(words.title, campaign.brand),
    body: <SpotBusyPage campaign={campaign} words={words} />,
  }
}
