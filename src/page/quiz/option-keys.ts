import { hasModifier } from '#page/browser/modifier-keys.ts'

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>

/**
 * QUIZ-1: the index of the option that a key press chooses, or null. A key with a modifier belongs
 * to the browser, and a key that is typed into a field to the field. On keyboards whose digits need
 * Shift, as the Belgian one, the position of the key counts.
 */
export function optionIndexOf(
  press: KeyPress,
  options: number,
  fieldFocused: boolean,
): number | null {
  if (fieldFocused || press.repeat || hasModifier(press)) return null
  const digit = /^\d$/.test(press.key) ? press.key : /^Digit(\d)$/.exec(press.code)?.[1]
  const index = Number(digit) - 1
  return index >= 0 && index < options ? index : null
}
