import { createStore } from './store.ts'

/** FX-5: a keyboard covers the window when its height shrinks by more than this. */
const minKeyboardPx = 150

/** `fullPx` is the window's height at load, or when its width last changed. */
export type Keyboard = { widthPx: number; fullPx: number; open: boolean }
type Size = { widthPx: number; heightPx: number }

/** FX-5. Sizes are those of the unzoomed window. */
export function keyboardAt(
  { widthPx: before, fullPx }: Keyboard,
  { widthPx, heightPx }: Size,
): Keyboard {
  if (widthPx !== before) return { widthPx, fullPx: heightPx, open: false }
  return { widthPx, fullPx, open: fullPx - heightPx > minKeyboardPx }
}

/** Whether the keyboard is open. Styles read it from `<html data-keyboard="open">`. */
const keyboardOpen = createStore(false)

export function watchKeyboard(page: Document) {
  const view = window.visualViewport
  if (!view) return
  // A pinch zoom divides the size of the visual viewport by its scale.
  const size = (): Size => ({
    widthPx: Math.round(view.width * view.scale),
    heightPx: view.height * view.scale,
  })
  let keyboard: Keyboard | undefined
  // An observer is called right after layout; reading the size now would force another layout.
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
