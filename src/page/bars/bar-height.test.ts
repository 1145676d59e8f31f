import { expect, test } from 'vitest'
import { comesAs } from './bar-height.ts'

test.each([
  [360, 740, 'visible'], [390, 844, 'visible'], [767, 707, 'visible'], [767, 706, 'minimized'], [360, 640, 'minimized'],
  [768, 427, 'visible'], [768, 426, 'minimized'], [844, 390, 'minimized'], [1280, 800, 'visible'],
])('[BAR-1] in a window of %i x %i px it comes %s', (widthPx, heightPx, state) => expect(comesAs({ widthPx, heightPx })).toBe(state))
