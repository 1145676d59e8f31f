/**
 * Flags and variables that keep the memory small, the same as in `npm start` (decisions 013 and
 * 029).
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=25']
export const environment: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

export type Started = {
  execPath: string
  execArgv: readonly string[]
  argv: readonly string[]
  env: NodeJS.ProcessEnv
}

/**
 * The arguments and environment of a process with all settings; null if this one has them. Values
 * already set are unchanged.
 */
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
 * Malloc and V8 read their settings when a process starts. So a server started without `npm start`
 * restarts once, with the same process id. It continues as it is if the system does not allow that.
 */
export function applyRuntimeSettings(): void {
  const again = withRuntimeSettings(process)
  if (!again || process.platform === 'win32') return
  try {
    process.execve?.(process.execPath, again.args, again.env)
  } catch {
    // A sandbox may forbid it. Using more memory is no reason not to start.
  }
}

const nameOf = (flag: string) => flag.split('=')[0]!
