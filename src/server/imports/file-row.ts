/**
 * A record of a file: its fields by column, or the reason why it cannot be read with the address in
 * it, if there is one. `line` is where it begins, from 1. A column is the `fieldName` of its name,
 * with ` (2)` for the second of one name. `isShort`: the line ends before the last column.
 */
export type FileRow =
  | { line: number; fields: Record<string, string>; isShort?: true }
  | { line: number; wrong: string; address: string }

/** The key of a column beside those that there are. */
export function nextKey(name: string, taken: { has(key: string): boolean }): string {
  let key = name
  for (let count = 2; taken.has(key); count++) key = `${name} (${count})`
  return key
}

/** The name of a column without the number of its key. */
export const nameOfKey = (key: string): string => key.replace(/ \(\d+\)$/, '')
