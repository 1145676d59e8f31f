import { expect, test } from 'vitest'
import { optionIndexOf } from './option-keys.ts'

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, code: string, other: object = {}) => ({
  key,
  code,
  repeat: false,
  ...noModifiers,
  ...other,
})

test.each([
  ['1', 'Digit1', 0],
  ['2', 'Digit2', 1],
  ['3', 'Digit3', 2],
  ['4', 'Digit4', 3],
  ['4', 'Numpad4', 3],
  // On a Belgian keyboard, without Shift.
  ['&', 'Digit1', 0],
  ["'", 'Digit4', 3],
  ['0', 'Digit0', null],
  ['5', 'Digit5', null],
  ['(', 'Digit5', null],
  ['End', 'Numpad1', null],
  ['a', 'KeyA', null],
  ['Enter', 'Enter', null],
  ['ArrowDown', 'ArrowDown', null],
])('[QUIZ-1] %s (%s) chooses the option at %s', (key, code, index) =>
  expect(optionIndexOf(press(key, code), 4, false)).toBe(index),
)

test.each(['repeat', ...Object.keys(noModifiers)])('[QUIZ-1] none is chosen with %s', (name) =>
  expect(optionIndexOf(press('1', 'Digit1', { [name]: true }), 4, false)).toBeNull(),
)

test('[QUIZ-1] none is chosen while a field has the focus', () =>
  expect(optionIndexOf(press('1', 'Digit1'), 4, true)).toBeNull())
