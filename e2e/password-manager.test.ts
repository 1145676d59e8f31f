import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { dialog, dock, leaveThroughTheTop, popupsHydrated, scrollTo, visit } from './visit.ts'
import { field, holdBack, openBrowser, visitor, welcome } from './browser.ts'
import { mailsTo, onList } from './mails.ts'
import { completed, email, outcome, rowsOf, send } from './quiz.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const places = [
  ['behind the field', 'after'],
  ['before the field', 'before'],
  ['around the field', 'around'],
] as const
type Place = (typeof places)[number][1]

/** An extension that puts an element beside or around each field, also of forms that come later. */
const withIcons = (page: Page, place: Place) =>
  page.addInitScript((place) => {
    const seen = new WeakSet<Element>()
    const mark = () => {
      for (const field of document.querySelectorAll('input[type=email], input[name=name]')) {
        if (seen.has(field)) continue
        seen.add(field)
        const icon = document.createElement('div')
        icon.setAttribute('data-lastpass-icon-root', '')
        if (place !== 'around') field[place](icon)
        else {
          field.replaceWith(icon)
          icon.append(field)
        }
      }
    }
    document.addEventListener('DOMContentLoaded', () => {
      mark()
      new MutationObserver(mark).observe(document.body, { childList: true, subtree: true })
    })
  }, place)

const icons = (form: Locator) => form.locator('[data-lastpass-icon-root]').count()

describe.each(places)('[FORM-3] a password manager puts an element %s', (_, place) => {
  test.each([
    ['hero', 'signup-form'],
    ['final', 'final-block'],
  ] as const)(
    'before the %s form is hydrated: the typed text and the focus stay, and the form works',
    async (section, island) => {
      const lotte = await visitor(browser)
      const { page } = lotte
      await withIcons(page, place)
      const letIn = await holdBack(page, '**/assets/*.js')
      await page.goto(app.url)
      const address = `lotte.${section}.${place}@fuel.example`
      await field(page, section).pressSequentially(address.slice(0, -4))
      letIn()
      await page.locator(`[data-island="${island}"][data-hydrated]`).waitFor()
      await page.keyboard.type(address.slice(-4))
      expect(await field(page, section).inputValue()).toBe(address)
      await page.keyboard.press('Enter')
      await welcome(page).waitFor()
      expect(await onList(app, address)).toBe(1)
      await lotte.leave()
    },
  )
})

// React renders these forms in the browser alone; an element behind a field is no trouble there.
describe.each(places.slice(1))('[FORM-3] a password manager puts an element %s', (_, place) => {
  test('in the bar: the typed text stays while the bar is folded, and the form works', async () => {
    const lotte = await visit(browser, app.url, { start: (page) => withIcons(page, place) })
    const { page } = lotte
    await scrollTo(page, 500)
    const input = dock(page).getByLabel(/^E-?mail$/)
    const address = `lotte.bar.${place}@fuel.example`
    await input.fill(address)
    expect(await icons(dock(page))).toBe(1)
    await dock(page).getByRole('button', { name: 'Minimize' }).click()
    await page.clock.runFor(1_000)
    await dock(page).getByRole('button', { name: 'Restore' }).click()
    expect(await input.inputValue()).toBe(address)
    await input.press('Enter')
    await joined(page, address)
    expect(thrown(lotte)).toEqual([])
    await lotte.leave()
  })

  test('in the exit popup: the typed text stays while the message changes, and the form works', async () => {
    const lotte = await visit(browser, app.url, { start: (page) => withIcons(page, place) })
    const { page } = lotte
    await popupsHydrated(page)
    await leaveThroughTheTop(page)
    await page.clock.runFor(150)
    const popup = dialog(page, 'exit-intent-second')
    const input = popup.getByLabel(/^E-?mail$/)
    const address = `lotte.popup.${place}@fuel.example`
    await input.fill(address.slice(0, -8))
    await popup.getByText('Please enter a valid email address').waitFor()
    expect(await icons(popup)).toBe(1)
    await input.press('End')
    await page.keyboard.type(address.slice(-8))
    expect(await input.inputValue()).toBe(address)
    await input.press('Enter')
    await joined(page, address)
    expect(thrown(lotte)).toEqual([])
    await lotte.leave()
  })

  test('in the form of a quiz result: the typed text stays, and the result is saved', async () => {
    const lotte = await completed(browser, app.url, { start: (page) => withIcons(page, place) })
    const { page } = lotte
    const address = `lotte.quiz.${place}@fuel.example`
    await email(page).fill(address.slice(0, -8))
    expect(await icons(dialog(page, 'quiz-result'))).toBe(1)
    await email(page).press('End')
    await page.keyboard.type(address.slice(-8))
    await page.clock.runFor(1_000)
    await send(page).click()
    await outcome(page)
    expect(await rowsOf(app, address)).toHaveLength(1)
    expect(thrown(lotte)).toEqual([])
    await lotte.leave()
  })

  test('in the form of a first name on the own page: the typed text stays and is stored', async () => {
    const lotte = await visitor(browser)
    const { page } = lotte
    const address = `lotte.me.${place}@fuel.example`
    await joinByCall(app.url, address)
    const [mail] = await mailsTo(app, address)
    await page.goto(linkIn(mail!.text, 'confirm'))
    await page.getByRole('button', { name: 'Confirm my spot' }).click()
    await withIcons(page, place)
    const letIn = await holdBack(page, '**/assets/*.js')
    await page.goto(`${linkIn(mail!.text, 'me')}/name`)
    await page.getByRole('textbox').fill('Lotte')
    letIn()
    expect(await icons(page.locator('.own-act'))).toBe(1)
    expect(await page.getByRole('textbox').inputValue()).toBe('Lotte')
    await page.locator('.own-act button').click()
    await page.getByText('see the first name Lotte.').waitFor()
    await lotte.leave()
  })
})

/** The form's two seconds pass, and the address is stored. */
const joined = (page: Page, address: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(500)
      return onList(app, address)
    })
    .toBe(1)

/** What was thrown, besides React's message (418) that it rendered the hero's form anew. */
const thrown = ({ complaints }: { complaints: string[] }) =>
  complaints.filter((line) => !/^Failed to load resource|React error #418/.test(line))
