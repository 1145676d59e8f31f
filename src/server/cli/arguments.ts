import { parseArgs } from 'node:util'
import { readWhole, writeWhole } from '#server/config/formats.ts'
import type { Action, CommandTable, Option, Options, Values } from './command-table.ts'
import { helpOf } from './help.ts'

/** The arguments of a command are wrong. The message is one sentence for the operator. */
export class UsageError extends Error {}

export type ParsedCommand<Deps> =
  | { help: string }
  | { run: (deps: Deps) => Promise<number>; standalone: boolean }

/** Throws UsageError. */
export function parseCommand<Deps>(
  command: CommandTable<Deps>,
  args: readonly string[],
): ParsedCommand<Deps> {
  const isSingle = '' in command.actions
  const [name = '', ...rest] = isSingle ? ['', ...args] : args
  if (!isSingle && ['--help', '-h', 'help'].includes(name)) return { help: helpOf(command) }
  const action = Object.hasOwn(command.actions, name) ? command.actions[name] : undefined
  if (!action)
    throw new UsageError(
      name ? `'${name}' is not an action of npm run ${command.name}.` : 'The action is missing.',
    )
  if (rest.includes('--help') || rest.includes('-h'))
    return {
      help: helpOf(command, isSingle ? undefined : name),
    }
  const { values, argument } = parseArguments(rest, action)
  action.check?.(values, argument)
  return {
    standalone: action.standalone === true,
    run: (deps) => action.run(deps, values, argument),
  }
}

export const usageErrorLine = ({ name }: { name: string }, error: UsageError): string =>
  `${error.message} See: npm run ${name} -- --help`

/**
 * Parses and runs a command within this process. Resolves with the exit code: 2 for wrong
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

function parseArguments(
  args: readonly string[],
  { options = {}, argument: name = '' }: Pick<Action<never>, 'options' | 'argument'>,
) {
  const declared = options as Options
  const {
    values,
    positionals: [first = '', second],
  } = parseWithNode(args, declared)
  if (name && !name.startsWith('[') && first === '') throw new UsageError(`${name} is missing.`)
  const extra = name ? second : first
  if (extra)
    throw new UsageError(
      name
        ? `'${extra}' is one argument too many: put quotes around a value that has spaces.`
        : `'${extra}' is not expected here.`,
    )
  const read = Object.fromEntries(
    Object.entries(declared).map(([name, option]) => [name, readValue(name, option, values[name])]),
  )
  // readValue has checked each value by the option that declares its type.
  return { argument: name ? first : '', values: read as Values<any> }
}

function readValue(name: string, option: Option, given: unknown): unknown {
  if ('flag' in option) return given === true
  if (given === undefined || given === '') {
    if (option.required) throw new UsageError(`--${name} is missing.`)
    return option.many ? [] : undefined
  }
  for (const one of [given].flat()) checkValue(`--${name}`, option, String(one))
  return option.range ? Number(given) : given
}

/** Throws UsageError where the value of an option or argument is not allowed. */
export function checkValue(
  name: string,
  { oneOf, range }: { oneOf?: readonly string[]; range?: readonly [number, number] },
  value: string,
): void {
  if (oneOf && !oneOf.includes(value))
    throw new UsageError(`${name} is '${value}': use ${listed(oneOf)}.`)
  if (!range) return
  const [min, max] = range
  const number = readWhole(value)
  if (number === null || number < min || number > max)
    throw new UsageError(`${name} is '${value}': ${writeWhole(min, max)}.`)
}

function parseWithNode(args: readonly string[], options: Options) {
  const nodeOptions = Object.entries(options).map(
    ([name, option]) =>
      [
        name,
        'flag' in option
          ? { type: 'boolean' as const }
          : { type: 'string' as const, multiple: option.many === true },
      ] as const,
  )
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(nodeOptions),
      allowPositionals: true,
    })
  } catch (error) {
    // The first sentence of Node's message; the rest is advice for other programs.
    throw new UsageError(`${(error as Error).message.split(/\.(?:\s|$)/)[0]}.`)
  }
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
