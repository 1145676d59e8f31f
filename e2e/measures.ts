import { get } from 'node:http'
import { AxeBuilder } from '@axe-core/playwright'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'

/** Status line, headers and body, as they cross the wire. */
export const bytesOf = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n\r\n`.length
      for (let index = 0; index < response.rawHeaders.length; index += 2) bytes += `${response.rawHeaders[index]}: ${response.rawHeaders[index + 1]}\r\n`.length
      response.on('data', (chunk: Buffer) => { bytes += chunk.length }).on('end', () => resolve(bytes)).on('error', reject)
    }).on('error', reject)
  })

export const findings = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)

export function countShifts() {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** As counted so far, where the page's clock is in the test's hand and no frame comes by itself. */
export const shiftsSoFar = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted)

/** Two frames later, so that the last shift is counted. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => new Promise<number>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve((window as unknown as { shifted: number }).shifted))))
  }))

/** Links inside a line of text are exempt; a radio button is as large as the label around it. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('button, a, summary, input:not([type="hidden"], [tabindex="-1"])')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip, .consent a, label input'))
    .filter((element) => element.getBoundingClientRect().height < 44 || element.getBoundingClientRect().width < 44)
    .map((element) => element.outerHTML))

// React writes attribute names as it likes, and void elements with a slash; HTML reads both alike.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: { 'attr-case': 'off', 'void-style': 'off', 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off', 'no-trailing-whitespace': 'off', 'no-inline-style': 'error', 'doctype-style': 'off', 'require-sri': ['error', { target: 'crossorigin' }] },
})

/** What is not valid in an HTML document. */
export async function faultsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`))
}
