import { failed, loading } from '#campaign/copy/interface.ts'
import { onFarDown } from '#page/browser/far.ts'

/**
 * FLOW-4: asks for the island's code once the visitor is far down. Above the island stands what is going on: the code is on
 * its way, or it cannot be had, and then trying again works. The island itself stays as it was served.
 */
export function hydrateFarDown(element: HTMLElement, wake: () => Promise<void>) {
  const notice = element.parentElement?.querySelector<HTMLElement>('[data-far-notice]')
  const say = (...content: (Node | string)[]) => notice?.replaceChildren(...content)

  async function attempt() {
    say(loading)
    try {
      await wake()
      say()
    } catch (error) {
      console.warn(`Island ${element.dataset.island} did not wake:`, error)
      say(panel(element.dataset.panel ?? '', again))
    }
  }
  /** The pressed button goes; the focus stays in its place. */
  function again() {
    notice?.focus({ preventScroll: true })
    void attempt()
  }
  onFarDown(() => void attempt())
}

/** FLOW-3's panel, as ui/failed-panel.tsx draws it: here there may be no React to draw with. */
function panel(section: string, again: () => void) {
  const title = make('h2', { textContent: failed.title })
  const text = make('p', { textContent: failed.section.replace('{section}', section) })
  const button = make('button', {
    type: 'button',
    className: 'btn',
    textContent: failed.again,
    onclick: again,
  })
  button.dataset.look = 'line'
  const words = make('div', {})
  words.append(title, text)
  const box = make('div', { className: 'failed' })
  box.append(words, button)
  return box
}

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  values: Partial<HTMLElementTagNameMap[Tag]>,
) => Object.assign(document.createElement(tag), values)
