import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** What keeps the server's memory small, as in `npm start` (decisions 013 and 029). */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=25']
export const environment: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: join(root, '.cache/compile'),
}

export type Started = {
  execPath: string
  execArgv: readonly string[]
  argv: readonly string[]
  env: NodeJS.ProcessEnv
}

/** How the process would have to be started for all settings to hold; null where they do. What is set stays as it is. */
export function withRuntimeSettings({
  execPath,
  execArgv,
  argv,
  env,
}: Started): { args: string[]; env: NodeJS.ProcessEnv } | null {
  const given = new Set(execArgv.map(nameOf))
  const flags = nodeFlags.filter((flag) => !given.has(nameOf(flag)))
  const isComplete =
    flags.length === 0 && Object.keys(environment).every((name) => env[name] !== undefined)
  return isComplete
    ? null
    : { args: [execPath, ...execArgv, ...flags, ...argv.slice(1)], env: { ...environment, ...env } }
}

/**
 * Malloc and V8 read their settings when a process begins, so a server that was started without `npm start` begins once more, under
 * the same process id. Where the system cannot do that it goes on as it is.
 */
export function applyRuntimeSettings(): void {
  const again = withRuntimeSettings(process)
  if (!again || process.platform === 'win32') return
  try {
    process.execve?.(process.execPath, again.args, again.env)
  } catch {
    // A sandbox may forbid it: more memory is no reason not to start.
  }
}

const nameOf = (flag: string) => flag.split('=')[0]!
