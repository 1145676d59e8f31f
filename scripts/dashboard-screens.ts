import type { Page } from 'playwright-core'
import type { ServedScreens } from '#test/seed.ts'

/** The screen whose first view goes into docs/screens. */
const inDocs = 'overview'

/** `drawn` resolves once all that a picture shows is there. */
type Camera = {
  page: Page
  served: ServedScreens
  drawn: () => Promise<void>
  take: (name: string, options: { fullPage: boolean }) => Promise<void>
  forDocs: () => Promise<void>
}

/** Each screen of the dashboard to which the scenes of test/seed.ts lead. */
export async function takeDashboard({ page, served, drawn, take, forDocs }: Camera) {
  for (const name of served.names) {
    await page.goto(`${served.url}/${name}`)
    await drawn()
    if (name === inDocs) await forDocs()
    await take(name, { fullPage: true })
  }
}
