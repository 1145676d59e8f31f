import type { Page } from 'playwright-core'
import { linkIn } from '#test/visitor.ts'

/**
 * `drawn` resolves once all that a picture shows is there; `take` takes the picture with this name.
 */
type Camera = {
  page: Page
  url: string
  width: number
  drawn: () => Promise<void>
  take: (name: string, options?: { fullPage?: boolean }) => Promise<void>
}

/**
 * What follows a press on the landing page: each dialog, panel and page of a visitor, in the order
 * in which they meet them.
 */
export async function takeJourneys(camera: Camera) {
  await video(camera)
  await quiz(camera)
  await joined(camera)
  await withoutScript(camera)
}

async function video({ page, url, drawn, take }: Camera) {
  await page.goto(url)
  await drawn()
  await page.locator('.reel').scrollIntoViewIfNeeded()
  await page.locator('.reel').click()
  await page.locator('#video-overlay[open]').waitFor()
  await drawn()
  await take('video')
}

async function quiz({ page, url, width, drawn, take }: Camera) {
  await page.goto(url)
  await drawn()
  const link = page.locator('[data-cta="lead-magnet"]')
  await link.scrollIntoViewIfNeeded()
  await page.locator('[data-island="quiz"][data-hydrated]').waitFor()
  await link.click()
  const dialog = page.locator('dialog[open]')
  const question = dialog.getByRole('progressbar')
  for (const answered of [0, 25, 50, 75]) {
    await question.and(page.locator(`[value="${answered}"]`)).waitFor()
    await drawn()
    if (answered === 0) await take('quiz')
    if (answered === 50) await take('quiz-3')
    await dialog.locator('.choice').first().click()
  }
  await dialog.getByLabel(/^E-?mail$/).waitFor()
  await drawn()
  await take('quiz-result')
  await dialog.getByLabel(/^E-?mail$/).fill(`quiz.${width}@fuel.example`)
  await dialog.locator('.form .btn').click()
  await dialog.locator('.welcome').waitFor()
  await drawn()
  await take('quiz-saved')
}

async function joined({ page, url, width, drawn, take }: Camera) {
  await page.goto(url)
  await page.evaluate('localStorage.clear()')
  await page.reload()
  await drawn()
  const form = page.locator('#hero .form')
  await form.getByLabel(/^E-?mail$/).fill(`joined.${width}@fuel.example`)
  await form.getByRole('button').click()
  await page.locator('#hero .welcome').waitFor()
  await drawn()
  await take('joined')
  await page.reload()
  await drawn()
  await take('joined-again')
}

/** The pages beside the landing page. */
async function withoutScript({ page, url, width, drawn, take }: Camera) {
  const show = async (path: string, name: string) => {
    await page.goto(path)
    await drawn()
    await take(name, { fullPage: true })
  }
  const press = async (button: string, name: string) => {
    await page.getByRole('button', { name: button }).click()
    await drawn()
    await take(name, { fullPage: true })
  }
  const links = await linksOf(url, `joined.${width}@fuel.example`)
  await show(links.unsubscribe, 'remove')
  await show(links.confirm, 'confirm')
  await press('Confirm my spot', 'confirmed')
  await show(links.confirm, 'confirmed-already')
  await show(links.me, 'me')
  await show(`${links.me}/consent`, 'me-consent')
  await show(links.unsubscribe, 'leave')
  await press('Leave the list', 'left')
  await show(`${links.me}/erase`, 'erase')
  await press('Erase everything', 'erased')
  await show(`${url}/confirm/unknown`, 'link-unknown')
  await show(`${url}/no/such/path`, '404')
  await show(`${url}/privacy`, 'privacy')
  await show(`${url}/quiz/1`, 'quiz-without-script')
  await show(`${url}/dev/mails`, 'kept-mails')
  await page.getByRole('link', { name: 'dark' }).first().click()
  await drawn()
  await take('kept-mail-dark', { fullPage: true })
}

/** The links in the newest kept mail to an address, once there is one. */
export async function linksOf(url: string, email: string) {
  for (;;) {
    const list = await (await fetch(`${url}/dev/mails`)).text()
    const row = list.split('<tr>').find((text) => text.includes(email))
    const id = /\/dev\/mails\/([\da-f-]{36})/.exec(row ?? '')?.[1]
    if (id) {
      const mail = await (await fetch(`${url}/dev/mails/${id}/raw`)).text()
      const text = mail.replaceAll(/=\r?\n/g, '')
      return {
        confirm: linkIn(text, 'confirm'),
        unsubscribe: linkIn(text, 'unsubscribe'),
        me: linkIn(text, 'me'),
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
