import { expect, test } from 'vitest'
import { mutantsOf } from './mutants.ts'

test('numbers rise, comparisons become their neighbours; comments, texts, types and imports stay', () => {
  const text = `import { a1 } from './7.ts'\ntype Five = 5\n// 9 < 8\nexport const f = (x: number) => (x < 1_000 && x !== 2 ? 0.5 : '3 > 4')\n`
  expect(mutantsOf('f.ts', text).map(({ line, from, to }) => `${line}: ${from} ${to}`)).toEqual(['4: < <=', '4: 1_000 1001', '4: && ||', '4: !== ===', '4: 2 3', '4: 0.5 0.6'])
})
