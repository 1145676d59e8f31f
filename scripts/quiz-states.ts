import { holdBack, toast } from '../e2e/browser.ts'
import * as quiz from '../e2e/quiz.ts'
import { dialog } from '../e2e/visit.ts'
import {
  answer,
  dismissToast,
  enter,
  longAddress,
  noAddress,
  type StateVisit,
} from './state-visit.ts'

/** The quiz in its dialogs, from the invitation to a saved result (QUIZ-1 to QUIZ-9). */
export async function quizDialogs(visit: StateVisit) {
  const { page, take } = visit
  await enter(visit)
  await quiz.atInvitation(page)
  await quiz.openIn(page)
  for (const at of [0, 1, 2, 3]) {
    await take(`quiz-${at + 1}`)
    await quiz.choose(page, at)
    await page.clock.runFor(1_000)
  }
  const result = dialog(page, quiz.result)
  await result.waitFor()
  await take('quiz-result')
  await page.goBack()
  await page.clock.runFor(1_000)
  await take('quiz-chosen')
  await quiz.choose(page, 3)
  await page.clock.runFor(1_000)
  await quiz.email(page).fill(noAddress)
  await page.keyboard.press('Enter')
  await take('quiz-invalid')
  await quizIsSaved(visit)
}

async function quizIsSaved({ page, take }: StateVisit) {
  const saved = '**/rest/v1/**'
  const result = dialog(page, quiz.result)
  await page.route(saved, (route) => route.fulfill({ status: 500, json: {} }))
  await quiz.email(page).fill('sanne@fuel.example')
  await page.keyboard.press('Enter')
  await answer(page, toast(page))
  await take('quiz-failed')
  await dismissToast(page)
  await page.unroute(saved)
  const letGo = await holdBack(page, saved)
  await quiz.send(page).click()
  await result.locator('.form[data-state="submitting"]').waitFor()
  await take('quiz-saving')
  letGo()
  await answer(page, quiz.panel(page))
  await take('quiz-saved')
  await quiz.panel(page).getByRole('button', { name: 'gebruik een ander adres' }).click()
  await page.clock.runFor(1_000)
  await quiz.email(page).fill(longAddress)
  await page.keyboard.press('Enter')
  await answer(page, quiz.panel(page))
  await take('quiz-saved-long')
}
