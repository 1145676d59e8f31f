import { execFile } from 'node:child_process'
import type { CommandTable } from '#server/cli/command-table.ts'
import { readConfig } from '#server/config/config.ts'
import type { Command } from '#server/cli/command.ts'
import { runAction } from './run-action.ts'
import { compileCache } from './compile-cache.ts'

/**
 * Runs an operator's command in this process, with the settings of `env`. What it refuses is
 * thrown.
 */
export async function operate(
  command: CommandTable<Command>,
  env: Record<string, string>,
  args = '',
  now = Date.now(),
): Promise<{ code: number; output: string }> {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await runAction(command, args.split(' ').filter(Boolean), {
    config: read.config,
    now,
    print,
    note: print,
  })
  return { code, output: lines.join('\n') }
}

/** `output` is standard output followed by standard error. */
export type CommandResult = { code: number; output: string; stdout: string; stderr: string }

/** Runs `npm run NAME -- ARGS` as a process. */
export const operatorCommand = (
  name: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<CommandResult> => operatorCommandWithInput(name, env, '', ...args)

/** With `input` on its standard input. */
export const operatorCommandWithInput = (
  name: string,
  env: Record<string, string>,
  input: string,
  ...args: string[]
) => runScript('scripts/run-command.ts', [name, ...args], env, input)

/** Runs several, each `[NAME, ...ARGS]`, one after the other in one process. */
export async function operatorCommandsInTurn(
  env: Record<string, string>,
  commands: readonly (readonly string[])[],
): Promise<Omit<CommandResult, 'output'>[]> {
  const all = await runScript('test/commands-in-turn.ts', [JSON.stringify(commands)], env)
  if (all.code !== 0) throw new Error(all.output)
  return JSON.parse(all.stdout) as Omit<CommandResult, 'output'>[]
}

const runScript = (
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
) =>
  new Promise<CommandResult>((done) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH: process.env['PATH'], ...compileCache, ...env }, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) =>
        done({
          code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
          output: stdout + stderr,
          stdout,
          stderr,
        }),
    )
    child.stdin?.end(input)
  })
