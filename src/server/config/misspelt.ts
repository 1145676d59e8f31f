import { settings } from './settings.ts'

type Environment = Record<string, string | undefined>

/**
 * Variables of the environment that are no setting, but almost the name of one that is not set:
 * MAIL_PER_HOUR, smtp_url. Names without an underscore, such as HOST, are like too many others.
 */
export function misspeltSettings(env: Environment): { given: string; meant: string }[] {
  const names = Object.values(settings).map(({ name }) => name)
  const missing = names.filter((name) => name.includes('_') && !env[name])
  return Object.keys(env)
    .filter((given) => !names.includes(given as (typeof names)[number]) && env[given])
    .flatMap((given) => {
      const meant = missing.find((name) => isAlmost(given.toUpperCase().replaceAll('-', '_'), name))
      return meant === undefined ? [] : [{ given, meant }]
    })
}

/** One wrong letter in a short name, two in a long one. */
const isAlmost = (given: string, name: string): boolean =>
  distance(given, name) <= (name.length < 9 ? 1 : 2)

/** The number of letters to insert, delete or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [done, letter] of [...from].entries()) {
    const next = [done + 1]
    for (const [index, other] of [...to].entries())
      next.push(
        Math.min(row[index]! + (letter === other ? 0 : 1), row[index + 1]! + 1, next[index]! + 1),
      )
    row = next
  }
  return row.at(-1)!
}
