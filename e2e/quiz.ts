import type { Browser, Page } from 'playwright-core'
import { quiz } from '#campaigns/fuel/quiz.ts'
import type { TestApp } from '#test/app.ts'
import { dialog, eventually, visit } from './visit.ts'
import type { Visitor } from './browser.ts'

/** The ids of the quiz's two dialogs. Below are visitors at each of their states. */
export const [modal, result] = ['quiz-modal', 'quiz-result'] as const

export const link = (page: Page) => page.locator('[data-cta="lead-magnet"]')
export const option = (page: Page, at: number) => dialog(page, modal).locator('.choice').nth(at)
export const asked = (page: Page) => dialog(page, modal).locator('h2').textContent()
export const chosen = (page: Page) => dialog(page, modal).locator(':checked').getAttribute('value')
export const percent = (page: Page) =>
  dialog(page, modal).getByRole('progressbar').getAttribute('value')

/**
 * QUIZ-1: whether the progress bar can be seen, and its width and that of the dialog or question
 * around it.
 */
export const seenBar = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('dialog[open] progress, main .question progress')!
    const box = bar.getBoundingClientRect()
    const around = bar.closest('dialog, .question')!
    return {
      seen:
        bar.checkVisibility() &&
        getComputedStyle(bar).clipPath === 'none' &&
        box.height >= 4 &&
        box.top >= 0 &&
        document.elementFromPoint(innerWidth / 2, box.top + box.height / 2) === bar,
      missingPx: around.clientWidth - Math.round(box.width),
    }
  })
export const standing = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('dialog[open]')].map(({ id }) => id))
export const question = (at: number) => quiz.questions[at]!.question
export const idOf = (at: number, option: number) => quiz.questions[at]!.options[option]!.id

export const email = (page: Page) => dialog(page, result).locator('input[type="email"]')
export const send = (page: Page) => dialog(page, result).locator('.form .btn')
export const panel = (page: Page) => dialog(page, result).locator('.welcome')

type Options = Parameters<typeof visit>[2]

/** At the invitation, with the code of the quiz loaded. */
export async function invited(
  browser: Browser,
  url: string,
  options: Options = {},
): Promise<Visitor> {
  const sanne = await visit(browser, url, options)
  await atInvitation(sanne.page)
  return sanne
}

export async function atInvitation(page: Page) {
  await link(page).scrollIntoViewIfNeeded()
  await page.locator('[data-island="quiz"][data-hydrated]').waitFor()
  await page.clock.runFor(1_000)
}

export async function opened(
  browser: Browser,
  url: string,
  options: Options = {},
): Promise<Visitor> {
  const sanne = await invited(browser, url, options)
  await openIn(sanne.page)
  return sanne
}

export async function openIn(page: Page) {
  await link(page).click()
  await dialog(page, modal).waitFor()
}

export const choose = (page: Page, at: number) => option(page, at).click()

/** Answered, each question with this option. */
export async function completed(
  browser: Browser,
  url: string,
  options: Options = {},
  at = 0,
): Promise<Visitor> {
  const sanne = await opened(browser, url, options)
  for (let question = 0; question < 4; question++) await choose(sanne.page, at)
  await dialog(sanne.page, result).waitFor()
  return sanne
}

/** Types and sends, a second after the last press (FORM-7), and waits for the answer. */
export async function save(page: Page, address: string) {
  await email(page).fill(address)
  await page.clock.runFor(1_000)
  await send(page).click()
  await outcome(page)
}

/** Waits until the form was sent, two seconds after its token was made, and answered. */
export const outcome = (page: Page) =>
  eventually(page, () =>
    dialog(page, result).locator('.form[data-state="submitting"]').count(),
  ).toBe(0)

/** The results that are saved for an address. */
export async function rowsOf(app: TestApp, address: string) {
  const { db } = await app.store()
  return db
    .selectFrom('quiz_results')
    .innerJoin('people', 'people.id', 'quiz_results.personId')
    .selectAll('quiz_results')
    .where('people.email', '=', address)
    .execute()
}
