import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Node's flags in `npm start`, for whatever starts the server as it does. */
export function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as { scripts: { start: string } }
  return /exec node (.*) src\/server\/main\.ts/.exec(scripts.start)![1]!.split(' ')
}
