import type { Requirements } from '#test/requirement-rows.ts'

/** What vitest's JSON report says of one test; `assertions` is noted by test/count-assertions.ts. */
export type RanTest = { fullName: string; status: string; meta?: { assertions?: number } }

/** Rows that no test shows: each needs one that ran, passed and asserted, and that names the row in square brackets. */
export function rowsNotShown(
  { built, begun }: Pick<Requirements, 'built' | 'begun'>,
  tests: readonly RanTest[],
): string[] {
  const shown = new Set(tests.filter(hasShown).flatMap(({ fullName }) => idsIn(fullName)))
  return [...built, ...begun].filter((id) => !shown.has(id))
}

const hasShown = ({ status, meta }: RanTest) => status === 'passed' && (meta?.assertions ?? 0) > 0

const idsIn = (title: string) => [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id]) => id!)
