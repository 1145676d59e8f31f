import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Node's flags and the environment in `npm start`, for whatever starts the server as it does. */
export function startAs(): { flags: string[]; env: Record<string, string> } {
  const { scripts } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { scripts: { start: string } }
  const [, variables = '', flags = ''] = /export (.*) && exec node (.*) "dist\//.exec(
    scripts.start,
  )!
  return {
    flags: flags.split(' '),
    env: Object.fromEntries(
      variables.split(' ').map((variable) => variable.split('=') as [string, string]),
    ),
  }
}
