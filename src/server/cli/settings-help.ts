import { describedSettings } from '#server/config/settings.ts'
import { wrapText } from './help.ts'

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
