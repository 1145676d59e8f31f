import '../src/server/config/node-version.ts'
import { recordResult } from './record-result.ts'
import { benches } from './list.ts'
import { machine } from './measure.ts'

/**
 * `npm run bench -- NAME…`, or all that take no argument: each prints its figures and keeps them in
 * docs/performance.md; none is a timed test. A bench that takes an argument has it behind its name.
 */
const asked = readAsked(process.argv.slice(2))
for (const { name, argument } of asked.length > 0 ? asked : allWithoutArgument()) {
  console.log(`\n${name} (${machine()})`)
  const series = await benches[name]!.run(argument)
  recordResult(name, series ?? [])
}

type Asked = { name: string; argument: string }

function readAsked(given: readonly string[]): Asked[] {
  const found: Asked[] = []
  for (let at = 0; at < given.length; at++) {
    const name = given[at]!
    if (!(name in benches))
      refuse(`There is no bench called ${name}: use ${Object.keys(benches).map(shown).join(', ')}.`)
    const { takes } = benches[name]!
    const argument = takes === undefined ? '' : given[++at]
    if (argument === undefined)
      refuse(
        `${name} takes an argument: npm run bench -- ${shown(name)}. ${benches[name]!.measures}`,
      )
    else found.push({ name, argument })
  }
  return found
}

function shown(name: string): string {
  return [name, benches[name]!.takes ?? ''].join(' ').trim()
}

function allWithoutArgument(): Asked[] {
  return Object.keys(benches)
    .filter((name) => benches[name]!.takes === undefined)
    .map((name) => ({ name, argument: '' }))
}

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}
