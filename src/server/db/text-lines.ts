import { closeSync, readSync } from 'node:fs'
import { openIfThere } from './files.ts'

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
  let [offset, rest, isCut] = [0, '', false]
  try {
    for (;;) {
      const size = readSync(file, chunk, 0, Math.min(chunkBytes, end - offset), offset)
      if (size === 0) break
      offset += size
      const texts = (rest + chunk.toString('latin1', 0, size)).split('\n')
      rest = texts.pop()!
      if (texts.length > 0) {
        texts[0] = isCut ? tooLong : texts[0]!
        isCut = false
      }
      yield* texts.filter(isNotEmpty).map(shortened)
      if (rest.length <= longestLine) continue
      rest = ''
      isCut = true
    }
    yield* [isCut ? tooLong : rest].filter(isNotEmpty)
  } finally {
    closeSync(file)
  }
}

const tooLong = '-'
const isNotEmpty = (text: string) => text !== ''
const shortened = (text: string) => (text.length > longestLine ? tooLong : text)
