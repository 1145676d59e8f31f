import { expect, test } from 'vitest'
import { skippingHeadings } from './headings.ts'

test.each([
  ['<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>', []],
  ['<h1>A</h1><h3 id="b">B <i>now</i></h3>', ['h3 B now']],
  ['<h2>A</h2>', ['h2 A']],
  ['<h1>A</h1><h2>B</h2><h4>C</h4><h5>D</h5><h1>E</h1>', ['h4 C']],
])('of %s these headings skip a level: %j', (html, skipping) =>
  expect(skippingHeadings(html)).toEqual(skipping),
)
