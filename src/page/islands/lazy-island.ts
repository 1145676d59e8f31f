import { failed, loading } from '#campaign'
import { fill } from '#contract/text.ts'

/**
 * FLOW-4: loads the island's code once the visitor is near the end of the page. A notice above the
 * island shows that the code is loading, or that it failed, with a button that tries again. The
 * served HTML of the island stays until then.
 */
export function hydrateNearPageEnd(element: HTMLElement, hydrate: () => Promise<void>) {
  const notice = element.parentElement?.querySelector<HTMLElement>('[data-lazy-notice]')
  const show = (...content: (Node | string)[]) => notice?.replaceChildren(...content)

  async function attempt() {
    show(loading)
    try {
      await hydrate()
      show()
    } catch (error) {
      console.warn(`Island ${element.dataset.island} was not hydrated:`, error)
      show(failedPanel(element.dataset.panel ?? '', retry))
    }
  }
  /** The pressed button is removed, so the focus moves to the notice. */
  function retry() {
    notice?.focus({ preventScroll: true })
    void attempt()
  }
  onNearPageEnd(() => void attempt())
}

type Scroll = { scrollY: number; scrollHeight: number; innerHeight: number }

/** FLOW-4: the last 30 % of the scroll range. True for a page that cannot scroll. */
export const isNearPageEnd = ({ scrollY, scrollHeight, innerHeight }: Scroll): boolean =>
  scrollHeight <= innerHeight || scrollY / (scrollHeight - innerHeight) >= 0.7

/** Calls once, as soon as the visitor is near the end of the page. */
function onNearPageEnd(act: () => void) {
  let called = false
  const check = () => {
    if (
      called ||
      !isNearPageEnd({ scrollY, scrollHeight: document.documentElement.scrollHeight, innerHeight })
    )
      return
    for (const event of events) removeEventListener(event, check)
    called = true
    act()
  }
  for (const event of events) addEventListener(event, check, { passive: true })
  requestAnimationFrame(check)
}

const events = ['scroll', 'resize']

/** FLOW-3's panel as ui/failed-panel.tsx draws it, but without React, which may not have loaded. */
function failedPanel(section: string, retry: () => void) {
  const title = create('h2', { textContent: failed.title })
  const text = create('p', { textContent: fill(failed.section, { section }) })
  const button = create('button', {
    type: 'button',
    className: 'btn',
    textContent: failed.again,
    onclick: retry,
  })
  button.dataset.look = 'line'
  const words = create('div', {})
  words.append(title, text)
  const panel = create('div', { className: 'failed' })
  panel.append(words, button)
  return panel
}

const create = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  values: Partial<HTMLElementTagNameMap[Tag]>,
) => Object.assign(document.createElement(tag), values)
