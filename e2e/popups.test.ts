import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  dialog,
  eventually,
  leaveThroughTheTop,
  load,
  popupsHydrated,
  restAfterOverlay,
  scrollTo,
  visit,
} from './visit.ts'
import {
  field,
  holdBack,
  openBrowser,
  joinedHeading,
  success,
  toast,
  welcome,
  type Visitor,
} from './browser.ts'
import { findings } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const [first, second] = ['exit-intent', 'exit-intent-second'] as const
type Key = typeof first | typeof second
const shown = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('dialog[open]')].map(({ id }) => id))

async function ready(options: Parameters<typeof visit>[2] = {}): Promise<Visitor> {
  const sanne = await visit(browser, app.url, options)
  await popupsHydrated(sanne.page)
  return sanne
}

/** The first opens only in phase 5, at the page's end. */
async function readyFor(key: Key, options: Parameters<typeof visit>[2] = {}): Promise<Visitor> {
  const sanne = await ready(options)
  if (key === first) await toTheEnd(sanne.page)
  return sanne
}
async function toTheEnd(page: Page) {
  await scrollTo(page, await page.evaluate(() => document.documentElement.scrollHeight))
  await page.locator('html[data-phase="5"]').waitFor()
}

/** The popup stands, opened as its row says. */
async function opened(key: Key, options: Parameters<typeof visit>[2] = {}): Promise<Visitor> {
  const sanne = await readyFor(key, options)
  await leaveThroughTheTop(sanne.page)
  await sanne.page.clock.runFor(150)
  await dialog(sanne.page, key).waitFor()
  return sanne
}

describe('the second exit popup', () => {
  test('[POP-4] opens 2 s after scrolling back to the top from over 300 px: not where the visitor was only 300 px down, is not still at the top, or was brought there by a link of the page', async () => {
    const sanne = await ready()
    const { page } = sanne
    const goTo = async (stops: number[]) => {
      for (const stop of stops) await scrollTo(page, stop)
    }
    for (const stops of [
      [300, 0],
      [800, 0, 50],
    ]) {
      await goTo(stops)
      await page.clock.runFor(5_000)
      expect([stops, await shown(page)]).toEqual([stops, []])
    }
    await page.evaluate(() => document.querySelector('.skip')!.setAttribute('href', '#'))
    await goTo([1_500])
    await page.locator('.skip').evaluate((link) => (link as HTMLElement).click())
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.clock.runFor(5_000)
    expect(await shown(page)).toEqual([])
    await goTo([301, 0])
    await page.clock.runFor(1_800)
    expect(await shown(page)).toEqual([])
    await page.clock.runFor(200)
    expect(await shown(page)).toEqual([second])
    await sanne.leave()
  })
})

describe('a leave before the code of the exit popups has loaded', () => {
  /** The code is asked for with the first move, and held back. */
  async function early(act: (page: Page) => Promise<unknown>) {
    const sanne = await visit(browser, app.url)
    const { page } = sanne
    const letGo = await holdBack(page, '**/popups.island-*.js')
    await act(page)
    letGo()
    await page.locator('[data-island="popups"][data-hydrated]').waitFor({ state: 'attached' })
    await page.clock.runFor(100)
    const open = await shown(page)
    await sanne.leave()
    return open
  }

  test.each<[string, (page: Page) => Promise<unknown>, Key[]]>([
    [
      '[POP-4] counts: the second opens once it has loaded',
      async (page) => {
        await leaveThroughTheTop(page)
        await page.clock.runFor(60)
      },
      [second],
    ],
    [
      '[POP-4] does not count where the mouse came back within 100 ms, nor through the side',
      async (page) => {
        await leaveThroughTheTop(page)
        await page.clock.runFor(60)
        await page.mouse.move(300, 100)
        await page.clock.runFor(1_000)
        await page.mouse.move(300, 200)
        await page.mouse.move(-5, 200)
        await page.clock.runFor(300)
      },
      [],
    ],
    [
      '[POP-4] counts where the mouse came back later',
      async (page) => {
        await leaveThroughTheTop(page)
        await page.clock.runFor(150)
        await page.mouse.move(300, 100)
      },
      [second],
    ],
    [
      '[POP-1] [POP-5] does not count while another dialog was open',
      async (page) => {
        await page.locator('.reel').click()
        await dialog(page, 'video-overlay').waitFor()
        await leaveThroughTheTop(page)
        await page.keyboard.press('Escape')
        await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
        await page.clock.runFor(2_000)
      },
      [],
    ],
    [
      '[POP-5] does not count within a second after another dialog closed',
      async (page) => {
        await page.locator('.reel').click()
        await dialog(page, 'video-overlay').waitFor()
        await page.keyboard.press('Escape')
        await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
        await page.clock.runFor(500)
        await leaveThroughTheTop(page)
        await page.clock.runFor(2_000)
      },
      [],
    ],
    [
      '[POP-1] does not count while the visitor was typing',
      async (page) => {
        await field(page).fill('noor@fuel')
        await leaveThroughTheTop(page)
        await field(page).fill('')
        await field(page).blur()
      },
      [],
    ],
    [
      '[POP-5] counts a second after another dialog closed',
      async (page) => {
        await page.locator('.reel').click()
        await dialog(page, 'video-overlay').waitFor()
        await page.keyboard.press('Escape')
        await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
        await restAfterOverlay(page)
        await leaveThroughTheTop(page)
      },
      [second],
    ],
    [
      '[POP-3] [POP-5] counts at the end of the page, though the mouse came back: the first opens',
      async (page) => {
        await toTheEnd(page)
        await leaveThroughTheTop(page)
        await page.clock.runFor(60)
        await page.mouse.move(300, 100)
      },
      [first],
    ],
  ])('%s', async (_, act, open) => {
    expect(await early(act)).toEqual(open)
  })
})

describe('the first exit popup', () => {
  test('[POP-3] [POP-5] opens when the mouse leaves through the top edge, at once, and holds the place that the second asks for then; once it was closed no other opens for a second, then the second one may, in the same visit', async () => {
    const sanne = await readyFor(first)
    const { page } = sanne
    await leaveThroughTheTop(page)
    expect(await shown(page)).toEqual([first])
    await page.clock.runFor(2_000)
    expect(await shown(page)).toEqual([first])
    await page.keyboard.press('Escape')
    await dialog(page, first).waitFor({ state: 'hidden' })
    await leaveThroughTheTop(page)
    await page.clock.runFor(990)
    expect(await shown(page)).toEqual([])
    await page.clock.runFor(5_000)
    expect(await shown(page), 'a refused popup waits for the next leave').toEqual([])
    await leaveThroughTheTop(page)
    await page.clock.runFor(150)
    expect(await shown(page)).toEqual([second])
    await sanne.leave()
  })
})

describe('both exit popups', () => {
  test('[POP-4] [POP-5] the second opens in phase 1, where the first does not, 100 ms after the mouse left through the top: not where it came back in that time, nor where it left through the side or the bottom; [POP-1] closed by its button, neither is ever shown again, at later visits neither', async () => {
    const sanne = await ready()
    const { page } = sanne
    await opensOnlyThroughTheTop(page)
    await areClosedForGood(page, (key) =>
      dialog(page, key).getByRole('button', { name: 'Close' }).click(),
    )
    await sanne.leave()
  })

  test('[POP-5] neither waits after a bar appeared; [POP-1] closed by a click beside it, neither is ever shown again, at later visits neither', async () => {
    const sanne = await ready()
    const { page } = sanne
    await scrollTo(page, 400)
    await page.locator('.dock').waitFor()
    expect(await leaving(page)).toEqual([second])
    await areClosedForGood(page, () => page.mouse.click(20, 400))
    await sanne.leave()
  })

  async function opensOnlyThroughTheTop(page: Page) {
    await leaveThroughTheTop(page)
    await page.clock.runFor(60)
    await page.mouse.move(300, 100)
    await page.clock.runFor(2_000)
    expect(await shown(page)).toEqual([])
    for (const [way, x, y] of [
      ['left', -5, 300],
      ['bottom', 300, 805],
    ] as const) {
      await page.mouse.move(300, 300)
      await page.mouse.move(x, y)
      await page.clock.runFor(2_000)
      expect([way, await shown(page)]).toEqual([way, []])
    }
    await leaveThroughTheTop(page)
    expect(await shown(page)).toEqual([])
    await page.clock.runFor(99)
    expect(await shown(page)).toEqual([])
    await page.clock.runFor(1)
    expect(await shown(page)).toEqual([second])
  }

  const leaving = async (page: Page) => {
    await leaveThroughTheTop(page)
    await page.clock.runFor(300)
    return shown(page)
  }

  /** The second is open; the first opens at the end of the page. */
  async function areClosedForGood(page: Page, close: (key: Key) => Promise<unknown>) {
    for (const key of [second, first]) {
      if (key === first) {
        await toTheEnd(page)
        expect(await leaving(page)).toEqual([key])
      }
      await close(key)
      await dialog(page, key).waitFor({ state: 'hidden' })
      await restAfterOverlay(page)
      // At the end of the page it is the second that may not come.
      expect(await leaving(page), 'in this visit').toEqual([])
    }
    await noneAtNextLoad(page)
  }

  async function noneAtNextLoad(page: Page) {
    await load(page, app.url)
    await popupsHydrated(page)
    expect(await leaving(page), 'in the next visit').toEqual([])
    await toTheEnd(page)
    expect(await leaving(page), 'at the end of the page').toEqual([])
  }

  test('[POP-1] one opens neither while a field has focus nor while one holds text; it takes the focus, holds it, and gives it back; closed by Escape, it is never shown again, at later visits neither', async () => {
    const sanne = await ready()
    const { page } = sanne
    for (const key of [second, first]) {
      if (key === first) await toTheEnd(page)
      await opensWithoutText(page, key)
      await holdsFocus(page, key)
      await restAfterOverlay(page)
      expect(await leaving(page), 'in this visit').toEqual([])
    }
    await noneAtNextLoad(page)
    await sanne.leave()
  })

  async function opensWithoutText(page: Page, key: Key) {
    const here = field(page, key === first ? 'final' : 'hero')
    await here.focus()
    expect(await leaving(page)).toEqual([])
    await here.fill('san')
    await here.blur()
    expect(await leaving(page)).toEqual([])
    await here.fill('')
    await before(page, key).focus()
    expect(await leaving(page)).toEqual([key])
  }

  async function holdsFocus(page: Page, key: Key) {
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`${key}-title`)
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement!.closest('dialog') !== null,
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog(page, key).waitFor({ state: 'hidden' })
    expect(await before(page, key).evaluate((link) => link === document.activeElement)).toBe(true)
  }

  /** What has the focus before the popup opens. */
  const before = (page: Page, key: Key) =>
    key === first
      ? page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })
      : page.locator('[data-pause]').first()
})

describe.each([first, second])('the popup %s', (key) => {
  test("axe finds nothing in it but FX-6's rule, and in a low window of 844 x 390 px it shows its title, what it offers, its field and its button at once", async () => {
    const sanne = await opened(key)
    const { page } = sanne
    await page.clock.resume()
    expect(await findings(page)).toEqual(['meta-viewport'])
    await page.setViewportSize({ width: 844, height: 390 })
    const whole = (await dialog(page, key).boundingBox())!
    for (const part of ['h2', '.terms', '.field', '.btn']) {
      const box = (await dialog(page, key).locator(part).boundingBox())!
      expect([part, box.y >= whole.y, box.y + box.height <= whole.y + whole.height]).toEqual([
        part,
        true,
        true,
      ])
    }
    await sanne.leave()
  })

  test(`[FORM-1] [FORM-9] its form complains of an address that is none above what is inert, signs up with its own placement, and says so; 'Use another address' brings it back, and it stays; 5 s after a sign-up it closes, and no other comes`, async () => {
    const sanne = await opened(key)
    const { page } = sanne
    const popup = dialog(page, key)
    await popup.getByLabel(/^E-?mail$/).fill('noor@fuel')
    await page.keyboard.press('Enter')
    await popup.locator('.toast').getByRole('button', { name: 'Close' }).click()
    expect(await toast(page).count()).toBe(0)
    // FORM-7: the form was sent just before.
    await page.clock.runFor(1_000)
    await signsUp(page, `another.${key}@fuel.example`)
    await popup.getByRole('button', { name: 'Use another address' }).click()
    await page.mouse.move(5, 5)
    await page.clock.runFor(20_000)
    expect(await popup.getByLabel(/^E-?mail$/).inputValue()).toBe(`another.${key}@fuel.example`)
    await signsUp(page, `noor.${key}@fuel.example`)
    await popup.locator('.toast').hover()
    await page.clock.runFor(20_000)
    expect([await shown(page), await toast(page).count()], 'toast under the pointer').toEqual([
      [key],
      1,
    ])
    await popup.locator('h2').first().hover()
    await page.clock.runFor(20_000)
    expect(await shown(page), 'under the pointer it waits').toEqual([key])
    await page.mouse.move(5, 5)
    await page.clock.runFor(4_900)
    expect(await shown(page)).toEqual([key])
    await page.clock.runFor(100)
    expect([await shown(page), await toast(page).count()]).toEqual([[], 0])
    await leaveThroughTheTop(page)
    await scrollTo(page, 900)
    await scrollTo(page, 0)
    await page.clock.runFor(5_000)
    expect(await shown(page)).toEqual([])
    await sanne.leave()
  })

  async function signsUp(page: Page, email: string) {
    const popup = dialog(page, key)
    await popup.getByLabel(/^E-?mail$/).fill(email)
    await popup.locator('.form .btn').click()
    await eventually(page, () => popup.getByRole('heading', { name: joinedHeading }).count()).toBe(
      1,
    )
    // FORM-5: inside the dialog, as the page behind it is inert.
    expect([
      await popup.locator('.toast[role="status"] p').textContent(),
      await page.getByText(success).count(),
    ]).toEqual([success, 1])
    const { db } = await app.store()
    const consent = await db
      .selectFrom('consents')
      .innerJoin('people', 'people.id', 'consents.personId')
      .select('consents.placement')
      .where('people.email', '=', email)
      .executeTakeFirst()
    expect(consent?.placement).toBe(key)
  }
})

describe('the single place', () => {
  test('[POP-1] the video overlay, opened by the page itself, holds it: the popups nobody asked for are refused, [POP-5] also for a second after it has closed; a toast delays neither', async () => {
    const sanne = await ready()
    const { page } = sanne
    await page.locator('.reel').click()
    await dialog(page, 'video-overlay').waitFor()
    await leaveThroughTheTop(page)
    await page.clock.runFor(300)
    expect(await shown(page)).toEqual(['video-overlay'])
    await page.keyboard.press('Escape')
    await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
    await leaveThroughTheTop(page)
    await page.clock.runFor(800)
    expect(await shown(page)).toEqual([])
    await scrollTo(page, 0)
    await field(page).fill('noor@fuel')
    await page.keyboard.press('Enter')
    await toast(page).waitFor()
    await field(page).fill('')
    await field(page).blur()
    await page.clock.runFor(500)
    await leaveThroughTheTop(page)
    await page.clock.runFor(200)
    expect([await shown(page), await toast(page).count()]).toEqual([[second], 1])
    await sanne.leave()
  })

  test("[POP-1] an overlay that opened before the popups' code was there holds it too", async () => {
    const sanne = await visit(browser, app.url)
    const { page } = sanne
    const letIn = await holdBack(page, '**/assets/popups*.js')
    await page.locator('.reel').click()
    await dialog(page, 'video-overlay').waitFor()
    letIn()
    await page.locator('[data-island="popups"][data-hydrated]').waitFor({ state: 'attached' })
    await leaveThroughTheTop(page)
    await page.clock.runFor(300)
    expect(await shown(page)).toEqual(['video-overlay'])
    await sanne.leave()
  })

  test('[POP-1] with storage that throws on each call a closed popup does not come again in this visit', async () => {
    const sanne = await opened(second, {
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
    await page.keyboard.press('Escape')
    await dialog(page, second).waitFor({ state: 'hidden' })
    await leaveThroughTheTop(page)
    await page.clock.runFor(300)
    expect(await shown(page)).toEqual([])
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  })
})

test('[ROLE-2] [FORM-9] signing up in the hero unlocks no video: the overlay is the same before and after; and no popup opens any more, at later visits neither', async () => {
  const sanne = await ready()
  const { page } = sanne
  const overlay = async () => {
    await page.locator('.reel').click()
    await dialog(page, 'video-overlay').waitFor()
    const html = await dialog(page, 'video-overlay').evaluate((one) => one.outerHTML)
    await page.keyboard.press('Escape')
    await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
    await page.clock.runFor(2_000)
    return html
  }
  const before = await overlay()
  await scrollTo(page, 0)
  await field(page).fill('milan.hero@fuel.example')
  await page.locator('#hero .form .btn').click()
  await eventually(page, () => welcome(page).count()).toBe(1)
  for (const visit of ['this', 'the next']) {
    if (visit === 'the next') await load(page, app.url)
    expect(await overlay(), visit).toBe(before)
    expect(await page.locator('video, iframe').count(), visit).toBe(0)
    await popupsHydrated(page)
    await toTheEnd(page)
    await leaveThroughTheTop(page)
    await page.clock.runFor(300)
    expect(await shown(page), visit).toEqual([])
  }
  await sanne.leave()
})

test('[FLOW-3] popups whose code cannot be had leave the page whole, say so once, and are tried again', async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  await page.route('**/assets/popups*', (route) => route.abort())
  await page.mouse.move(100, 100)
  await expect
    .poll(() => sanne.complaints.filter((line) => line.includes('was not hydrated')).length)
    .toBe(1)
  for (let move = 0; move < 20; move++) await page.mouse.move(100 + move, 100)
  await page.clock.runFor(30_000)
  const failedAgain = page.waitForEvent('requestfailed')
  await page.mouse.move(300, 300)
  await failedAgain
  await page.unroute('**/assets/popups*')
  await page.clock.runFor(30_000)
  await expect
    .poll(async () => {
      await page.mouse.move(Math.random() * 300, 300)
      await page.clock.runFor(11_000)
      return page.locator('[data-island="popups"][data-hydrated]').count()
    })
    .toBe(1)
  expect(sanne.complaints.filter((line) => line.includes('was not hydrated'))).toHaveLength(1)
  await leaveThroughTheTop(page)
  await page.clock.runFor(300)
  expect(await shown(page)).toEqual([second])
  expect(await dialog(page, second).evaluate((one) => getComputedStyle(one).borderRadius)).toBe(
    '8px',
  )
  await sanne.leave()
})
