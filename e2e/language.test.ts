import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formMetaHeader, paths } from '#contract/api.ts'
import { decodeFormMeta } from '#contract/people/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { linkIn } from '#test/visitor.ts'
import { join, open, openBrowser, unsent, visitor, welcome } from './browser.ts'
import { mailsTo } from './mails.ts'
import { findings, smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const lang = (page: Page) => page.locator('html').getAttribute('lang')
const languageOf = async (email: string) =>
  (
    await (
      await app.store()
    ).db
      .selectFrom('people')
      .select('language')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.language

test.each([
  ['with script', true],
  ['without script', false],
])(
  '[LANG-2] who joins on the Dutch page, %s, reads Dutch mails and pages, and can change that on their own page and back',
  async (name, javaScriptEnabled) => {
    const email = `sanne.${name.replace(' ', '.')}@fuel.example`
    const sanne = await visitor(browser, { width: 360, javaScriptEnabled })
    const { page } = sanne
    if (javaScriptEnabled) await open(sanne, `${app.url}/nl/`)
    else await page.goto(`${app.url}/nl/`)
    await join(page, email)
    await welcome(page).waitFor()
    expect(await languageOf(email)).toBe('nl')
    const [mail] = await mailsTo(app, email)
    await page.goto(linkIn(mail!.text, 'confirm'))
    await page.getByRole('button', { name: 'Bevestig mijn plek' }).click()
    expect(await lang(page)).toBe('nl')

    await page.goto(linkIn(mail!.text, 'me'))
    if (javaScriptEnabled)
      expect([await findings(page), await smallTargets(page)]).toEqual([[], []])
    await page.getByRole('button', { name: 'English' }).click()
    expect([await lang(page), await languageOf(email)]).toEqual(['en', 'en'])
    expect(await page.getByRole('main').textContent()).toContain(
      'Our emails and your pages are in English.',
    )
    await page.getByRole('button', { name: 'Nederlands' }).click()
    expect([await lang(page), await languageOf(email)]).toEqual(['nl', 'nl'])
    await sanne.leave()
  },
)

test('[LANG-2] a sign-up of the Dutch page that the English one sends again stays Dutch', async () => {
  const daan = await visitor(browser)
  const { page } = daan
  await page.route(`**${paths.signUpApi}`, (route) => route.abort())
  await open(daan, `${app.url}/nl/`)
  await join(page, 'daan@fuel.example')
  await expect.poll(() => unsent(page)).toHaveLength(1)
  await page.unroute(`**${paths.signUpApi}`)
  const sent = page.waitForRequest(`**${paths.signUpApi}`)
  await open(daan, app.url)
  expect(decodeFormMeta((await sent).headers()[formMetaHeader]).language).toBe('nl')
  await expect.poll(() => languageOf('daan@fuel.example')).toBe('nl')
  await daan.leave()
})
