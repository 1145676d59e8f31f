import { csvRows } from './csv-rows.ts'
import type { FileRow } from './file-row.ts'
import { jsonRows } from './json-rows.ts'
import { textOf, type Source } from './read-bytes.ts'

/**
 * A file of people, which can be read more than once. `names`: the columns as the file writes them,
 * by their key; complete once the rows have been read.
 */
export type PeopleFile = {
  name: string
  names: ReadonlyMap<string, string>
  rows(): AsyncGenerator<FileRow>
}

/** Streams the rows of a file. Throws `Unreadable`. */
export function openPeopleFile(source: Source): PeopleFile {
  const names = new Map<string, string>()
  return {
    name: source.name,
    names,
    rows() {
      names.clear()
      const text = textOf(source)
      return source.format === 'csv' ? csvRows(text, source.name, names) : jsonRows(text, names)
    },
  }
}

/** How many bytes of a file that is read twice were read so far, in both passes. */
export function bothPasses(size: number, changed: (bytes: number) => void = () => {}) {
  let [before, last] = [0, 0]
  return {
    onBytes(bytes: number): void {
      if (bytes < last) before = size
      last = bytes
      changed(before + bytes)
    },
    bytesRead: () => before + last,
  }
}
