import type { Action, CommandTable, Option, Options } from './command-table.ts'
import { describedSettings } from '#server/config/settings.ts'

/** The help of a command, or of one of its actions, in lines of at most 100 characters. */
export function helpOf<Deps>(command: CommandTable<Deps>, only?: string): string {
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
