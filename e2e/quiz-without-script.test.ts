import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quiz } from '#campaigns/fuel/quiz.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openBrowser, visitor } from './browser.ts'
import { mailsTo } from './mails.ts'
import { faultsIn, findings, smallTargets } from './measures.ts'
import { seenBar } from './quiz.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const choose = async (page: Page, question: number, option: number) => {
  await page.getByText(quiz.questions[question]!.options[option]!.text).click()
  await page.getByRole('button', { name: quiz.dialog.next }).click()
}
/** The elements below the dial. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const dial = document.querySelector('.dial')?.getBoundingClientRect() ?? new DOMRect()
    return [...document.querySelectorAll('h1, h2, h3, .choice, .form, .btn, .back')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(
        ({ box }) =>
          box.left < dial.right &&
          box.right > dial.left &&
          box.top < dial.bottom &&
          box.bottom > dial.top,
      )
      .map(({ element }) => element.outerHTML.slice(0, 80))
  })
const isShownWell = async (page: Page) => {
  for (const width of [360, 768, 1280]) {
    const at = `at ${width} px`
    await page.setViewportSize({ width, height: 800 })
    expect(await overlaps(page), at).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width)
    expect(await smallTargets(page), at).toEqual([])
    expect((await page.locator('h1').boundingBox())!.x, at).toBe(
      (await page.locator('main :is(.question, .result, .pitch > .welcome)').boundingBox())!.x,
    )
  }
}

test('[QUIZ-1] [QUIZ-2] [QUIZ-4] [PHASE-4] at 360, 768 and 1280 px without script: from the invitation over four questions to the saved result and the mail', async () => {
  const sanne = await visitor(browser, { width: 360, javaScriptEnabled: false })
  const { page } = sanne
  await page.goto(app.url)
  await page.locator('[data-cta="lead-magnet"]').click()
  for (const question of [0, 1, 2, 3]) {
    await isShownWell(page)
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe(String(question * 25))
    expect(await seenBar(page)).toEqual({ seen: true, missingPx: 0 })
    await choose(page, question, 1)
  }
  expect(await page.locator('head title').getAttribute('lang')).toBe('nl')
  await page.getByRole('heading', { name: 'Diagnose compleet' }).waitFor()
  await isShownWell(page)
  await page.getByLabel(/^E-?mail$/).fill('sanne@fuel.example')
  await page.getByRole('button', { name: 'Stuur mijn protocol' }).click()
  await page.getByRole('heading', { name: 'Energy Maximizer' }).waitFor()
  expect(await page.getByRole('main').textContent()).toContain(
    'Bevestig sanne@fuel.example met de link in onze mail',
  )
  await isShownWell(page)
  sanne.requests.length = 0
  await page.reload()
  expect(sanne.requests[0]).toBe('/quiz/save')
  expect(await mailsTo(app, 'sanne@fuel.example')).toHaveLength(1)
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

test('[QUIZ-4] Terug naar de quiz, the link to the former question, Back and a reload keep the answers', async () => {
  const { page, leave } = await visitor(browser, { javaScriptEnabled: false })
  const chosen = () => page.locator(':checked').getAttribute('value')
  await page.goto(`${app.url}/quiz/1`)
  for (const question of [0, 1, 2, 3]) await choose(page, question, 2)
  await page.getByRole('link', { name: 'Terug naar de quiz' }).click()
  expect(await chosen()).toBe('every-day-a-little')
  await page.getByRole('link', { name: 'Previous question' }).click()
  expect(await chosen()).toBe('breathe-and-cut')
  await page.reload()
  expect(await chosen()).toBe('breathe-and-cut')
  await choose(page, 2, 3)
  expect(await chosen()).toBe('every-day-a-little')
  await page.goBack()
  await page.getByRole('button', { name: quiz.dialog.next }).click()
  expect(await chosen()).toBe('every-day-a-little')
  await leave()
})

test('[FORM-9] with script, the saved page marks the browser as joined, and the pages before it do not', async () => {
  const { page, complaints, leave } = await visitor(browser)
  const mark = () => page.evaluate(() => localStorage.getItem('ascend.joined'))
  await page.goto(`${app.url}/quiz/1`)
  for (const question of [0, 1, 2, 3]) await choose(page, question, 0)
  await page.getByLabel(/^E-?mail$/).fill('not an address')
  await page.getByRole('button', { name: 'Stuur mijn protocol' }).click()
  await page.getByText('Please enter a valid email address').waitFor()
  expect(await mark()).toBeNull()
  await page.getByLabel(/^E-?mail$/).fill('noor@fuel.example')
  await page.getByRole('button', { name: 'Stuur mijn protocol' }).click()
  await expect.poll(mark).toBe('1')
  expect([await findings(page), await faultsIn(await (await fetch(page.url())).text())]).toEqual([
    [],
    [],
  ])
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
  await leave()
})

test('the pages of the quiz are valid HTML that assistive technology can use', async () => {
  const { page, leave } = await visitor(browser, { width: 768 })
  const answers = new URLSearchParams(quiz.questions.map(({ id, options }) => [id, options[3]!.id]))
  for (const path of ['/quiz/1', `/quiz/3?${answers}`, `/quiz/result?${answers}`]) {
    await page.goto(app.url + path)
    expect([
      path,
      await findings(page),
      await faultsIn(await (await fetch(page.url())).text()),
    ]).toEqual([path, [], []])
  }
  await leave()
})

test('[QUIZ-1] without script the radio buttons are our own, also with forced colours, and the whole row is the target', async () => {
  const { page, leave } = await visitor(browser, { width: 390, javaScriptEnabled: false })
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    await page.goto(`${app.url}/quiz/1`)
    const row = page.locator('.choice').nth(2)
    const { x, y, width, height } = (await row.boundingBox())!
    expect([height >= 60, width]).toEqual([true, 350])
    await page.mouse.click(x + 4, y + height - 4)
    const [free, , chosen] = await radios(page)
    expect(free, forcedColors).toMatchObject({
      size: [22, 22],
      look: 'none',
      checked: false,
      dot: null,
    })
    expect(chosen, forcedColors).toMatchObject({
      size: [22, 22],
      look: 'none',
      checked: true,
      dot: ['10px', '10px', chosen!.ring],
    })
    if (forcedColors === 'none') expect(chosen!.ring).toBe('rgb(244, 183, 64)')
    expect(chosen!.ring, forcedColors).not.toBe(free!.ring)
  }
  await leave()
})

const radios = (page: Page) =>
  page.locator('.choice input').evaluateAll((all) =>
    all.map((radio) => {
      const [ring, dot] = [getComputedStyle(radio), getComputedStyle(radio, '::before')]
      const size = radio.getBoundingClientRect()
      return {
        size: [size.width, size.height],
        look: ring.appearance,
        checked: (radio as HTMLInputElement).checked,
        dot: dot.content === 'none' ? null : [dot.width, dot.height, dot.borderTopColor],
        ring: ring.borderTopColor,
      }
    }),
  )
