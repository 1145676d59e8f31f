import type { LiveMessage } from '#contract/live-message.ts'
import { partsOf } from '#page/urgency/span.ts'

/** LIVE-4: puts the texts of a message into the page's elements of these names. */
export function showTexts(page: Document, message: LiveMessage): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-live]')) {
    const text = message[element.dataset.live as keyof LiveMessage]
    if (typeof text === 'string' && element.textContent !== text) element.textContent = text
  }
}

/**
 * HERO-2: moves the level of the landing page's drawing, with what lies below and beside it.
 * Without a live gauge its height stays as it is.
 */
export function showLevel(page: Document, level: number): void {
  const unit = page.querySelector('.hero .unit:has(.gauge [data-live])')
  const height = unit?.querySelector<SVGSVGElement>('.gauge > svg')?.height.baseVal
  if (!unit || !height || height.value === level) return
  const by = level - height.value
  height.value = level
  for (const one of unit.querySelectorAll<SVGEllipseElement>(atLevel)) one.cy.baseVal.value += by
  unit.querySelector('path.accent[d^="M176"]')?.setAttribute('d', `M176 ${level}H210`)
  for (const dots of unit.querySelectorAll('.dots'))
    dots.setAttribute(
      'd',
      dots
        .getAttribute('d')!
        .replace(/ ([\d.]+)v([\d.]+)/g, (_, y, long) => ` ${+y + by}v${long - by}`),
    )
}
const atLevel = 'ellipse:is(.level, .next), .you-ring, .joined-dot circle'

/** LIVE-5: what is left until each end, by the server's clock. An end that has passed is marked. */
export function showClocks(page: Document, now: number): void {
  for (const clock of page.querySelectorAll<HTMLElement>('[data-live-ends]')) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.liveEnds) - now) / 1_000))
    const digits = clock.querySelectorAll<HTMLElement>('.num')
    partsOf(left, digits.length === 4 ? 4 : 3).forEach((text, index) => {
      const part = digits[index]
      if (!part || part.textContent === text) return
      part.textContent = text
      if (text.length > 2) part.dataset.digits = String(text.length)
      else delete part.dataset.digits
    })
    clock.toggleAttribute('data-ended', left === 0)
  }
}

/** Whether the visitor types, has typed, or looks into a dialog other than a popup's offer. */
export const isInUse = (page: Document): boolean =>
  page.activeElement instanceof HTMLInputElement ||
  page.querySelector('dialog[open]:not(:has(.terms))') !== null ||
  [...page.querySelectorAll<HTMLInputElement>('input[type="email"]')].some(({ value }) => value)
