import { begin } from './begin.ts'
import { blockDoubleTaps } from './double-tap.ts'
import { watchKeyboard } from './keyboard.ts'

/** What only touch devices need. In a file of its own it would cost them half a kilobyte of headers. */
export function startTouch(page: Document) {
  void begin('the double-tap block', () => blockDoubleTaps(page))
  void begin("the keyboard's state", () => watchKeyboard(page))
}
