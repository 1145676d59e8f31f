import { navigation } from '#contract/dashboard/navigation.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { LoaderDeps, ScreenRoute } from '#server/http/loader.ts'
import { shownOffers } from '#server/offers/offers.ts'
import { reportLaunch, wrongActs } from './periods.ts'

/** END-1, LIVE-5: the state of the launch, what is planned, and when offers end. */
export async function loadLaunch({ store, campaign, calendar }: LoaderDeps) {
  const periods = await readLaunchPeriods(store.db, campaign.launch.shop)
  const { running, planned, ...launch } = reportLaunch(periods, calendar())
  return {
    screen: 'launch' as const,
    launch,
    beneath: running.filter(({ state }) => state !== launch.state),
    planned,
    offers: await shownOffers(store.db, calendar()),
    /** the missing preparation for a launch; null if it is ready */
    shopMissing: campaign.launch.shop === null ? wrongActs['no shop'] : null,
  }
}

export const launchScreens = [
  [navigation.launch.path, loadLaunch],
] as const satisfies readonly ScreenRoute[]
