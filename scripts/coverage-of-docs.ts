import type { Requirements } from '#test/requirement-rows.ts'
import type { Promised } from '#test/security-rows.ts'
import type { RanTest } from './vitest-run.ts'

/** Ids of requirements without a test that ran, passed, asserted and names the id in brackets. */
export function uncoveredRequirements(
  { built, begun }: Pick<Requirements, 'built' | 'begun'>,
  tests: readonly RanTest[],
): string[] {
  const covered = new Set(tests.filter(hasPassed).flatMap(({ fullName }) => idsIn(fullName)))
  return [...built, ...begun].filter((id) => !covered.has(id))
}

/** Tests named in docs/security.md that did not run, pass and assert in this run. */
export function uncoveredPromises(
  named: readonly Promised[],
  tests: readonly RanTest[],
): Promised[] {
  const passed = tests.filter(hasPassed)
  return named.filter(({ file, title }) => {
    const pattern = patternOf(title)
    return !passed.some((test) => test.file === file && pattern.test(test.fullName))
  })
}

const hasPassed = ({ status, meta }: RanTest) => status === 'passed' && (meta.assertions ?? 0) > 0

const idsIn = (title: string) => [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id]) => id!)

/** A title as `test.each` fills it in: each placeholder, `%s` or `$name`, matches any text. */
function patternOf(title: string): RegExp {
  const literals = title.split(/%[sdifjoO]|\$[a-z]\w*/)
  return new RegExp(
    literals.map((text) => RegExp.escape(text.replaceAll('%%', '%'))).join('.*'),
    's',
  )
}
