import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inLanguages } from '#campaign/in-languages.ts'
import { quiz } from '#campaigns/fuel/quiz.ts'
import { startApp, type TestApp } from '#test/app.ts'
import {
  dialog,
  eventually,
  leaveThroughTheTop,
  load,
  popupsHydrated,
  restAfterOverlay,
  visit,
} from './visit.ts'
import { holdBack, newTab, openBrowser } from './browser.ts'
import { holdClock } from './page-clock.ts'
import { findings, smallTargets } from './measures.ts'
import {
  asked,
  atInvitation,
  choose,
  chosen,
  completed,
  email,
  idOf,
  invited,
  link,
  modal,
  opened,
  openIn,
  option,
  panel,
  percent,
  question,
  seenBar,
  result,
  save,
  standing,
} from './quiz.ts'
import { trackedOf } from './tracked.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test("[QUIZ-1] [QUIZ-2] [QUIZ-4] [HERO-7] at 360, 768 and 1280 px each choice goes on to the next question, and the last to the result; axe finds nothing but FX-6's rule in the first question, the result and the welcome, nothing is wider than its box, and what can be pressed is at least 44 px", async () => {
  const sanne = await opened(browser, app.url)
  const { page } = sanne
  await page.clock.resume()
  for (const at of [0, 1, 2, 3]) {
    await atEachWidth(page, async (width) => {
      expect([await asked(page), await percent(page), await standing(page)], width).toEqual([
        question(at),
        String(at * 25),
        [modal],
      ])
      expect(await dialog(page, modal).locator('.choice').allTextContents(), width).toEqual(
        quiz.questions[at]!.options.map(({ text }) => text),
      )
      expect(await dialog(page, modal).locator('.choice svg').count(), width).toBe(4)
      expect(await seenBar(page), width).toEqual({ seen: true, missingPx: 0 })
    })
    if (at === 0) await isWithoutFaults(page)
    await choose(page, 1)
  }
  await dialog(page, result).waitFor()
  await saysTheResult(page)
  await isWithoutFaults(page)
  expect(sanne.complaints).toEqual([])
  await save(page, 'lotte@fuel.example')
  await panel(page).waitFor()
  await isWithoutFaults(page)
  await sanne.leave()
})

/** That of the energy type. */
async function saysTheResult(page: Page) {
  expect([
    await standing(page),
    await dialog(page, modal)
      .getByRole('progressbar', { includeHidden: true })
      .getAttribute('value'),
  ]).toEqual([[result], '100'])
  const { description, recommendation } = inLanguages['nl']!.campaign.quiz!.types['energy']!
  await atEachWidth(page, async (width) => {
    const shown = await dialog(page, result).innerText()
    for (const words of [
      'DIAGNOSE COMPLEET',
      'Energy Maximizer',
      description,
      'Bottleneck gedetecteerd',
      'Gepersonaliseerde oplossing',
      recommendation,
      'Terug naar de quiz',
      'Stuur mijn protocol',
    ])
      expect(shown, width).toContain(words)
  })
  expect(await email(page).getAttribute('required')).toBe('')
}

const isWithoutFaults = (page: Page) =>
  atEachWidth(page, async (width) => {
    expect(await findings(page), width).toEqual(['meta-viewport'])
    expect(await smallTargets(page), width).toEqual([])
    expect(await tooWide(page), width).toEqual([])
  })

async function atEachWidth(page: Page, check: (at: string) => Promise<void>) {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await check(`at ${width} px`)
  }
}

/** The page and the open dialogs, where they are wider than their box. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map(({ tagName, id }) => `${tagName} ${id}`),
  )

describe('the code', () => {
  test("[FLOW-1] where it cannot be had the link leads to the quiz's first page, and one line is logged", async () => {
    const sanne = await visit(browser, app.url, {
      start: (page) => page.route('**/assets/quiz-dialog*', (route) => route.abort()),
    })
    const { page } = sanne
    await link(page).scrollIntoViewIfNeeded()
    await expect
      .poll(
        () =>
          sanne.complaints.filter((line) => line.includes('Island quiz was not hydrated')).length,
      )
      .toBe(1)
    await link(page).click()
    await page.waitForURL('**/quiz/1')
    await sanne.leave()
  })

  /**
   * Presses the invitation with the key that opens a new tab; true if the page leaves the press to
   * the browser.
   */
  async function isLeftToBrowser(page: Page) {
    const left = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          addEventListener(
            'click',
            (event) => {
              resolve(!event.defaultPrevented)
              event.preventDefault()
            },
            { once: true },
          )
        }),
    )
    await link(page).click({ modifiers: ['ControlOrMeta'] })
    return left
  }

  /**
   * A visitor at the invitation while the code of the quiz is on its way; `arrive` lets it come, or
   * fail.
   */
  async function whileLoading() {
    let arrive = (_comes: boolean) => {}
    const answer = new Promise<boolean>((resolve) => {
      arrive = resolve
    })
    const sanne = await visit(browser, app.url, {
      start: (page) =>
        page.route('**/assets/quiz-dialog*', async (route) =>
          (await answer) ? route.continue() : route.abort(),
        ),
    })
    expect(sanne.requests.filter((path) => path.includes('quiz'))).toEqual([])
    const coming = sanne.page.waitForRequest('**/assets/quiz-dialog*')
    await link(sanne.page).scrollIntoViewIfNeeded()
    await coming
    return { ...sanne, arrive }
  }

  test('[HERO-7] comes as the invitation comes near, and not before; a click before it has come opens the quiz once it has, and a later one asks for nothing over the network; a press with a key that opens a new tab is left to the browser, before the code has come and after', async () => {
    // Without particles, whose code comes some time after the first move; that of the popups comes
    // with it.
    const { page, arrive, complaints, requests, leave } = await whileLoading()
    expect(await isLeftToBrowser(page)).toBe(true)
    await page.clock.runFor(1_000)
    await link(page).click()
    await link(page).click()
    expect(new URL(page.url()).pathname).toBe('/')
    arrive(true)
    await eventually(page, () => standing(page)).toEqual([modal])
    expect([await asked(page), new URL(page.url()).pathname, complaints]).toEqual([
      question(0),
      '/',
      [],
    ])
    await page.keyboard.press('Escape')
    await dialog(page, modal).waitFor({ state: 'hidden' })
    // FORM-7: the link was pressed just before.
    await page.clock.runFor(1_000)
    expect(await isLeftToBrowser(page)).toBe(true)
    expect(await link(page).getAttribute('href')).toBe('/quiz/1')
    expect(await standing(page)).toEqual([])
    await page.clock.runFor(1_000)
    await popupsHydrated(page)
    await page.waitForLoadState('networkidle')
    requests.length = 0
    await openIn(page)
    expect(requests).toEqual([])
    await leave()
  })

  test('[FLOW-1] a click before it fails leads to the first page, and one line is logged', async () => {
    const { page, arrive, complaints, leave } = await whileLoading()
    await link(page).click()
    arrive(false)
    await page.waitForURL('**/quiz/1')
    expect(complaints.filter((line) => line.includes('Island quiz was not hydrated'))).toHaveLength(
      1,
    )
    await leave()
  })

  test('[FLOW-1] a click leads to the first page where it does not come within five seconds', async () => {
    const { page, arrive, complaints, leave } = await whileLoading()
    await link(page).click()
    await page.clock.runFor(4_900)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.clock.runFor(200)
    await page.waitForURL('**/quiz/1')
    expect(complaints.filter((line) => line.includes('no code within 5000 ms'))).toHaveLength(1)
    arrive(false)
    await leave()
  })
})

describe('by the keyboard alone', () => {
  const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

  test("[QUIZ-2] [FORM-7] Enter and Space choose, 350 ms apart and the first right after the quiz has opened, arrow keys only move, and each question's heading takes the focus; Tab stays in the dialog, each control shows its focus, and a screen reader's click on a radio button chooses", async () => {
    const { page, leave } = await invited(browser, app.url)
    await link(page).focus()
    await page.keyboard.press('Enter')
    for (const [at, key] of [
      [0, 'Enter'],
      [1, 'Space'],
      [2, 'Enter'],
      [3, 'Space'],
    ] as const) {
      expect([await asked(page), await focusedId(page)]).toEqual([question(at), 'quiz-modal-title'])
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      expect([await asked(page), await percent(page)]).toEqual([question(at), String(at * 25)])
      await page.keyboard.press(key)
      await page.clock.runFor(350)
    }
    await dialog(page, result).waitFor()
    expect([
      await focusedId(page),
      await dialog(page, result).locator('.diagnosis h2').textContent(),
    ]).toEqual(['quiz-result-title', 'Stress Optimizer'])
    await page.keyboard.press('Escape')
    await dialog(page, result).waitFor({ state: 'hidden' })
    expect(await link(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.clock.runFor(1_000)
    await page.keyboard.press('Enter')
    await dialog(page, result).waitFor()
    await tabStaysInside(page)
    await dialog(page, result).getByRole('button', { name: 'Terug naar de quiz' }).click()
    await dialog(page, modal).waitFor()
    await page.clock.runFor(1_000)
    await tabStaysInside(page)
    await option(page, 0)
      .locator('input')
      .evaluate((radio) => (radio as HTMLInputElement).click())
    await dialog(page, result).waitFor()
    await leave()
  })

  async function tabStaysInside(page: Page) {
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(() => {
          const one = document.activeElement!
          if (one === document.body) return true
          const rings = [one, one.closest('.choice')].map((box) => box && getComputedStyle(box))
          return (
            one.closest('dialog') !== null &&
            rings.some(
              (ring) => ring && ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2,
            )
          )
        }),
      ).toBe(true)
    }
  }
})

describe('by the keys 1 to 4', () => {
  test("[QUIZ-1] each answers with its option's row, and the keys are shown", async () => {
    const { page, leave } = await opened(browser, app.url)
    expect(await dialog(page, modal).getByText(quiz.dialog.keys).isVisible()).toBe(true)
    for (const at of [0, 1, 2, 3]) {
      expect([await asked(page), await percent(page)]).toEqual([question(at), String(at * 25)])
      const numbers = await dialog(page, modal)
        .locator('.choice')
        .evaluateAll((rows) =>
          rows.map((row) => [
            row.querySelector('input')!.ariaKeyShortcuts ??
              row.querySelector('input')!.getAttribute('aria-keyshortcuts'),
            getComputedStyle(row, '::before').content.startsWith('counter(choice)'),
          ]),
        )
      expect(numbers).toEqual(['1', '2', '3', '4'].map((key) => [key, true]))
      await page.keyboard.press(String(at + 1))
    }
    await dialog(page, result).waitFor()
    expect(
      await page.evaluate(
        () => JSON.parse(sessionStorage.getItem('ascend.quiz')!).answers as object,
      ),
    ).toEqual(Object.fromEntries(quiz.questions.map(({ id }, at) => [id, idOf(at, at)])))
    await leave()
  })

  test('[QUIZ-1] they answer nothing before the quiz is open, after it is closed, with a modifier, held down, and in the field of the result; another digit answers nothing, and a press beside the options takes no answer away', async () => {
    const { page, leave } = await invited(browser, app.url)
    const { keyboard } = page
    const stands = async () => [await asked(page), await percent(page)]
    await keyboard.press('1')
    await openIn(page)
    expect(await stands(), 'before it is open').toEqual([question(0), '0'])
    for (const press of ['Shift+Digit1', 'Control+Digit1', 'Alt+Digit1', '5', '0', 'a'])
      await keyboard.press(press)
    expect(await stands(), 'modifiers and others').toEqual([question(0), '0'])
    for (let repeat = 0; repeat < 3; repeat++) await keyboard.down('2')
    expect(await stands(), 'held down').toEqual([question(1), '25'])
    await keyboard.up('2')
    await keyboard.press('Escape')
    await dialog(page, modal).waitFor({ state: 'hidden' })
    await keyboard.press('2')
    await openIn(page)
    expect(await stands(), 'after it is closed').toEqual([question(1), '25'])
    await dialog(page, modal).locator('#quiz-subtitle').click()
    await keyboard.press('3')
    expect(await stands(), 'after a press beside the options').toEqual([question(2), '50'])
    for (const key of ['2', '2']) await keyboard.press(key)
    await email(page).pressSequentially('1234@fuel.example')
    expect([await email(page).inputValue(), await standing(page)]).toEqual([
      '1234@fuel.example',
      [result],
    ])
    await leave()
  })
})

describe('the dial', () => {
  const dial = (page: Page, id: string) => dialog(page, id).locator('.dial')
  /** Where the needle of the open dialog ends, as an angle from the top. */
  const turnOf = (page: Page, id: string) =>
    dial(page, id)
      .locator('.needle')
      .evaluate((needle) => {
        const { a, b } = new DOMMatrix(getComputedStyle(needle).transform)
        return Math.round((Math.atan2(b, a) * 180) / Math.PI)
      })
  const movesOf = (page: Page) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => (effect as KeyframeEffect).target?.closest('.dial'))
        .map((animation) => {
          const { transitionProperty, animationName } = animation as CSSTransition & CSSAnimation
          return transitionProperty ?? animationName
        }),
    )

  test('[QUIZ-1] [QUIZ-4] [FX-8] lights an arc for each answer and leans to the type that leads, without moving where motion is reduced', async () => {
    const { page, leave } = await opened(browser, app.url)
    const lit = () => dial(page, modal).locator('.arc.on').count()
    expect([await lit(), await dial(page, modal).getAttribute('data-lean')]).toEqual([0, null])
    // Each type leads in turn: the first question gets another answer.
    for (const [at, type, turn] of [
      [3, 'motivation', -90],
      [1, 'energy', 90],
      [2, 'stress', 180],
    ] as const) {
      await choose(page, at)
      expect(await lit()).toBe(1)
      await page.goBack()
      await expect.poll(() => asked(page)).toBe(question(0))
      expect([
        await dial(page, modal).getAttribute('data-lean'),
        Math.abs(await turnOf(page, modal)),
      ]).toEqual([type, Math.abs(turn)])
    }
    // FORM-7: the options were pressed just before.
    await page.clock.runFor(1_000)
    for (const [at, option] of [3, 1, 3, 3].entries()) {
      await choose(page, option)
      if (at < 3) expect(await lit()).toBe(at + 1)
      expect(await movesOf(page)).toEqual([])
    }
    await dialog(page, result).waitFor()
    expect([await movesOf(page), await turnOf(page, result)]).toEqual([[], -90])
    await leave()
  })

  test('[QUIZ-1] [QUIZ-4] moves its needle and its arcs, and in a result the needle settles; [FX-8] it does not move with paused motion', async () => {
    const { page, leave } = await opened(browser, app.url, { reducedMotion: 'no-preference' })
    await choose(page, 3)
    expect((await movesOf(page)).toSorted()).toEqual(['opacity', 'transform'])
    for (const at of [3, 3, 3]) await choose(page, at)
    await dialog(page, result).waitFor()
    expect(await movesOf(page)).toContain('settle')
    await page
      .locator('[data-pause]')
      .first()
      .evaluate((pause: HTMLElement) => pause.click())
    await page.locator('html[data-paused]').waitFor()
    await page.evaluate(() => history.go(-4))
    await expect.poll(() => asked(page)).toBe(question(0))
    // FORM-7: the options were pressed just before.
    await page.clock.runFor(1_000)
    await expect.poll(() => movesOf(page)).toEqual([])
    for (const at of [1, 1, 3, 3]) {
      await choose(page, at)
      expect(await movesOf(page)).toEqual([])
    }
    await dialog(page, result).waitFor()
    expect(await movesOf(page)).toEqual([])
    await page.goBack()
    await expect.poll(() => asked(page)).toBe(question(3))
    await choose(page, 1)
    await dialog(page, result).waitFor()
    expect([await movesOf(page), await turnOf(page, result)]).toEqual([[], 90])
    await leave()
  })
})

test("[QUIZ-4] [FORM-3] on a phone of 390 x 844 the form of each result ends above the fold, no word of its heading is broken, and the dial's labels are text of at least 12 px beside it; the questions are in the page's language, the result is Dutch, and the names of types, the quoted messages and the way to the English result are marked as English; all of the welcome comes into view, sent with Enter", async () => {
  const { page, leave } = await opened(browser, app.url, {
    viewport: { width: 390, height: 844 },
  })
  for (let at = 0; at < 4; at++) {
    expect(await textsNotIn(page, 'en')).toEqual([])
    await choose(page, 0)
  }
  await dialog(page, result).waitFor()
  expect(await labelsOf(page)).toEqual(['Focus 12', 'Energie 4', 'Stress 7', 'Motivatie 5'])
  for (const at of [0, 1, 2, 3]) {
    if (at > 0) await answerAgain(page, at)
    await isLaidOutForPhones(page, at)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await marksItsEnglish(page)
  expect(await dialog(page, result).locator('.toasts').getAttribute('aria-label')).toBe('Meldingen')
  await expect
    .poll(() =>
      panel(page).evaluate(
        (welcome) =>
          welcome.getBoundingClientRect().bottom <=
          welcome.closest('dialog')!.getBoundingClientRect().bottom,
      ),
    )
    .toBe(true)
  await leave()
})

async function isLaidOutForPhones(page: Page, at: number) {
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const { formEnds, words, lines, labelPx } = await measuresOf(page)
    const where = `result ${at} at ${width} px`
    if (width === 390) expect(formEnds, where).toBeLessThan(844)
    expect(lines, where).toBeLessThanOrEqual(words)
    expect(labelPx, where).toBeGreaterThanOrEqual(12)
  }
}

/** From a result to the welcome. */
async function marksItsEnglish(page: Page) {
  const name = ['en', await dialog(page, result).locator('.diagnosis > h2').textContent()]
  const offer = ['en', 'In English']
  const english = async (at: Page) =>
    (await textsNotIn(at, 'nl')).filter(([, text]) => text !== offer[1])
  expect(await textsNotIn(page, 'nl')).toEqual([offer, name])
  await email(page).fill('milan@fuel')
  await email(page).press('Enter')
  await eventually(page, () => dialog(page, result).locator('.toast').count()).toBe(1)
  expect(await english(page)).toEqual([
    name,
    ['en', 'Please enter a valid email address'],
    ['en', 'Invalid email'],
    ['en', 'Please enter a valid email address'],
  ])
  const letGo = await holdBack(page, '**/functions/v1/send-welcome-email')
  await email(page).fill('milan@fuel.example')
  await page.clock.runFor(3_000)
  await email(page).press('Enter')
  expect(await english(page)).toEqual([name, ['en', 'Joining...']])
  letGo()
  await eventually(page, () => panel(page).count()).toBe(1)
  expect(await english(page)).toEqual([name])
}

/** The visible texts, labels and placeholders of the open dialog that are not in this language. */
const textsNotIn = (page: Page, language: 'en' | 'nl') =>
  page.evaluate((language) => {
    const box = document.querySelector('dialog[open]')!
    const found: [lang: string, text: string][] = []
    const add = (element: Element, text: string | null) => {
      const lang = element.closest('[lang]')!.getAttribute('lang')!
      if (text?.trim() && lang !== language) found.push([lang, text.trim()])
    }
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) add(walker.currentNode.parentElement!, walker.currentNode.textContent)
    for (const element of box.querySelectorAll('[aria-label], [placeholder]'))
      for (const name of ['aria-label', 'placeholder']) add(element, element.getAttribute(name))
    return found
  }, language)

/** From a result: back to the first question, and each question answered with this option. */
async function answerAgain(page: Page, at: number) {
  await page.evaluate(() => history.go(-4))
  await expect.poll(() => asked(page)).toBe(question(0))
  for (let question = 0; question < 4; question++) await choose(page, at)
  await dialog(page, result).waitFor()
}

const labelsOf = (page: Page) => dialog(page, result).locator('.dial span').allTextContents()

/** Of the result that stands: where its form ends, its heading's words and lines, its smallest label. */
const measuresOf = (page: Page) =>
  dialog(page, result).evaluate((box) => {
    const heading = box.querySelector('.diagnosis > h2')!
    const range = document.createRange()
    range.selectNodeContents(heading)
    const labels = [...box.querySelectorAll('.dial span')]
    return {
      formEnds: box.querySelector('.form')!.getBoundingClientRect().bottom,
      words: heading.textContent!.split(' ').length,
      lines: new Set([...range.getClientRects()].map(({ top }) => top)).size,
      labelPx: Math.min(...labels.map((label) => parseFloat(getComputedStyle(label).fontSize))),
    }
  })

describe('the way back', () => {
  test('[QUIZ-4] Terug naar de quiz shows question 4 with the answers kept, and another answer is another result; Back goes to the former question, from the first one closes, and then leads where it led before', async () => {
    const { page, leave } = await completed(
      browser,
      app.url,
      { start: (page) => page.goto(`${app.url}/privacy`) },
      2,
    )
    await answersFromQuestion2Again(page)
    for (const at of [3, 2, 1, 0]) {
      await page.goBack()
      await expect.poll(() => asked(page)).toBe(question(at))
      expect([await chosen(page), await percent(page)]).toEqual([idOf(at, at > 0 ? 1 : 2), '100'])
    }
    await page.goBack()
    await dialog(page, modal).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goForward()
    await dialog(page, modal).waitFor()
    expect(await asked(page)).toBe(question(0))
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/privacy')
    await leave()
  })

  /** From the result, by the controls of the page. */
  async function answersFromQuestion2Again(page: Page) {
    await dialog(page, result).getByRole('button', { name: 'Terug naar de quiz' }).click()
    await dialog(page, modal).waitFor()
    expect([await asked(page), await chosen(page), await standing(page)]).toEqual([
      question(3),
      'every-day-a-little',
      [modal],
    ])
    for (const at of [2, 1]) {
      await page.clock.runFor(1_000)
      await dialog(page, modal).getByRole('button', { name: 'Previous question' }).press('Enter')
      await expect.poll(() => asked(page)).toBe(question(at))
    }
    for (let at = 1; at < 4; at++) await choose(page, 1)
    await dialog(page, result).waitFor()
    expect((await trackedOf(page, 'quiz_completed')).map(({ label }) => label)).toEqual([
      'stress',
      'energy',
    ])
  }

  test('[HERO-7] closed in the middle by its button or Escape, it goes on there, and the entries that it made are left behind', async () => {
    const { page, leave } = await opened(browser, app.url, {
      start: (page) => page.goto(`${app.url}/privacy`),
    })
    await choose(page, 3)
    await choose(page, 0)
    for (const close of [
      () => dialog(page, modal).getByRole('button', { name: quiz.dialog.close }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await close()
      await dialog(page, modal).waitFor({ state: 'hidden' })
      await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
      await page.clock.runFor(1_000)
      await openIn(page)
      expect([await asked(page), await percent(page)]).toEqual([question(2), '50'])
    }
    await page.clock.runFor(1_000)
    await dialog(page, modal).getByRole('button', { name: 'Previous question' }).click()
    await expect.poll(() => asked(page)).toBe(question(1))
    expect(await chosen(page)).toBe(idOf(1, 0))
    await page.goBack()
    await dialog(page, modal).waitFor({ state: 'hidden' })
    await page.goBack()
    await page.waitForURL('**/privacy')
    await leave()
  })

  test('a reload in the middle, and a step out to Privacy from the result, lead back to where the visitor was; another tab has answers of its own', async () => {
    const sanne = await opened(browser, app.url)
    const { page } = sanne
    await choose(page, 1)
    await page.reload()
    await page.clock.runFor(2_000)
    await atInvitation(page)
    await dialog(page, modal).waitFor()
    expect([await asked(page), await percent(page)]).toEqual([question(1), '25'])
    const other = await newTab(sanne)
    await holdClock(other.page)
    await load(other.page, app.url)
    await atInvitation(other.page)
    await openIn(other.page)
    expect([await asked(other.page), await asked(page)]).toEqual([question(0), question(1)])
    await page.bringToFront()
    for (const at of [1, 1, 1]) await choose(page, at)
    await dialog(page, result).getByRole('link', { name: 'Privacy' }).click()
    await page.waitForURL('**/privacy')
    await page.goBack()
    await page.clock.runFor(2_000)
    await atInvitation(page)
    await expect.poll(() => standing(page)).toEqual([result])
    await page.goBack()
    await expect.poll(() => asked(page)).toBe(question(3))
    await sanne.leave()
  })
})

describe('presses that follow each other', () => {
  /** In the middle of an option, whichever question is asked. */
  const pointOf = async (page: Page, at: number) => {
    const { x, y, width, height } = (await option(page, at).boundingBox())!
    return [x + width / 2, y + height / 2] as const
  }
  /** One of a row of clicks at the same point, as the browser counts them. */
  const click = async (page: Page, clickCount: number) => {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
  const ways: [string, (page: Page, press: number) => Promise<unknown>][] = [
    [
      'by mouse at one point, each counted on from the one before',
      async (page, press) => {
        await page.mouse.move(...(await pointOf(page, 1)))
        await click(page, press)
      },
    ],
    ['by touch', async (page) => page.touchscreen.tap(...(await pointOf(page, 1)))],
  ]

  test.each(ways)(
    '[FORM-7] four answers 350 ms apart %s all count, the first one right after the quiz has opened',
    async (way, press) => {
      const { page, leave } = await invited(browser, app.url, {
        hasTouch: way === 'by touch',
        viewport: { width: 390, height: 844 },
      })
      await link(page).click()
      for (const at of [0, 1, 2, 3]) {
        await press(page, at + 1)
        if (at < 3)
          expect([await asked(page), await percent(page)]).toEqual([
            question(at + 1),
            String((at + 1) * 25),
          ])
        await page.clock.runFor(350)
      }
      await dialog(page, result).waitFor()
      await leave()
    },
  )

  test('[FORM-7] a double click on the invitation answers nothing, on an option one question, on the last option presses nothing in the result; the click that follows each counts', async () => {
    const { page, leave } = await invited(browser, app.url, { bypassCSP: true })
    const stands = async () => [await asked(page), await percent(page)]
    // An option comes to stand under the pointer.
    const underPointer = await page.addStyleTag({
      content:
        '#quiz-modal .choice:first-of-type input { position: fixed !important; inset: 0 !important }',
    })
    await link(page).dblclick()
    await dialog(page, modal).waitFor()
    expect(await stands()).toEqual([question(0), '0'])
    await click(page, 1)
    expect(await stands()).toEqual([question(1), '25'])
    await underPointer.evaluate((style) => (style as HTMLStyleElement).remove())
    await page.clock.runFor(1_000)
    await page.mouse.move(...(await pointOf(page, 1)))
    await click(page, 1)
    await page.clock.runFor(300)
    await click(page, 2)
    expect([...(await stands()), await dialog(page, modal).locator(':checked').count()]).toEqual([
      question(2),
      '50',
      0,
    ])
    await click(page, 1)
    expect(await asked(page)).toBe(question(3))
    // The result's close button comes to stand under the pointer.
    await page.addStyleTag({
      content:
        '#quiz-result .close { position: fixed !important; inset: 0 !important; width: 100vw; height: 100vh }',
    })
    await option(page, 0).dblclick()
    await dialog(page, result).waitFor()
    expect(await standing(page)).toEqual([result])
    await click(page, 1)
    await dialog(page, result).waitFor({ state: 'hidden' })
    await leave()
  })

  test('[FORM-7] Enter or Space held down answers one question, and an option ignores a second press on itself for 1 s, and no other', async () => {
    const { page, leave } = await opened(browser, app.url)
    await heldDown(page)
    for (let entry = 0; entry < 2; entry++) await back(page)
    await page.clock.runFor(1_000)
    await choose(page, 0)
    await page.clock.runFor(999)
    await back(page)
    await choose(page, 0)
    expect([await asked(page), await chosen(page)]).toEqual([question(0), idOf(0, 0)])
    await choose(page, 1)
    expect(await asked(page)).toBe(question(1))
    await back(page)
    await page.clock.runFor(1)
    await choose(page, 0)
    expect(await asked(page)).toBe(question(1))
    await leave()
  })

  const back = (page: Page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', resolve, { once: true })
          history.back()
        }),
    )

  /** From question 1 to question 3. */
  async function heldDown(page: Page) {
    await page.keyboard.press('Tab')
    for (const [before, key] of ['Enter', 'Space'].entries()) {
      for (let repeat = 0; repeat < 5; repeat++) {
        await page.keyboard.down(key)
        await page.clock.runFor(500)
      }
      // Even where the next option is reached while the key is still down.
      await option(page, 0).locator('input').focus()
      await page.keyboard.down(key)
      await page.keyboard.up(key)
      expect([key, await asked(page), await percent(page)]).toEqual([
        key,
        question(before + 1),
        String((before + 1) * 25),
      ])
    }
  }
})

describe('the last answer', () => {
  /** The page's deferred tasks wait until the returned function is called. */
  async function holdTasks(page: Page) {
    await page.evaluate(() => {
      const held = new Promise<void>((release) => Object.assign(window, { release }))
      Object.assign(window.scheduler as object, { yield: () => held })
    })
    return () => page.evaluate(() => (window as unknown as { release: () => void }).release())
  }

  test('[QUIZ-2] is shown as chosen in its question before the result is laid out; Back leads to question 3 then, another answer counts, Escape closes the quiz', async () => {
    const { page, leave } = await opened(browser, app.url)
    for (const at of [0, 0, 0]) await choose(page, at)
    const answer = async (at: number) => {
      await choose(page, at)
      await expect.poll(() => chosen(page)).toBe(idOf(3, at))
    }
    const showResult = await holdTasks(page)
    await answer(2)
    expect([await percent(page), await standing(page), await asked(page)]).toEqual([
      '100',
      [modal],
      question(3),
    ])
    await page.goBack()
    await expect.poll(() => asked(page)).toBe(question(2))
    await showResult()
    await page.clock.runFor(1_000)
    expect(await standing(page), 'after Back').toEqual([modal])
    await choose(page, 0)
    const showOther = await holdTasks(page)
    await answer(3)
    await answer(1)
    await showOther()
    await dialog(page, result).waitFor()
    expect(await standing(page)).toEqual([result])
    await page.goBack()
    await dialog(page, modal).waitFor()
    expect([await asked(page), await chosen(page)]).toEqual([question(3), idOf(3, 1)])
    const showNone = await holdTasks(page)
    await answer(0)
    await page.keyboard.press('Escape')
    await dialog(page, modal).waitFor({ state: 'hidden' })
    await showNone()
    await page.clock.runFor(1_000)
    expect(await standing(page), 'after Escape').toEqual([])
    await leave()
  })
})

test('with storage that throws on each call the answers hold for this page; with text of twice its size, and with forced colours, all of a question can be reached, and the chosen row has another line than the others', async () => {
  const sanne = await opened(browser, app.url, {
    start: (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('forbidden', 'SecurityError')
            },
          })
      }),
  })
  const { page } = sanne
  await choose(page, 0)
  await page.keyboard.press('Escape')
  await dialog(page, modal).waitFor({ state: 'hidden' })
  await openIn(page)
  expect(await asked(page)).toBe(question(1))
  expect(sanne.complaints).toEqual([])
  await isReachedEnlarged(page)
  await sanne.leave()
})

/** From question 2, at 360 px. */
async function isReachedEnlarged(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(
    await dialog(page, modal).evaluate(
      (box) =>
        box.scrollWidth <= box.clientWidth && box.getBoundingClientRect().bottom <= innerHeight,
    ),
  ).toBe(true)
  await choose(page, 3)
  await dialog(page, modal).getByRole('button', { name: 'Previous question' }).click()
  await expect.poll(() => asked(page)).toBe(question(1))
  const borders = await dialog(page, modal)
    .locator('.choice')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).borderBottomColor))
  expect([new Set(borders.slice(0, 3)).size, borders[3] !== borders[0]]).toEqual([1, true])
}

test('[POP-1] quiz and result hold the single place: the popups nobody asked for are refused, and come a second after it is free; [TRACK-1] quiz_started is tracked once per page load, quiz_completed once for each result, with its type and score', async () => {
  const { page, leave } = await opened(browser, app.url)
  await popupsHydrated(page)
  const leaving = async () => {
    await leaveThroughTheTop(page)
    await page.clock.runFor(300)
    return standing(page)
  }
  expect(await leaving()).toEqual([modal])
  for (const at of [0, 0, 0, 0]) await choose(page, at)
  await dialog(page, result).waitFor()
  expect(await leaving()).toEqual([result])
  await page.keyboard.press('Escape')
  await dialog(page, result).waitFor({ state: 'hidden' })
  await link(page).click()
  await dialog(page, result).waitFor()
  await dialog(page, result).getByRole('button', { name: 'Terug naar de quiz' }).click()
  await dialog(page, modal).waitFor()
  // FORM-7: it is the option that was pressed last.
  await page.clock.runFor(1_000)
  await choose(page, 0)
  await dialog(page, result).waitFor()
  expect(await trackedOf(page, 'quiz_started')).toMatchObject([
    { category: 'quiz', label: 'performance quiz' },
  ])
  expect(await trackedOf(page, 'quiz_completed')).toMatchObject([
    { category: 'quiz', label: 'focus', value: 12 },
  ])
  await page.keyboard.press('Escape')
  await dialog(page, result).waitFor({ state: 'hidden' })
  expect(await leaving()).toEqual([])
  await restAfterOverlay(page)
  expect(await leaving()).toEqual(['exit-intent-second'])
  await leave()
})
