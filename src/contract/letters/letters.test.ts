import { expect, test } from 'vitest'
import { sizeWarning } from './letters.ts'

test('[LETTER-1] a letter above 100 KB is named with its size and what to do, and a smaller one is not', () => {
  expect(sizeWarning(130_884)).toMatch(/^The HTML has 131 KB\. Gmail .* Shorten the text/)
  expect(sizeWarning(1_242_286)).toContain('1,242 KB')
  expect(sizeWarning(100_001)).not.toBeNull()
  for (const bytes of [0, 84_874, 100_000]) expect(sizeWarning(bytes)).toBeNull()
})
