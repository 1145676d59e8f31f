import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SpooledInput = { descriptor: number; size: number; close(): void }

/**
 * Stores standard input, which an import reads twice, in a file that no folder lists: it is gone
 * when the process ends, however it ends.
 */
export async function spoolInput(input: AsyncIterable<Buffer | string>): Promise<SpooledInput> {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-import-'))
  let descriptor: number
  try {
    descriptor = openSync(join(folder, 'input'), 'wx+', 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  let size = 0
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk)
      writeFileSync(descriptor, bytes)
      size += bytes.length
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  return { descriptor, size, close: () => closeSync(descriptor) }
}
