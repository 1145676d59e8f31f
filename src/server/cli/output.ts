import { open } from 'node:fs/promises'

/** Where a command writes what others read on: a new file for this user's eyes alone, or standard output, which is `-`. */
export type Output = {
  /** false once nobody reads on, as behind `| head` */
  write(text: string | Uint8Array): Promise<boolean>
  close(): Promise<void>
}

const remedies: Record<string, (path: string) => string> = {
  EEXIST: (path) => `${path} exists already: name a new file.`,
  ENOENT: (path) => `${path} is in a folder that does not exist: create it, or name another one.`,
}

/** A text says why it cannot be written. */
export async function openOutput(path: string): Promise<Output | string> {
  if (path === '-') return standardOutput
  try {
    const file = await open(path, 'wx', 0o600)
    return {
      write: async (text) => {
        await file.writeFile(text)
        return true
      },
      close: () => file.close(),
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return (
      remedies[code]?.(path) ??
      `${path} cannot be written (${code || message}): name a new file in a folder that this user may write to.`
    )
  }
}

export const standardOutput: Output = {
  write: (text) =>
    new Promise((done, failed) =>
      process.stdout.write(text, (error) => {
        if (!error) done(true)
        else if ((error as NodeJS.ErrnoException).code === 'EPIPE') done(false)
        else failed(error)
      }),
    ),
  close: async () => {},
}

/** The format of a list of people: that of the file's ending, unless it is named; CSV for `-`. A text says why it is none. */
export function formatOf(
  path: string,
  named: string | undefined,
): 'csv' | 'jsonl' | { wrong: string } {
  if (named === 'csv' || named === 'jsonl') return named
  if (path === '-' || path.endsWith('.csv')) return 'csv'
  return path.endsWith('.jsonl')
    ? 'jsonl'
    : {
        wrong: `${path} ends neither in .csv nor in .jsonl: name it so, or add --format csv or --format jsonl.`,
      }
}
