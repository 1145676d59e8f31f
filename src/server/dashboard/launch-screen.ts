import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import { reportLaunch, shopMissing } from '#server/launch/describe.ts'
import { shownOffers } from '#server/launch/move-end-act.ts'
import type { LoaderDeps } from './loader.ts'

/** END-1, LIVE-5: the state of the launch, what is planned, and when offers end. */
export async function loadLaunch({ store, campaign, now }: LoaderDeps) {
  const periods = await readLaunchPeriods(store.db, campaign.launch.shop)
  const { running, planned, ...launch } = reportLaunch(periods, now())
  return {
    screen: 'launch' as const,
    launch,
    beneath: running.filter(({ state }) => state !== launch.state),
    planned,
    offers: await shownOffers(store.db, now()),
    shopMissing: shopMissing(campaign.launch),
  }
}
