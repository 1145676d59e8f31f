import { openStore } from './store.ts'

/** FX-5: a window that loses more than this has a keyboard over it. */
const shrunkPx = 150

/** `fullPx` is the window's height at load, or when its width last changed. */
export type Keyboard = { widthPx: number; fullPx: number; open: boolean }
type Size = { widthPx: number; heightPx: number }

/** FX-5. Sizes are those of the window unzoomed. */
export function keyboardAt(
  { widthPx: before, fullPx }: Keyboard,
  { widthPx, heightPx }: Size,
): Keyboard {
  if (widthPx !== before) return { widthPx, fullPx: heightPx, open: false }
  return { widthPx, fullPx, open: fullPx - heightPx > shrunkPx }
}

/** Whether the keyboard is open; `<html data-keyboard="open">` says so to styles. */
const keyboardOpen = openStore(false)

export function watchKeyboard(page: Document) {
  const view = window.visualViewport
  if (!view) return
  // A pinch makes the visual viewport smaller by its scale, and nothing else.
  const size = (): Size => ({
    widthPx: Math.round(view.width * view.scale),
    heightPx: view.height * view.scale,
  })
  let keyboard: Keyboard | undefined
  // Read where the page has just been laid out: to ask earlier would lay it out once more.
  const first = new ResizeObserver(() => {
    first.disconnect()
    keyboard = { widthPx: size().widthPx, fullPx: size().heightPx, open: false }
  })
  first.observe(page.documentElement)
  view.addEventListener('resize', () => {
    if (!keyboard) return
    keyboard = keyboardAt(keyboard, size())
    keyboardOpen.write(keyboard.open)
    if (keyboard.open) page.documentElement.dataset.keyboard = 'open'
    else delete page.documentElement.dataset.keyboard
  })
}
