import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  csvLine,
  csvReader,
  maxRecordLength,
  Unreadable,
  unguarded,
  type CsvRecord,
} from './csv.ts'

function read(...chunks: string[]): CsvRecord[] {
  const { push, end } = csvReader()
  return [...chunks.flatMap((chunk) => [...push(chunk)]), ...end()]
}
const cellsOf = (...chunks: string[]) =>
  read(...chunks).map((record) => ('cells' in record ? record.cells : record.wrong))

describe('reading', () => {
  test.each([
    [
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a, ""b""","c\r\nd"\n', [['a, "b"', 'c\r\nd']]],
    [
      'a;b\nc,d;e\n',
      [
        ['a', 'b'],
        ['c,d', 'e'],
      ],
    ],
    [
      'a\tb\nc,d\te\n',
      [
        ['a', 'b'],
        ['c,d', 'e'],
      ],
    ],
    ['a\nb,c\n', [['a'], ['b', 'c']]],
    [
      'a,\n,\n',
      [
        ['a', ''],
        ['', ''],
      ],
    ],
    ['\n\na\n\r\n""\nb\n', [['a'], [''], ['b']]],
    ['', []],
    ['a, "b" ,"c"\n', [['a', 'b', 'c']]],
  ])('%j holds %j', (text, records) => expect(cellsOf(text)).toEqual(records))

  test.each([
    ['a,b"c\nd,e\n', 'a quotation mark stands inside a cell that does not begin with one'],
    ['"a"b,c\nd,e\n', 'text stands after the end of a quoted cell'],
    ['a\rb,c\nd,e\n', 'a carriage return stands without a line feed'],
  ])('%j is refused with its reason, and the next record is read', (text, wrong) =>
    expect(read(text)).toMatchObject([
      { line: 1, wrong },
      { line: 2, cells: ['d', 'e'] },
    ]),
  )

  test('a record has the line where it begins', () =>
    expect(read('a\n"b\nb"\n\nc\n').map(({ line }) => line)).toEqual([1, 2, 5]))

  test.each([
    ['a,"b\n', 'line 1 has no end'],
    [`a\n"${'b'.repeat(maxRecordLength)}`, 'line 2 is longer than 64 KB'],
  ])('a quotation mark without end stops the reading, with the line', (text, reason) => {
    expect(() => read(text)).toThrow(new RegExp(reason))
    expect(() => read(text)).toThrow(Unreadable)
  })
})

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...`"',;|\t\r\n\v\u2028=+-@＝－a é😀`),
  }),
)
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 })
/** The same text in pieces, which may part an emoji's two halves. */
const cut = (text: string, at: readonly number[]) => {
  const places = [...new Set(at.map((n) => n % (text.length + 1)))].sort((a, b) => a - b)
  return [...places, text.length].map((place, index) => text.slice(places[index - 1] ?? 0, place))
}

test('written CSV is read back, whatever the cells contain and wherever the chunks end', () => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat()), (table, at) => {
      const text = table.map(csvLine).join('')
      expect(
        read(...cut(text, at)).map((record) =>
          'cells' in record ? record.cells.map(unguarded) : record,
        ),
      ).toEqual(table)
    }),
  )
})

test('no written cell begins a formula', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(csvLine([text, '']).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

/** The cells of a line for a program that takes `separator` and each line break for an end. */
const readWith = (line: string, separator: string) =>
  line
    .split(separator)
    .flatMap((part) => part.split(/[\r\n\v\f\u0085\u2028\u2029]/))
    .map((part) => part.replace(/^["\s]+/, ''))

test.each([';', '\t', '|'])('none does where a spreadsheet separates cells by %j', (separator) => {
  fc.assert(
    fc.property(cell, (text) => {
      for (const part of readWith(csvLine(['mila@fuel.example', text, '1']), separator))
        expect(part).not.toMatch(/^[=+\-@＝＋－＠﹦﹢﹣﹫−]/)
    }),
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  [';=1+1;', `";'=1+1;"`],
  ['x;=HYPERLINK("http://evil.example");y', `"x;'=HYPERLINK(""http://evil.example"");y"`],
  ['x;"=1+1', `"x;'""=1+1"`],
  ['x; \u00a0@SUM(1)', `"x;' \u00a0@SUM(1)"`],
  ['a|-1', "a|'-1"],
  ['a\r\n+1', `"a\r\n'+1"`],
  ['a\t=1', `"a\t'=1"`],
  ['\ta', `"'\ta"`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['−1', "'−1"],
  ['\u200B=1', "'\u200B=1"],
  ['rock-and-roll; a=b, c-d', '"rock-and-roll; a=b, c-d"'],
  ["it's 1+1=2", "it's 1+1=2"],
])('%j is written as %s and read back', (text, written) => {
  expect(csvLine([text, 'b'])).toBe(`${written},b\r\n`)
  const [record] = read(csvLine([text, 'b']))
  expect('cells' in record! && record.cells.map(unguarded)).toEqual([text, 'b'])
})

test('any text is read, or stops the reading, in the same way for all chunks', () => {
  const outcome = (...chunks: string[]) => {
    try {
      return read(...chunks)
    } catch (error) {
      if (error instanceof Unreadable) return error.message
      throw error
    }
  }
  fc.assert(
    fc.property(cell, fc.array(fc.nat()), (text, at) => {
      expect(outcome(...cut(text, at))).toEqual(outcome(text))
    }),
  )
})
