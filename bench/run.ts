import '../src/server/node-version.ts'
import { hostile } from './hostile.ts'
import { join } from './join.ts'
import { machine } from './measure.ts'
import { pageAlive } from './page-alive.ts'
import { page } from './page.ts'
import { quiz } from './quiz.ts'
import { quizClick } from './quiz-click.ts'
import { size } from './size.ts'

/** `npm run bench -- page|join|quiz|hostile|size|page-alive|quiz-click|lighthouse`: each prints its figures; none is a timed test. */
const benches: Record<string, () => Promise<void>> = { page, join, quiz, hostile, size, 'page-alive': pageAlive, 'quiz-click': quizClick, lighthouse: async () => (await import('./lighthouse.ts')).lighthouseScores() }
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}: use ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  console.log(`\n${name} (${machine()})`)
  await benches[name]!()
}
