import { parseArgs } from 'node:util'
import { saidOf, type CampaignPart, type HasPart } from '#contract/campaign/campaign-parts.ts'
import { listed } from '#contract/english.ts'
import { readWhole, writeWhole } from '#server/config/formats.ts'
import { describedSettings } from '#server/config/settings.ts'

/**
 * An option of an action. Parsing, checks and help follow from it. `value` names its value in the
 * help. `needs`, here and below: the part of the campaign without which it is not there.
 */
export type Option = { help: string; needs?: CampaignPart } & (
  | { flag: true }
  | {
      value: string
      required?: true
      many?: true
      oneOf?: readonly string[]
      range?: readonly [min: number, max: number]
    }
)
export type Options = Readonly<Record<string, Option>>

type ValueOf<O extends Option> = O extends { flag: true }
  ? boolean
  : O extends { many: true }
    ? readonly string[]
    :
        | (O extends { range: unknown } ? number : string)
        | (O extends { required: true } ? never : undefined)
export type Values<O extends Options> = { [Name in keyof O]: ValueOf<O[Name]> }

/**
 * `argument` names the positional argument, in brackets where it is optional; a missing one is ''.
 * A `standalone` action needs neither settings nor a store: `deps` has only `print` and `note`.
 */
export type Action<Deps, O extends Options = any> = {
  needs?: CampaignPart
  help: string
  argument?: string
  options?: O
  standalone?: true
  /** throws UsageError for combinations of options */
  check?(values: Values<O>, argument: string): void
  /** resolves with the exit code: 0 done; 1 not done, or something needs attention */
  run(deps: Deps, values: Values<O>, argument: string): Promise<number>
}

/**
 * An operator's command: `npm run NAME -- ACTION`. A command without actions has one, named ''.
 * `server` says whether a server may run meanwhile.
 */
export type CommandTable<Deps> = {
  needs?: CampaignPart
  name: string
  help: string
  server: 'may run' | 'stopped'
  actions: Readonly<Record<string, Action<Deps>>>
}

/**
 * A command as it is for a campaign with these parts: its actions and options, and what its help
 * says of them (contract/campaign/campaign-parts.ts).
 */
export const commandFor = <Deps>(
  command: CommandTable<Deps>,
  has: HasPart,
): CommandTable<Deps> => ({
  ...command,
  help: saidOf(command.help, has),
  actions: ofParts(command.actions, has, ({ options, ...action }) => ({
    ...action,
    ...(options && { options: ofParts(options as Options, has, (option) => option) }),
  })),
})

const ofParts = <One extends { help: string; needs?: CampaignPart }>(
  all: Readonly<Record<string, One>>,
  has: HasPart,
  change: (one: One) => One,
): Record<string, One> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, one]) =>
      one.needs === undefined || has(one.needs)
        ? [[name, change({ ...one, help: saidOf(one.help, has) })]]
        : [],
    ),
  )

/** Infers the types of an action's options for `run`. */
export const actionsOf =
  <Deps>() =>
  <const O extends Options>(action: Action<Deps, O>): Action<Deps> =>
    action

export const json = { flag: true, help: 'prints JSON instead of text' } as const satisfies Option

/** The arguments of a command are wrong. The message is one sentence for the operator. */
export class UsageError extends Error {}

type ParsedCommand<Deps> =
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
    throw new UsageError(`${name} is '${value}': use ${listed(oneOf, 'or')}.`)
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

/** The help of a command, or of one of its actions, in lines of at most 100 characters. */
function helpOf<Deps>(command: CommandTable<Deps>, only?: string): string {
  const actions = Object.entries(command.actions).filter(
    ([name]) => only === undefined || name === only,
  )
  const severalActions = only === undefined && !('' in command.actions)
  return [
    ...(only === undefined ? [...wrapText(command.help, '', ''), ''] : []),
    actions.map(([name, action]) => helpOfAction(command.name, name, action)).join('\n\n'),
    '',
    ...(severalActions ? [`npm run ${command.name} -- ACTION --help shows one action.`] : []),
    'Exit code: 0 done; 1 not done, or something needs attention; 2 wrong arguments.',
  ].join('\n')
}

function helpOfAction<Deps>(command: string, name: string, action: Action<Deps>): string {
  const { help, argument, options = {} } = action
  const all = Object.entries(options as Options)
  const column = Math.max(0, ...all.map(([option, declared]) => nameOf(option, declared).length))
  return [
    ...wrapText(usageOf(command, name, argument, options), '', '    '),
    ...wrapText(help, '    ', '    '),
    ...all.flatMap(([option, declared]) =>
      wrapText(
        `${nameOf(option, declared).padEnd(column)}  ${declared.help}`,
        '    ',
        ' '.repeat(column + 6),
      ),
    ),
  ].join('\n')
}

export function usageOf(
  command: string,
  action: string,
  argument = '',
  options: Options = {},
): string {
  const shown = Object.entries(options).map(([name, option]) => {
    const text = `--${name}${'flag' in option ? '' : ` ${option.oneOf?.join('|') ?? option.value}`}`
    // A no-break space keeps the option on one line.
    return ('required' in option && option.required ? text : `[${text}]`).replaceAll(' ', '\u00a0')
  })
  const words = [action, argument, ...shown].filter(Boolean)
  return `npm run ${command}${words.length > 0 ? ` -- ${words.join(' ')}` : ''}`
}

const nameOf = (name: string, option: Option) =>
  `--${name}${'flag' in option ? '' : ` ${option.value}`}`

const lineWidth = 100

function wrapText(text: string, firstIndent: string, indent: string): string[] {
  const lines: string[] = []
  let line = firstIndent + text.match(/^ */)![0]
  for (const word of text.trimStart().split(/(?<=\S) /)) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && line.length + 1 + word.length > lineWidth) {
      lines.push(line)
      line = indent + word.trimStart()
    } else line += isEmpty ? word : ` ${word}`
  }
  return [...lines, line].map((text) => text.replaceAll('\u00a0', ' '))
}

/** The environment variables of the server, in lines of at most 100 characters. */
export function settingsHelp(): string {
  const settings = describedSettings()
  const column = Math.max(...settings.map(({ name }) => name.length)) + 2
  return [
    'npm start starts the server. It reads these environment variables:',
    '',
    ...settings.flatMap(({ name, default: value, help }) =>
      wrapText(
        `${name.padEnd(column)}${plain(help)}. Default: ${plain(value)}.`,
        '',
        ' '.repeat(column),
      ),
    ),
  ].join('\n')
}

const plain = (markdown: string) => markdown.replaceAll('`', '')
