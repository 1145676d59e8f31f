import {
  parseCommand,
  UsageError,
  usageErrorLine,
  type CommandTable,
} from '#server/cli/command-table.ts'

/**
 * Runs a command in this process. Resolves with the exit code: 2 for wrong
 * arguments.
 */
export async function runAction<Deps extends { print: (line: string) => void }>(
  command: CommandTable<Deps>,
  args: readonly string[],
  deps: Deps,
): Promise<number> {
  try {
    const parsed = parseCommand(command, args)
    if ('run' in parsed) return await parsed.run(deps)
    deps.print(parsed.help)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    deps.print(usageErrorLine(command, error))
    return 2
  }
}
