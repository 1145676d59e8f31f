import { expect, test } from 'vitest'
import { keyboardAt } from './keyboard.ts'

const atLoad = { widthPx: 390, fullPx: 800, open: false }

test.each([
  ['as at load', 390, 800, false],
  ['without the address bar', 390, 860, false],
  ['150 px lower', 390, 650, false],
  ['151 px lower', 390, 649, true],
  ['with a keyboard', 390, 460, true],
  ['turned on its side', 844, 390, false],
] as const)(
  '[FX-5] a window %s: %i x %i px, the keyboard open: %s',
  (_, widthPx, heightPx, open) => {
    expect(keyboardAt(atLoad, { widthPx, heightPx }).open).toBe(open)
  },
)

test('[FX-5] the full height is measured again when the width changes', () => {
  const turned = keyboardAt(atLoad, { widthPx: 844, heightPx: 390 })
  expect(turned).toEqual({ widthPx: 844, fullPx: 390, open: false })
  expect([
    keyboardAt(turned, { widthPx: 844, heightPx: 240 }).open,
    keyboardAt(turned, { widthPx: 844, heightPx: 239 }).open,
  ]).toEqual([false, true])
  expect(keyboardAt(turned, { widthPx: 390, heightPx: 800 })).toEqual(atLoad)
})

test('[FX-5] the keyboard counts as closed when the height is back', () => {
  expect(keyboardAt({ ...atLoad, open: true }, { widthPx: 390, heightPx: 800 })).toEqual(atLoad)
})
