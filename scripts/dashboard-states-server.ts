import { dashboardStates } from '../src/dashboard/states/list.ts'
import { builtBundles } from '#server/http/bundles.ts'
import { screenHeaders } from '#server/http/headers.ts'
import { serveBuilt, type ServedPages } from './serve-built.ts'

/** Serves each of `dashboardStates` at `/` + its name, as the built server renders it. */
export async function serveDashboardStates(dist: string): Promise<ServedPages> {
  const bundles = await builtBundles(dist)
  const { renderDashboard } = await bundles.dashboard()
  const htmlAt = (path: string) => {
    const state = dashboardStates.find(({ name }) => `/${name}` === path)
    return state && bundles.fill('dashboard', renderDashboard(state.view, state.frame), path)
  }
  return serveBuilt(dist, htmlAt, screenHeaders(bundles.hashes))
}
