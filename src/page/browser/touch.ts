import { blockDoubleTaps } from './double-tap.ts'
import { watchKeyboard } from './keyboard.ts'
import { startFeature } from './start-feature.ts'

/**
 * Starts what only touch devices need. It is part of the entry file: as a file of its own it would
 * cost 0.5 KB of headers.
 */
export function startTouch(page: Document) {
  void startFeature('double-tap', () => blockDoubleTaps(page))
  void startFeature('keyboard', () => watchKeyboard(page))
}
