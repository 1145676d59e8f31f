import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { joinByCall } from '#test/visitor.ts'

const dayMs = 24 * 3_600_000
/** The ends of the shipped campaign, 23:59 in Amsterdam. */
const earlyBirdEnd = Date.parse('2027-01-31T22:59:00Z')
const programEnd = Date.parse('2027-02-28T22:59:00Z')

let clock = earlyBirdEnd - 2 * dayMs
const app = await startApp({ env: { FIGURES: 'live', OPT_IN: 'single' }, now: () => clock })
afterAll(() => app.close())

/** What a new visitor's page says about offers: no storage, no cookie, no script. */
async function load() {
  const html = await (await fetch(app.url)).text()
  return {
    ends: [...html.matchAll(/data-live-ends="(\d+)"/g)].map(([, ms]) => Number(ms)),
    ended: [...html.matchAll(/data-live-ends="(\d+)" data-ended/g)].map(([, ms]) => Number(ms)),
    spots: /data-live="program">([\d,]+)</.exec(html)?.[1],
  }
}

test('[LIVE-5] on two loads a day apart no deadline has moved and no stock fell; it falls by a confirmation, and an offer ends once', async () => {
  const first = await load()
  expect(first).toEqual({ ends: [earlyBirdEnd, programEnd], ended: [], spots: '50' })
  clock += dayMs
  expect(await load()).toEqual(first)

  await joinByCall(app.url, 'sanne@example.com')
  clock += 10_000
  await expect.poll(load, { timeout: 30_000 }).toEqual({ ...first, spots: '49' })

  clock = earlyBirdEnd
  const ended = { ...first, ended: [earlyBirdEnd], spots: '49' }
  await expect.poll(load, { timeout: 30_000 }).toEqual(ended)
  clock += dayMs
  await expect.poll(load, { timeout: 30_000 }).toEqual(ended)
})
