import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CampaignData } from '#campaign/compose.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { spawnServer, untilReady, type ServerProcess } from '#test/server-process.ts'
import { readData } from '../scripts/write-campaign.ts'
import { hydrated, openBrowser, visitor } from './browser.ts'
import { findings } from './measures.ts'

/** Besides the Fuel Protocol, which all other tests walk. */
const names = readdirSync('campaigns', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['base', 'fuel'].includes(entry.name))
  .map(({ name }) => name)

/** Words and colours of the Fuel Protocol, which no other brand has. */
const foreign = /fuel|protocol|capsule|elite|mystery|legacy|founding|project ascend|f4b740|0a0a0b/gi

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

test('a second campaign is shipped', () => expect(names).toContain('anvil'))

describe.each(names)('[BRAND-7] the campaign %s', (name) => {
  let server: ServerProcess
  let data: CampaignData
  /** What visitors read on their way, by where. */
  const read = new Map<string, string>()
  beforeAll(async () => {
    // Builds it where one of its files has changed.
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ready.js'], {
      encoding: 'utf8',
      env: { ...process.env, CAMPAIGN: name, NODE_ENV: '' },
    })
    if (status !== 0) throw new Error(`${name} was not built:\n${stdout}${stderr}`)
    data = readData(name)
    const env = { DATA_DIR: freshFolder(), LIMITS: 'off' }
    server = await untilReady(spawnServer(env, `dist/${name}/server/main.js`))
  })
  afterAll(() => server.kill())

  test('is joined, confirmed and left by a visitor, who reads its mails and the own page', async () => {
    const sanne = await visitor(browser, { width: 390 })
    const { page } = sanne
    await page.goto(server.url)
    await hydrated(page)
    await page.locator('#hero input[type="email"]').fill('sanne@example.com')
    await page.keyboard.press('Enter')
    await page.locator('.toast', { hasText: data.campaign.forms.success }).waitFor()
    await walk(page, 'sanne@example.com')
    await sanne.leave()
  })

  test('is joined, confirmed and left without script', async () => {
    const lotte = await visitor(browser, { width: 390, javaScriptEnabled: false })
    const { page } = lotte
    await page.goto(server.url)
    // A form that is sent within two seconds is held for one of a bot.
    await new Promise((done) => setTimeout(done, 2_100))
    await page.locator('#hero input[type="email"]').fill('lotte@example.com')
    await page.locator('#hero .form button').first().click()
    await walk(page, 'lotte@example.com')
    await lotte.leave()
  })

  test('says nothing of another brand, and leaves no blank open', async () => {
    for (const path of ['/', '/line', '/privacy', '/nowhere', '/favicon.svg'])
      read.set(path, await (await fetch(`${server.url}${path}`)).text())
    const wrong = [...read].flatMap(([where, html]) => {
      const text = html.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]+>/gs, ' ')
      return [...(html.match(foreign) ?? []), ...(text.match(/\{\w+\}|undefined|NaN/g) ?? [])].map(
        (found) => `${where}: ${found}`,
      )
    })
    expect(wrong).toEqual([])
    expect(read.get('/favicon.svg')?.toUpperCase()).toContain(
      data.theme[data.theme.scheme].accent.toUpperCase(),
    )
  })

  test.each([320, 1280])('keeps inside a window of %i px, and passes axe', async (width) => {
    const noor = await visitor(browser, { width })
    const { page } = noor
    for (const path of ['/', '/line', '/privacy', '/nowhere']) {
      await page.goto(`${server.url}${path}`)
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, wider, await findings(page)]).toEqual([path, 0, []])
    }
    await noor.leave()
  })

  async function walk(page: Page, email: string) {
    await page.goto(await linkTo('confirm', email))
    await press(page, 'confirm')
    await page.goto(await linkTo('me', email))
    read.set('me', await page.content())
    await page.goto(await linkTo('unsubscribe', email))
    await press(page, 'unsubscribe')
  }

  async function press(page: Page, where: 'confirm' | 'unsubscribe') {
    const heading = () => page.locator('h1').textContent()
    const asked = await heading()
    read.set(where, await page.content())
    await page.locator('main form button').first().click()
    await expect.poll(heading).not.toBe(asked)
    read.set(`${where}, done`, await page.content())
  }

  /** The address in the newest mail to somebody, once it has come. */
  async function linkTo(kind: string, email: string): Promise<string> {
    const link = new RegExp(String.raw`href="(http[^"]+/${kind}/[\w-]+)`)
    const get = async (path: string) => (await fetch(`${server.url}${path}`)).text()
    for (let tries = 0; tries < 300; tries++) {
      const list = await get('/dev/mails')
      const rows = list.split('<tr>').filter((row) => row.includes(email))
      for (const row of rows) {
        const path = /href="(\/dev\/mails\/[\w-]+)"/.exec(row)?.[1]
        const found = path && link.exec(await get(`${path}?view=text`))?.[1]
        if (!path || !found) continue
        read.set(`mail ${path}`, await get(`${path}/body?scheme=light`))
        return found
      }
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error(`no mail with a link to ${kind} came to ${email}`)
  }
})
