import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDashboardStates } from '../scripts/dashboard-states-server.ts'
import { dashboardStates } from '../src/dashboard/states/list.ts'
import { openBrowser, visitor } from './browser.ts'

let server: Awaited<ReturnType<typeof serveDashboardStates>>
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([
    serveDashboardStates(join(import.meta.dirname, '../dist')),
    openBrowser(),
  ])
})
afterAll(() => server.close())

/** The words in heads of tables of numbers that are on more than one line. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange()
    const isBroken = (node: Node, { index, 0: word }: RegExpExecArray) => {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      return range.getClientRects().length > 1
    }
    return [...document.querySelectorAll('.figures thead th')].flatMap((head) =>
      [...head.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .flatMap((node) =>
          [...node.textContent!.matchAll(/\S+/g)]
            .filter((match) => isBroken(node, match))
            .map(([word]) => word),
        ),
    )
  })

test('[DASH-8] at 360 px no head of a table of numbers breaks inside a word', async () => {
  const { page, leave } = await visitor(browser, { width: 360 })
  for (const { name } of dashboardStates) {
    await page.goto(`${server.url}/${name}`)
    expect([name, await brokenWords(page)]).toEqual([name, []])
  }
  await leave()
})
