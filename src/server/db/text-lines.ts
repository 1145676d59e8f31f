import { closeSync, openSync, readSync } from 'node:fs'

const chunkBytes = 256 * 1024
/** A longer line is none of ours, such as the zeros that a crash can leave in a file. */
const longestLine = 1_024

/**
 * The lines of a file up to the offset `end`, without empty ones and those of more than a KiB, which
 * are read as '-'. No line if there is no file. It never holds more than a part of the file.
 */
export function* textLines(path: string, end = Infinity): Generator<string> {
  const file = openIfThere(path)
  if (file === null) return
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let [offset, rest, isTooLong] = [0, '', false]
  try {
    for (;;) {
      const size = readSync(file, chunk, 0, Math.min(chunkBytes, end - offset), offset)
      if (size === 0) break
      offset += size
      const texts = (rest + chunk.toString('latin1', 0, size)).split('\n')
      rest = texts.pop()!
      for (const text of texts) {
        if (isTooLong || text.length > longestLine) yield '-'
        else if (text !== '') yield text
        isTooLong = false
      }
      if (rest.length <= longestLine) continue
      rest = ''
      isTooLong = true
    }
    if (isTooLong) yield '-'
    else if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
