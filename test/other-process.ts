import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compileCache } from './compile-cache.ts'

export type OtherProcess = {
  /** Its next line of output; the first has been read when the process is handed over. */
  nextLine(): Promise<string>
  kill(): Promise<void>
}

/** It is killed, and Node writes what it compiled at an orderly end alone. */
const keepCompiled = `import { flushCompileCache } from 'node:module'\nflushCompileCache()`

/**
 * Runs the module text in a Node of its own and waits for its first line. It is killed when this
 * process ends.
 */
export async function inAnotherProcess(module: string): Promise<OtherProcess> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `${keepCompiled}\nprocess.stdin.on('end', () => process.exit()).resume()\n${module}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...compileCache } },
  )
  const exit = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => (await lines.next()).value ?? ''
  await nextLine()
  return {
    nextLine,
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
