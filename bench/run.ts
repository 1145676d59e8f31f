import '../src/server/config/node-version.ts'
import { recordResult } from './record-result.ts'
import { benches } from './list.ts'
import { machine } from './measure.ts'

/**
 * `npm run bench -- NAME…`, or all of them: each prints its figures and keeps them in
 * docs/performance.md; none is a timed test.
 */
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}: use ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(1)
}
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  console.log(`\n${name} (${machine()})`)
  const series = await benches[name]!.run()
  recordResult(name, series ?? [])
}
