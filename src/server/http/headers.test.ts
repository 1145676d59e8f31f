import { expect, test } from 'vitest'
import { headerItems } from './headers.ts'

test.each([
  ['a=1; b=2;c=3', ['a=1', 'b=2', 'c=3']],
  ['a=1 ;\t b=2', ['a=1', 'b=2']],
  ['a=1;\xA0b=2', ['a=1', '\xA0b=2']],
  ['a=1; \xA0b=2', ['a=1', '\xA0b=2']],
  ['a=1;\vb=2;\fc=3', ['a=1', '\vb=2', '\fc=3']],
  ['a=1;\u2003b=2;\uFEFFc=3', ['a=1', '\u2003b=2', '\uFEFFc=3']],
  ['', ['']],
])('the items of %j stand without spaces and tabs alone', (header, items) =>
  expect(headerItems(header, ';')).toEqual(items),
)
