import { settings } from './settings.ts'

type Environment = Record<string, string | undefined>

/** One sentence for each misspelt setting, for the operator. */
export const describeMisspelt = (env: Environment): string[] =>
  misspeltSettings(env).map(
    ({ given, meant }) => `${given} is not a setting, and has no effect: did you mean ${meant}?`,
  )

/**
 * Variables of the environment that are no setting, but one or two letters from one that is not
 * set: MAIL_PER_HOUR, SMPT_URL, OPERATOR. Two letters that changed places are one.
 */
export function misspeltSettings(env: Environment): { given: string; meant: string }[] {
  const names = Object.values(settings).map(({ name }) => name)
  const missing = names.filter((name) => !env[name])
  return Object.keys(env)
    .filter((given) => !names.includes(given as (typeof names)[number]) && env[given])
    .flatMap((given) => {
      const written = given.toUpperCase().replaceAll('-', '_')
      const [nearest] = missing
        .map((name) => ({
          name,
          letters: Math.min(...spellings(name).map((one) => distance(written, one))),
        }))
        .filter(({ name, letters }) => letters <= mostLetters(name, written))
        .toSorted((a, b) => a.letters - b.letters)
      return nearest ? [{ given, meant: nearest.name }] : []
    })
}

/** TRUSTED_PROXY is three letters from TRUSTED_PROXIES. */
const spellings = (name: string): string[] => [name, name.replace(/IES$/, 'Y')]

/**
 * HOST and PORT are so short that names of other programs, such as HOME and POST, are one or two
 * letters away: only their own letters in another order are taken for them.
 */
function mostLetters(name: string, given: string): number {
  if (name.length < 6) return sorted(name) === sorted(given) ? 1 : 0
  return name.length < 8 ? 1 : 2
}

const sorted = (text: string): string => [...text].toSorted().join('')

/**
 * The number of letters to insert, delete, replace, or swap with their neighbour (optimal string
 * alignment).
 */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let done = 1; done <= from.length; done++) {
    const row = [done]
    const [before, above] = [rows[done - 2], rows[done - 1]!]
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[done - 1] === to[at - 1]
      const isSwapped = from[done - 1] === to[at - 2] && from[done - 2] === to[at - 1]
      row.push(
        Math.min(
          above[at]! + 1,
          row[at - 1]! + 1,
          above[at - 1]! + (isSame ? 0 : 1),
          before && at > 1 && isSwapped ? before[at - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
