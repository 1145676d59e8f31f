import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtFrom, filesIn, hashOf } from '../scripts/ready/sources.js'

const variable = 'ASCEND_TEST_STALE_BUILD'

/** Vitest's globalSetup: looks once whether `dist` was built from the sources of now. */
export function setup(): void {
  const problem = staleBuild(resolve(import.meta.dirname, '..'))
  if (problem) process.env[variable] = problem
  else delete process.env[variable]
}

/** For what serves `dist`. Throws the sentence that says what to do, in place of odd failures. */
export function requireFreshBuild(): void {
  const problem = process.env[variable]
  if (problem) throw new Error(problem)
}

/** A sentence where `dist` of this tree is missing, or was built from other sources. */
export function staleBuild(root: string): string | null {
  const built = join(root, 'dist/fuel/server/main.js')
  if (!existsSync(built)) return 'This test serves dist, which is missing. Run: npm run build'
  const builtMs = statSync(built).mtimeMs
  const timeOf = (path: string) => statSync(join(root, path)).mtimeMs
  const newest = filesIn(root, builtFrom('fuel')).reduce((one: string, other: string) =>
    timeOf(other) > timeOf(one) ? other : one,
  )
  const mark = join(root, 'dist/fuel/.ready')
  const isFresh = existsSync(mark)
    ? readFileSync(mark, 'utf8') === hashOf(root, builtFrom('fuel'))
    : timeOf(newest) <= builtMs
  if (isFresh) return null
  const changed = timeOf(newest) > builtMs ? `${newest} has changed since` : 'a source was removed'
  return `This test serves dist, which is older than its sources: ${changed}. Run: npm run build`
}
