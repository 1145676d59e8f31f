import { parseArgs } from 'node:util'

/** A command that cannot be read; the message says why, in one sentence. */
export class UsageError extends Error {}

/** What may be typed after an action. Parsing, checks and help follow from it. `value` is its name in the help. */
export type Option = { says: string } & (
  | { flag: true }
  | {
      value: string
      needed?: true
      many?: true
      oneOf?: readonly string[]
      whole?: readonly [least: number, most: number]
    }
)
export type Options = Readonly<Record<string, Option>>

type ValueOf<O extends Option> = O extends { flag: true }
  ? boolean
  : O extends { many: true }
    ? readonly string[]
    :
        | (O extends { whole: unknown } ? number : string)
        | (O extends { needed: true } ? never : undefined)
export type Values<O extends Options> = { [Name in keyof O]: ValueOf<O[Name]> }

/** `takes` is the name of the one word that it takes, in brackets where it may be left out; it is empty then. */
export type Action<Deps, O extends Options = any> = {
  says: string
  takes?: string
  options?: O
  /** throws UsageError for what the options alone do not say */
  check?(values: Values<O>, word: string): void
  run(deps: Deps, values: Values<O>, word: string): Promise<number>
}

/** A command of the operator: `npm run NAME -- ACTION`, or without an action where it has one, under ''. */
export type CommandTable<Deps> = {
  name: string
  says: string
  actions: Readonly<Record<string, Action<Deps>>>
}

/** Gives `run` the types of its options. */
export const actionsOf =
  <Deps>() =>
  <const O extends Options>(action: Action<Deps, O>): Action<Deps> =>
    action

export const json = { flag: true, says: 'prints JSON instead of text' } as const satisfies Option

/** What is asked for: help, or an action with all that it needs. Throws UsageError. */
export type Asked<Deps> = { help: string } | { run: (deps: Deps) => Promise<number> }

export function readCommand<Deps>(
  command: CommandTable<Deps>,
  args: readonly string[],
): Asked<Deps> {
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
      help: isSingle ? helpOf(command) : helpOf({ ...command, actions: { [name]: action } }),
    }
  const { values, word } = readArguments(rest, action)
  action.check?.(values, word)
  return { run: (deps) => action.run(deps, values, word) }
}

/** In one line: why it is not understood, and where to look. */
export const usageErrorLine = ({ name }: { name: string }, error: UsageError): string =>
  `${error.message} See: npm run ${name} -- --help`

/** The same in a process that runs already. Returns the exit code, 2 where what was typed is not understood. */
export async function runAction<Deps extends { print: (line: string) => void }>(
  command: CommandTable<Deps>,
  args: readonly string[],
  deps: Deps,
): Promise<number> {
  try {
    const asked = readCommand(command, args)
    if ('run' in asked) return await asked.run(deps)
    deps.print(asked.help)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    deps.print(usageErrorLine(command, error))
    return 2
  }
}

function readArguments(
  args: readonly string[],
  { options = {}, takes = '' }: Pick<Action<never>, 'options' | 'takes'>,
) {
  const declared = options as Options
  const {
    values,
    positionals: [word = '', tooMuch],
  } = parsed(args, declared)
  if (takes && !takes.startsWith('[') && word === '') throw new UsageError(`${takes} is missing.`)
  const extra = takes ? tooMuch : word
  if (extra)
    throw new UsageError(
      takes
        ? `'${extra}' is one word too many: put quotes around what has spaces.`
        : `'${extra}' is not expected here.`,
    )
  const read = Object.fromEntries(
    Object.entries(declared).map(([name, option]) => [name, readValue(name, option, values[name])]),
  )
  // Each value has just been read by the option that names its type.
  return { word, values: read as Values<any> }
}

function readValue(name: string, option: Option, given: unknown): unknown {
  if ('flag' in option) return given === true
  if (given === undefined || given === '') {
    if (option.needed) throw new UsageError(`--${name} is missing.`)
    return option.many ? [] : undefined
  }
  for (const one of [given].flat()) checkValue(`--${name}`, option, String(one))
  return option.whole ? Number(given) : given
}

/** Throws UsageError where a value is not one of those that an option, or a word, may have. */
export function checkValue(
  name: string,
  { oneOf, whole }: { oneOf?: readonly string[]; whole?: readonly [number, number] },
  value: string,
): void {
  if (oneOf && !oneOf.includes(value))
    throw new UsageError(`${name} is '${value}': use ${listed(oneOf)}.`)
  if (!whole) return
  const [least, most] = whole
  if (!/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most)
    throw new UsageError(`${name} is '${value}': use a whole number from ${least} to ${most}.`)
}

function parsed(args: readonly string[], options: Options) {
  const wanted = Object.entries(options).map(
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
      options: Object.fromEntries(wanted),
      allowPositionals: true,
    })
  } catch (error) {
    // Node's own sentence; what follows it is advice for other programs.
    throw new UsageError(`${(error as Error).message.split(/\.(?:\s|$)/)[0]}.`)
  }
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** What a command does and takes, in lines that fit a terminal. */
export function helpOf<Deps>({ name, says, actions }: CommandTable<Deps>): string {
  const parts = Object.entries(actions).map(([action, { says: what, takes, options = {} }]) => {
    const all = Object.entries(options as Options)
    const column = Math.max(0, ...all.map(([option, declared]) => typed(option, declared).length))
    return [
      ...wrapped([usageOf(name, action, takes, options)], '', '    '),
      ...wrapped([what], '    ', '    '),
      ...all.flatMap(([option, declared]) =>
        wrapped(
          [`${typed(option, declared).padEnd(column)}  ${declared.says}`],
          '    ',
          ' '.repeat(column + 6),
        ),
      ),
    ].join('\n')
  })
  return [
    ...wrapped([says], '', ''),
    '',
    parts.join('\n\n'),
    '',
    ...('' in actions ? [] : ['--help after an action shows that action alone.']),
    'Exit code: 0 done; 1 not done, or something needs a look; 2 the command was not understood.',
  ].join('\n')
}

export function usageOf(
  command: string,
  action: string,
  takes = '',
  options: Options = {},
): string {
  const shown = Object.entries(options).map(([name, option]) => {
    const text = `--${name}${'flag' in option ? '' : ` ${option.oneOf?.join('|') ?? option.value}`}`
    // Wrapped as one word.
    return ('needed' in option && option.needed ? text : `[${text}]`).replaceAll(' ', '\u00a0')
  })
  const words = [action, takes, ...shown].filter(Boolean)
  return `npm run ${command}${words.length > 0 ? ` -- ${words.join(' ')}` : ''}`
}

const typed = (name: string, option: Option) =>
  `--${name}${'flag' in option ? '' : ` ${option.value}`}`

const lineWidth = 100

function wrapped([text]: readonly [string], first: string, further: string): string[] {
  const lines: string[] = []
  let line = first + text.match(/^ */)![0]
  for (const word of text.trimStart().split(/(?<=\S) /)) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && line.length + 1 + word.length > lineWidth) {
      lines.push(line)
      line = further + word.trimStart()
    } else line += isEmpty ? word : ` ${word}`
  }
  return [...lines, line].map((text) => text.replaceAll('\u00a0', ' '))
}
