import { open } from 'node:fs/promises'

/** The output of a command: a new file that only this user can read, or standard output (`-`). */
export type Output = {
  /** resolves with false once the reader has closed the pipe, as `| head` does */
  write(text: string | Uint8Array): Promise<boolean>
  close(): Promise<void>
}

const remedies: Record<string, (path: string) => string> = {
  EEXIST: (path) => `${path} exists already: name a new file.`,
  ENOENT: (path) => `${path} is in a folder that does not exist: create it, or name another one.`,
}

/** Resolves with a sentence where the file cannot be created. */
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

/** The format of a file of people: the named one, else that of the ending, CSV for `-`. */
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
