import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quiz } from '#campaign/quiz.ts'
import { startApp, type TestApp } from '#test/app.ts'
import {
  dialog,
  eventually,
  leaveThroughTheTop,
  popupsHydrated,
  quietPeriodOver,
  visit,
} from './visit.ts'
import { newTab, openBrowser, widths } from './browser.ts'
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

test.each(widths)(
  '[QUIZ-1] [QUIZ-2] [QUIZ-4] [HERO-7] at %i px each choice goes on to the next question, and the last to the result',
  async (width) => {
    const sanne = await opened(browser, app.url, { width })
    const { page } = sanne
    for (const at of [0, 1, 2, 3]) {
      expect([await asked(page), await percent(page), await standing(page)]).toEqual([
        question(at),
        String(at * 25),
        [modal],
      ])
      expect(await dialog(page, modal).locator('.choice').allTextContents()).toEqual(
        quiz.questions[at]!.options.map(({ text }) => text),
      )
      expect(await dialog(page, modal).locator('.choice svg').count()).toBe(4)
      await choose(page, 1)
    }
    await dialog(page, result).waitFor()
    expect([
      await standing(page),
      await dialog(page, modal)
        .getByRole('progressbar', { includeHidden: true })
        .getAttribute('value'),
    ]).toEqual([[result], '100'])
    const shown = await dialog(page, result).innerText()
    const { description, recommendation } = quiz.types.energy
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
      expect(shown).toContain(words)
    expect(await email(page).getAttribute('required')).toBe('')
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  },
)

test.each(widths)(
  "at %i px axe finds nothing but FX-6's rule, nothing is wider than its box, and what can be pressed is at least 44 px",
  async (width) => {
    const { page, leave } = await opened(browser, app.url, { width, reducedMotion: 'reduce' })
    const faults = async () => ({
      found: await findings(page),
      small: await smallTargets(page),
      wide: await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog[open]')]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map(({ id }) => id),
      ),
    })
    const none = { found: ['meta-viewport'], small: [], wide: [] }
    await page.clock.resume()
    expect(await faults()).toEqual(none)
    for (let at = 0; at < 4; at++) await choose(page, at)
    await dialog(page, result).waitFor()
    expect(await faults()).toEqual(none)
    await save(page, `lotte${width}@fuel.example`)
    await panel(page).waitFor()
    expect(await faults()).toEqual(none)
    await leave()
  },
)

test('on a phone all of the welcome comes into view, sent with Enter from a field at the edge', async () => {
  const { page, leave } = await completed(browser, app.url, {
    viewport: { width: 390, height: 844 },
  })
  await email(page).fill('lotte@fuel.example')
  await page.clock.runFor(3_000)
  await email(page).press('Enter')
  await eventually(page, () => panel(page).count()).toBe(1)
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

test('with text of twice its size, and with forced colours, all of a question can be reached, and the chosen row has another line than the others', async () => {
  const { page, leave } = await opened(browser, app.url, { width: 360, forcedColors: 'active' })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await choose(page, 3)
  expect(
    await dialog(page, modal).evaluate(
      (box) =>
        box.scrollWidth <= box.clientWidth && box.getBoundingClientRect().bottom <= innerHeight,
    ),
  ).toBe(true)
  await dialog(page, modal).getByRole('button', { name: 'Vorige vraag' }).click()
  await expect.poll(() => asked(page)).toBe(question(0))
  const borders = await dialog(page, modal)
    .locator('.choice')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).borderBottomColor))
  expect([new Set(borders.slice(0, 3)).size, borders[3] !== borders[0]]).toEqual([1, true])
  await leave()
})

describe('the code', () => {
  test('comes as the invitation comes near, and a click asks for nothing over the network', async () => {
    // Without particles, whose code comes some time after the first move; that of the popups comes
    // with it.
    const sanne = await visit(browser, app.url, { reducedMotion: 'reduce' })
    const { page } = sanne
    expect(sanne.requests.filter((path) => path.includes('quiz'))).toEqual([])
    await popupsHydrated(page)
    await atInvitation(page)
    await page.waitForLoadState('networkidle')
    sanne.requests.length = 0
    await openIn(page)
    expect(sanne.requests).toEqual([])
    await sanne.leave()
  })

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
          addEventListener('click', (event) => {
            resolve(!event.defaultPrevented)
            event.preventDefault()
          })
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
    const coming = sanne.page.waitForRequest('**/assets/quiz-dialog*')
    await link(sanne.page).scrollIntoViewIfNeeded()
    await coming
    return { ...sanne, arrive }
  }

  test('[HERO-7] a click before it has come opens the quiz once it has', async () => {
    const { page, arrive, complaints, leave } = await whileLoading()
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

  test('a press that opens a new tab is not held', async () => {
    const { page, arrive, leave } = await whileLoading()
    expect(await isLeftToBrowser(page)).toBe(true)
    arrive(true)
    await page.locator('[data-island="quiz"][data-hydrated]').waitFor()
    expect(await standing(page)).toEqual([])
    await leave()
  })

  test('leaves a press with a key that opens a new tab to the browser', async () => {
    const { page, leave } = await invited(browser, app.url)
    expect(await isLeftToBrowser(page)).toBe(true)
    expect(await link(page).getAttribute('href')).toBe('/quiz/1')
    expect(await standing(page)).toEqual([])
    await leave()
  })
})

describe('by the keyboard alone', () => {
  const focusedId = (page: Parameters<typeof asked>[0]) =>
    page.evaluate(() => document.activeElement?.id)

  test("[QUIZ-2] Enter and Space choose, arrow keys only move, and each question's heading takes the focus", async () => {
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
      await page.clock.runFor(1_000)
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      expect([await asked(page), await percent(page)]).toEqual([question(at), String(at * 25)])
      await page.keyboard.press(key)
    }
    await dialog(page, result).waitFor()
    expect([
      await focusedId(page),
      await dialog(page, result).locator('.diagnosis h2').textContent(),
    ]).toEqual(['quiz-result-title', 'Stress Optimizer'])
    await page.keyboard.press('Escape')
    await dialog(page, result).waitFor({ state: 'hidden' })
    expect(await link(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await leave()
  })

  test("a screen reader's click on a radio button chooses", async () => {
    const { page, leave } = await opened(browser, app.url)
    await page.clock.runFor(1_000)
    await option(page, 2)
      .locator('input')
      .evaluate((radio) => (radio as HTMLInputElement).click())
    expect(await asked(page)).toBe(question(1))
    await leave()
  })

  test('Tab stays in the dialog, and each control shows its focus', async () => {
    const { page, leave } = await opened(browser, app.url)
    await choose(page, 0)
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
    await leave()
  })
})

describe('by the keys 1 to 4', () => {
  test("[QUIZ-1] each answers with its option's row, and the keys are shown", async () => {
    const { page, leave } = await opened(browser, app.url)
    expect(await dialog(page, modal).getByText('Toets 1 tot 4 kiest').isVisible()).toBe(true)
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

  test('[QUIZ-1] a press with a modifier, a held key and another digit answer nothing', async () => {
    const { page, leave } = await opened(browser, app.url)
    for (const press of ['Shift+Digit1', 'Control+Digit1', 'Alt+Digit1', '5', '0', 'a'])
      await page.keyboard.press(press)
    expect([await asked(page), await percent(page)]).toEqual([question(0), '0'])
    for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('2')
    expect([await asked(page), await percent(page)]).toEqual([question(1), '25'])
    await leave()
  })

  test('[QUIZ-1] they answer where a press beside the options has taken the focus', async () => {
    const { page, leave } = await opened(browser, app.url)
    await dialog(page, modal).locator('#quiz-subtitle').click()
    await page.keyboard.press('3')
    expect(await asked(page)).toBe(question(1))
    await leave()
  })

  test('[QUIZ-1] they answer nothing before the quiz is open, after it is closed, and in the field of the result', async () => {
    const { page, leave } = await invited(browser, app.url)
    await page.keyboard.press('1')
    await openIn(page)
    expect([await asked(page), await percent(page)]).toEqual([question(0), '0'])
    await page.keyboard.press('1')
    await page.keyboard.press('Escape')
    await dialog(page, modal).waitFor({ state: 'hidden' })
    await page.keyboard.press('2')
    await openIn(page)
    expect([await asked(page), await percent(page)]).toEqual([question(1), '25'])
    for (const key of ['2', '2', '2']) await page.keyboard.press(key)
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

  test('[QUIZ-1] [QUIZ-4] lights an arc for each answer and leans to the type that leads', async () => {
    const { page, leave } = await opened(browser, app.url, { reducedMotion: 'reduce' })
    const lit = () => dial(page, modal).locator('.arc.on').count()
    expect([await lit(), await dial(page, modal).getAttribute('data-lean')]).toEqual([0, null])
    for (const [at, type, turn] of [
      [3, 'motivation', -90],
      [1, 'energy', 90],
      [2, 'stress', 180],
    ] as const) {
      const before = await lit()
      await choose(page, at)
      expect(await lit()).toBe(before + 1)
      // Each type leads in turn: the quiz begins again with an answer of its own.
      await page.evaluate(() => history.go(-1))
      await expect.poll(() => asked(page)).toBe(question(0))
      expect([
        await dial(page, modal).getAttribute('data-lean'),
        Math.abs(await turnOf(page, modal)),
      ]).toEqual([type, Math.abs(turn)])
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()
      await page.clock.runFor(2_000)
      await atInvitation(page)
      await dialog(page, modal).waitFor()
    }
    await leave()
  })

  test('[QUIZ-4] its labels are text of at least 12 px beside it, in question and result', async () => {
    const { page, leave } = await completed(browser, app.url, { width: 360 })
    const labels = await dial(page, result)
      .locator('span')
      .evaluateAll((all) =>
        all.map((label) => [label.textContent, parseFloat(getComputedStyle(label).fontSize) >= 12]),
      )
    expect(labels).toEqual([
      ['Focus 12', true],
      ['Energie 4', true],
      ['Stress 7', true],
      ['Motivatie 5', true],
    ])
    await leave()
  })

  test('[QUIZ-1] [QUIZ-4] moves its needle and its arcs, and in a result the needle settles', async () => {
    const { page, leave } = await opened(browser, app.url, { reducedMotion: 'no-preference' })
    await choose(page, 3)
    expect((await movesOf(page)).toSorted()).toEqual(['opacity', 'transform'])
    for (const at of [3, 3, 3]) await choose(page, at)
    await dialog(page, result).waitFor()
    expect(await movesOf(page)).toContain('settle')
    await leave()
  })

  test.each(['reduced', 'paused'] as const)('[FX-8] does not move with %s motion', async (how) => {
    const { page, leave } = await opened(browser, app.url, {
      reducedMotion: how === 'reduced' ? 'reduce' : 'no-preference',
      start: async (page) =>
        how === 'paused' && page.addInitScript(() => localStorage.setItem('ascend.paused', '1')),
    })
    for (const at of [3, 1, 3, 3]) {
      await choose(page, at)
      expect(await movesOf(page)).toEqual([])
    }
    await dialog(page, result).waitFor()
    expect([await movesOf(page), await turnOf(page, result)]).toEqual([[], -90])
    await leave()
  })
})

test.each([0, 1, 2, 3])(
  '[QUIZ-4] on a phone of 390 x 844 the form of result %i ends above the fold, and no word of its heading is broken',
  async (at) => {
    const { page, leave } = await completed(
      browser,
      app.url,
      { viewport: { width: 390, height: 844 } },
      at,
    )
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const [form, words, lines] = await dialog(page, result).evaluate((box) => {
        const heading = box.querySelector('.diagnosis > h2')!
        const range = document.createRange()
        range.selectNodeContents(heading)
        return [
          box.querySelector('.form')!.getBoundingClientRect().bottom,
          heading.textContent!.split(' ').length,
          new Set([...range.getClientRects()].map(({ top }) => top)).size,
        ] as const
      })
      if (width === 390) expect(form).toBeLessThan(844)
      expect([width, lines <= words]).toEqual([width, true])
    }
    await leave()
  },
)

test('[QUIZ-4] [FORM-3] the dialogs are Dutch; the names of types and the quoted messages are marked as English', async () => {
  const { page, leave } = await opened(browser, app.url)
  /** The visible texts, labels and placeholders of the open dialog that are not marked as Dutch. */
  const english = () =>
    page.evaluate(() => {
      const box = document.querySelector('dialog[open]')!
      const found: [lang: string, text: string][] = []
      const add = (element: Element, text: string | null) => {
        const lang = element.closest('[lang]')!.getAttribute('lang')!
        if (text?.trim() && lang !== 'nl') found.push([lang, text.trim()])
      }
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
      while (walker.nextNode())
        add(walker.currentNode.parentElement!, walker.currentNode.textContent)
      for (const element of box.querySelectorAll('[aria-label], [placeholder]'))
        for (const name of ['aria-label', 'placeholder']) add(element, element.getAttribute(name))
      return found
    })
  for (let at = 0; at < 4; at++) {
    expect(await english()).toEqual([])
    await choose(page, at)
  }
  await dialog(page, result).waitFor()
  const name = ['en', await dialog(page, result).locator('.diagnosis > h2').textContent()]
  expect(await english()).toEqual([name])
  await email(page).fill('milan@fuel')
  await email(page).press('Enter')
  await eventually(page, () => dialog(page, result).locator('.toast').count()).toBe(1)
  expect(await english()).toEqual([
    name,
    ['en', 'Please enter a valid email address'],
    ['en', 'Invalid email'],
    ['en', 'Please enter a valid email address'],
  ])
  await email(page).fill('milan@fuel.example')
  await page.clock.runFor(1_000)
  await dialog(page, result).locator('.form .btn').click()
  expect(await english()).toEqual([name, ['en', 'Joining...']])
  await eventually(page, () => panel(page).count()).toBe(1)
  expect(await english()).toEqual([name])
  expect(await dialog(page, result).locator('.toasts').getAttribute('aria-label')).toBe('Meldingen')
  await leave()
})

describe('the way back', () => {
  test('[QUIZ-4] Back goes to the former question, from the first one closes, and then leads where it led before', async () => {
    const { page, leave } = await completed(
      browser,
      app.url,
      { start: (page) => page.goto(`${app.url}/privacy`) },
      2,
    )
    for (const at of [3, 2, 1, 0]) {
      await page.goBack()
      await expect.poll(() => asked(page)).toBe(question(at))
      expect([await chosen(page), await percent(page)]).toEqual([idOf(at, 2), '100'])
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

  test('[QUIZ-4] Terug naar de quiz shows question 4 with the answers kept, and another answer is another result', async () => {
    const { page, leave } = await completed(browser, app.url, {}, 2)
    await dialog(page, result).getByRole('button', { name: 'Terug naar de quiz' }).click()
    await dialog(page, modal).waitFor()
    expect([await asked(page), await chosen(page), await standing(page)]).toEqual([
      question(3),
      'every-day-a-little',
      [modal],
    ])
    for (const at of [2, 1]) {
      await page.clock.runFor(1_000)
      await dialog(page, modal).getByRole('button', { name: 'Vorige vraag' }).press('Enter')
      await expect.poll(() => asked(page)).toBe(question(at))
    }
    for (let at = 1; at < 4; at++) await choose(page, 1)
    await dialog(page, result).waitFor()
    expect((await trackedOf(page, 'quiz_completed')).map(({ label }) => label)).toEqual([
      'stress',
      'energy',
    ])
    await leave()
  })

  test.each<[string, (page: Parameters<typeof asked>[0]) => Promise<unknown>]>([
    [
      'its button',
      (page) => dialog(page, modal).getByRole('button', { name: 'Sluit de quiz' }).click(),
    ],
    ['Escape', (page) => page.keyboard.press('Escape')],
  ])(
    '[HERO-7] closed by %s in the middle, it goes on there, and the entries that it made are left behind',
    async (_, close) => {
      const { page, leave } = await opened(browser, app.url, {
        start: (page) => page.goto(`${app.url}/privacy`),
      })
      await choose(page, 3)
      await choose(page, 0)
      await close(page)
      await dialog(page, modal).waitFor({ state: 'hidden' })
      await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
      await openIn(page)
      expect([await asked(page), await percent(page)]).toEqual([question(2), '50'])
      await page.clock.runFor(1_000)
      await dialog(page, modal).getByRole('button', { name: 'Vorige vraag' }).click()
      await expect.poll(() => asked(page)).toBe(question(1))
      expect(await chosen(page)).toBe(idOf(1, 0))
      await page.goBack()
      await dialog(page, modal).waitFor({ state: 'hidden' })
      await page.goBack()
      await page.waitForURL('**/privacy')
      await leave()
    },
  )

  test('a reload in the middle, and a step out to Privacy from the result, lead back to where the visitor was', async () => {
    const { page, leave } = await opened(browser, app.url)
    await choose(page, 1)
    await page.reload()
    await page.clock.runFor(2_000)
    await atInvitation(page)
    await dialog(page, modal).waitFor()
    expect([await asked(page), await percent(page)]).toEqual([question(1), '25'])
    for (const at of [1, 1, 1]) await choose(page, at)
    await dialog(page, result).getByRole('link', { name: 'Privacy' }).click()
    await page.waitForURL('**/privacy')
    await page.goBack()
    await page.clock.runFor(2_000)
    await atInvitation(page)
    await expect.poll(() => standing(page)).toEqual([result])
    await page.goBack()
    await expect.poll(() => asked(page)).toBe(question(3))
    await leave()
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
    [
      'by keyboard',
      async (page) => {
        await page.keyboard.press('Tab')
        await page.keyboard.press('Space')
      },
    ],
  ]

  test.each(ways)('[FORM-7] four answers 350 ms apart %s all count', async (way, press) => {
    const { page, leave } = await opened(browser, app.url, {
      hasTouch: way === 'by touch',
      viewport: { width: 390, height: 844 },
    })
    for (const at of [0, 1, 2, 3]) {
      expect([await asked(page), await percent(page)]).toEqual([question(at), String(at * 25)])
      await press(page, at + 1)
      await page.clock.runFor(350)
    }
    await dialog(page, result).waitFor()
    await leave()
  })

  test.each(ways)(
    '[FORM-7] the first press right after the quiz has opened counts, %s',
    async (way, press) => {
      const { page, leave } = await invited(browser, app.url, {
        hasTouch: way === 'by touch',
        viewport: { width: 390, height: 844 },
      })
      await (way === 'by keyboard' ? link(page).press('Enter') : link(page).click())
      await press(page, 1)
      expect([await asked(page), await percent(page)]).toEqual([question(1), '25'])
      await leave()
    },
  )

  test('[FORM-7] a double click on an option answers one question, and the next click counts', async () => {
    const { page, leave } = await opened(browser, app.url)
    await page.mouse.move(...(await pointOf(page, 1)))
    await click(page, 1)
    await page.clock.runFor(300)
    await click(page, 2)
    expect([
      await asked(page),
      await percent(page),
      await dialog(page, modal).locator(':checked').count(),
    ]).toEqual([question(1), '25', 0])
    await click(page, 1)
    expect(await asked(page)).toBe(question(2))
    await leave()
  })

  test('[FORM-7] a double click on the last option presses nothing in the result', async () => {
    const { page, leave } = await opened(browser, app.url, { bypassCSP: true })
    for (const at of [0, 0, 0]) await choose(page, at)
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

  test('[FORM-7] a double click on the invitation answers nothing, and the press that follows counts', async () => {
    const { page, leave } = await invited(browser, app.url, { bypassCSP: true })
    // An option comes to stand under the pointer.
    await page.addStyleTag({
      content:
        '#quiz-modal .choice:first-of-type input { position: fixed !important; inset: 0 !important }',
    })
    await link(page).dblclick()
    await dialog(page, modal).waitFor()
    expect([await asked(page), await percent(page)]).toEqual([question(0), '0'])
    await click(page, 1)
    expect([await asked(page), await percent(page)]).toEqual([question(1), '25'])
    await leave()
  })

  test('[FORM-7] an option ignores a second press on itself for 1 s, and no other', async () => {
    const { page, leave } = await opened(browser, app.url)
    const back = () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener('popstate', resolve, { once: true })
            history.back()
          }),
      )
    await choose(page, 0)
    await page.clock.runFor(999)
    await back()
    await choose(page, 0)
    expect([await asked(page), await chosen(page)]).toEqual([question(0), idOf(0, 0)])
    await choose(page, 1)
    expect(await asked(page)).toBe(question(1))
    await back()
    await page.clock.runFor(1)
    await choose(page, 0)
    expect(await asked(page)).toBe(question(1))
    await leave()
  })

  test.each(['Enter', 'Space'])('[FORM-7] %s held down answers one question', async (key) => {
    const { page, leave } = await opened(browser, app.url)
    await page.keyboard.press('Tab')
    for (let repeat = 0; repeat < 5; repeat++) {
      await page.keyboard.down(key)
      await page.clock.runFor(500)
    }
    // Even where the next option is reached while the key is still down.
    await option(page, 0).locator('input').focus()
    await page.keyboard.down(key)
    await page.keyboard.up(key)
    expect([await asked(page), await percent(page)]).toEqual([question(1), '25'])
    await leave()
  })
})

describe('the last answer', () => {
  /** Completes the quiz, but the page's deferred tasks wait until `release`. */
  async function answered() {
    const sanne = await opened(browser, app.url)
    const { page } = sanne
    for (const at of [0, 0, 0]) await choose(page, at)
    await page.evaluate(() => {
      const held = new Promise<void>((release) => Object.assign(window, { release }))
      Object.assign(window.scheduler as object, { yield: () => held })
    })
    await choose(page, 2)
    await expect.poll(() => percent(page)).toBe('100')
    const release = () => page.evaluate(() => (window as unknown as Held).release())
    return { ...sanne, release }
  }
  type Held = { release: () => void }

  test('[QUIZ-2] is shown as chosen in its question before the result is laid out', async () => {
    const { page, release, leave } = await answered()
    expect([await standing(page), await asked(page), await chosen(page)]).toEqual([
      [modal],
      question(3),
      idOf(3, 2),
    ])
    await release()
    await dialog(page, result).waitFor()
    expect(await standing(page)).toEqual([result])
    await leave()
  })

  test.each([
    ['Escape closes the quiz', (page: Page) => page.keyboard.press('Escape'), []],
    ['Back leads to question 3', (page: Page) => page.goBack(), [modal]],
  ])('before the result, %s, and no result appears', async (_, act, left) => {
    const { page, release, leave } = await answered()
    await act(page)
    if (left.length > 0) await expect.poll(() => asked(page)).toBe(question(2))
    else await dialog(page, modal).waitFor({ state: 'hidden' })
    await release()
    await page.clock.runFor(1_000)
    expect(await standing(page)).toEqual(left)
    await leave()
  })

  test('a last answer that is changed before the result counts', async () => {
    const { page, release, leave } = await answered()
    await choose(page, 1)
    await expect.poll(() => chosen(page)).toBe(idOf(3, 1))
    await release()
    await dialog(page, result).waitFor()
    await page.goBack()
    await dialog(page, modal).waitFor()
    expect([await asked(page), await chosen(page)]).toEqual([question(3), idOf(3, 1)])
    await leave()
  })
})

test('two tabs have answers of their own', async () => {
  const sanne = await opened(browser, app.url)
  await choose(sanne.page, 0)
  const other = await newTab(sanne)
  await holdClock(other.page)
  await other.page.goto(app.url)
  await other.page.clock.runFor(2_000)
  await atInvitation(other.page)
  await openIn(other.page)
  expect([await asked(other.page), await asked(sanne.page)]).toEqual([question(0), question(1)])
  await sanne.leave()
})

test('with storage that throws on each call the answers hold for this page', async () => {
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
  await sanne.leave()
})

describe('the single place', () => {
  test('[POP-1] quiz and result hold it: the popups nobody asked for are refused, and come when it is free', async () => {
    const { page, leave } = await opened(browser, app.url)
    await popupsHydrated(page)
    await quietPeriodOver(page)
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
    expect(await leaving()).toEqual(['exit-intent-second'])
    await leave()
  })
})

test('[TRACK-1] quiz_started is tracked once per page load, quiz_completed once for each result, with its type and score', async () => {
  const { page, leave } = await completed(browser, app.url)
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
  await leave()
})
