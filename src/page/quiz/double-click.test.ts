import { expect, test } from 'vitest'
import { createDoubleClickFilter } from './double-click.ts'

/** A filter after a click at 1,000 ms that has replaced what was under the pointer. */
function afterReplacing() {
  const filter = createDoubleClickFilter()
  filter.isIgnored({ detail: 1, timeStamp: 1_000 })
  filter.replaced()
  return filter
}

test.each([
  [2, 1_000, true],
  [2, 1_300, true],
  [3, 1_300, true],
  [2, 1_301, false],
  [2, 1_350, false],
  [1, 1_001, false],
  [0, 1_001, false],
])(
  '[FORM-7] after a click that replaced the question, one with detail %i at %i ms is ignored: %s',
  (detail, timeStamp, ignored) =>
    expect(afterReplacing().isIgnored({ detail, timeStamp })).toBe(ignored),
)

test('[FORM-7] the second click of a double click that replaced nothing counts', () => {
  const filter = createDoubleClickFilter()
  expect([1, 2].map((detail) => filter.isIgnored({ detail, timeStamp: detail * 100 }))).toEqual([
    false,
    false,
  ])
})

test('[FORM-7] a question that replaced another without a click ignores no click', () => {
  const filter = createDoubleClickFilter()
  filter.replaced()
  expect(filter.isIgnored({ detail: 2, timeStamp: 10 })).toBe(false)
})
