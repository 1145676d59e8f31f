import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { resultOf, typesOf } from '#contract/quiz/quiz.ts'
import type { TestApp } from '#test/app.ts'
import { startWithCampaign } from '#test/app-of-campaign.ts'
import { answersFor, largestQuiz, smallestQuiz, withOtherQuiz } from '#test/other-quiz.ts'
import { openBrowser, visitor } from './browser.ts'
import { findings, textsOutside } from './measures.ts'
import { asked, email, opened, outcome, percent, result, rowsOf, send } from './quiz.ts'
import { dialog } from './visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each([smallestQuiz, largestQuiz])('[BRAND-6] a quiz of %j', (size) => {
  const changed = withOtherQuiz(campaign, size)
  const quiz = changed.quiz!
  const types = typesOf(quiz)
  const last = types.at(-1)!
  const answers = answersFor(quiz, last)
  let app: TestApp
  beforeAll(async () => {
    app = await startWithCampaign(changed, {}, 'client')
  })
  afterAll(() => app.close())

  test.each([390, 1280])(
    'is answered by keys and saved, with a dial of its types, in a window of %i px',
    async (width) => {
      const { page, leave } = await opened(browser, app.url, { width })
      for (const [at, { id, question, options }] of quiz.questions.entries()) {
        await expect.poll(() => asked(page)).toBe(question)
        expect(await percent(page)).toBe(String(Math.round((at / size.questions) * 100)))
        await page.keyboard.press(String(size.options + 1))
        expect(await asked(page)).toBe(question)
        await page.clock.runFor(1_000)
        await page.keyboard.press(String(options.findIndex((one) => one.id === answers[id]) + 1))
      }
      await dialog(page, result).waitFor()
      expect(await labelsOf(page)).toEqual(
        Object.entries(resultOf(quiz, answers)!.scores).map(
          ([type, score]) => `Axis ${type} ${score}`,
        ),
      )
      expect(await turnOf(page)).toBe(Math.round(-360 / size.types))
      expect(await page.evaluate(textsOutside)).toEqual([])
      await page.clock.runFor(1_000)
      const address = `at-${width}@example.com`
      await email(page).fill(address)
      await send(page).click()
      await outcome(page)
      expect((await rowsOf(app, address)).map((row) => row.performance_type)).toEqual([last])
      await leave()
    },
  )

  test('its pages without script have no finding of axe, and no text outside of the window', async () => {
    const { page, leave } = await visitor(browser, { width: 390 })
    const first = Object.fromEntries(Object.entries(answers).slice(0, 1))
    for (const path of [
      `/quiz/2?${new URLSearchParams(first)}`,
      `/quiz/result?${new URLSearchParams(answers)}`,
    ]) {
      await page.goto(app.url + path)
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(textsOutside)).toEqual([])
      }
      expect(await findings(page)).toEqual([])
    }
    await leave()
  })
})

const dial = (page: Page) => dialog(page, result).locator('.dial')
const labelsOf = (page: Page) => dial(page).locator('span').allTextContents()

/** Where the needle ends, as an angle from the top: -180 is the foot of the dial. */
const turnOf = (page: Page) =>
  dial(page)
    .locator('.needle')
    .evaluate((needle) => {
      const { a, b } = new DOMMatrix(getComputedStyle(needle).transform)
      const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI)
      return degrees === 180 ? -180 : degrees
    })
