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
      console.warn(notHydrated(element), error)
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

export const notHydrated = (element: HTMLElement) =>
  `Island ${element.dataset.island} was not hydrated:`

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
  const title = create('h2', [failed.title])
  const text = create('p', [fill(failed.section, { section })])
  const button = create('button', [failed.again], {
    type: 'button',
    className: 'btn',
    onclick: retry,
  })
  button.dataset.look = 'line'
  return create('div', [create('div', [title, text]), button], { className: 'failed' })
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  content: readonly (Node | string)[],
  values?: Partial<HTMLElementTagNameMap[Tag]>,
) {
  const element = Object.assign(document.createElement(tag), values)
  element.append(...content)
  return element
}
