import type { Page } from 'playwright-core'
import { countedNames, type EventBatch, type PageEvent } from '#contract/events/events.ts'
import type { TestApp } from '#test/app.ts'

/** The events that the browser has kept, oldest first. */
export const tracked = (page: Page): Promise<PageEvent[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('ascend.event:'))
      .sort()
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as never),
  )

export const trackedOf = async (page: Page, action: PageEvent['action']) =>
  (await tracked(page)).filter((event) => event.action === action)
export const labelsOf = async (page: Page, action: PageEvent['action']) =>
  (await trackedOf(page, action)).map(({ label }) => label)

/** What the server has counted, as `event label` and how often. */
export async function countedBy(app: TestApp): Promise<Record<string, number>> {
  const rows = await app
    .server()
    .store.db.selectFrom('daily_counts')
    .select(['what as event', 'placement as label', 'count'])
    .where('day', '=', '')
    .where('what', 'in', Object.keys(countedNames))
    .where('source', '=', '')
    .execute()
  return Object.fromEntries(
    rows.map(({ event, label, count }) => [`${event} ${label}`.trim(), count]),
  )
}

export type Beacon = { path: string; type: string } & EventBatch

/**
 * To be run before the page: notes each beacon, and sends it all the same. How many there were
 * outlives the page.
 */
export function noteBeacons() {
  const beacons: Beacon[] = []
  Object.assign(window, { beacons })
  const send = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (path, body) => {
    sessionStorage.setItem('beacons', String(Number(sessionStorage.getItem('beacons')) + 1))
    const blob = body as Blob
    void blob.text().then((text) =>
      beacons.push({
        path: String(path),
        type: blob.type,
        ...(JSON.parse(text) as EventBatch),
      }),
    )
    return send(path, body)
  }
}
export const beaconsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { beacons: Beacon[] }).beacons)
export const beaconCount = (page: Page) =>
  page.evaluate(() => Number(sessionStorage.getItem('beacons')))
