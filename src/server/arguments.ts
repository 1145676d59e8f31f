import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** A command that cannot be read; the message says why, in one sentence. */
export class Misread extends Error {}

/** What was typed after a command: its options, and one word for each of `names`, but for an optional one. Throws Misread. */
export function readArguments<const O extends Options>(args: readonly string[], options: O, names: readonly string[] | { optional: string } = []) {
  const given = parsed(args, options)
  const needed = 'optional' in names ? [] : names
  const [missing, tooMuch] = [needed[given.positionals.length], given.positionals['optional' in names ? 1 : needed.length]]
  if (missing !== undefined) throw new Misread(`${missing} is missing.`)
  if (tooMuch !== undefined) throw new Misread(`'${tooMuch}' is one word too many: put quotes around what has spaces.`)
  return given
}

/** The work's exit code. Where what was typed is misread: why, then how it is meant, and 2. */
export async function orUsage(usage: string, print: (line: string) => void, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Misread)) throw error
    for (const line of [error.message, '', usage]) print(line)
    return 2
  }
}

function parsed<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // Node's own sentence; what follows it is advice for other programs.
    throw new Misread(`${(error as Error).message.split(/\.(?:\s|$)/)[0]}.`)
  }
}
