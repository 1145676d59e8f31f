import { execFile } from 'node:child_process'
import { readConfig } from '#server/config.ts'
import type { Command } from '#server/command.ts'

/** Runs an operator's command in this process, with the settings of `env`. What it refuses is thrown. */
export async function operate(run: (command: Command) => Promise<number>, env: Record<string, string>, args = '', now = Date.now()): Promise<{ code: number; said: string }> {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const lines: string[] = []
  const code = await run({ args: args.split(' ').filter(Boolean), config: read.config, now, print: (line) => void lines.push(line) })
  return { code, said: lines.join('\n') }
}

/** The same as a process of its own, as `npm run` starts it. */
export const operatorCommand = (file: string, env: Record<string, string>, ...args: string[]) => new Promise<{ code: number; said: string }>((done) => {
  execFile(process.execPath, [file, ...args], { env: { PATH: process.env['PATH'], ...env } }, (error, out, err) =>
    done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: out + err }))
})
