import '../src/server/config/node-version.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { measurementsOf, root, runVitest } from './vitest-run.ts'

/**
 * `npm run test:long -- PART`: tests with more rounds than `npm test` has time for, at most 40
 * minutes a part. docs/long/PART.md keeps the last result.
 */
const longestMinutes = 40
type Part = { args: string[]; env?: Record<string, string> }
const kills = ['--project', 'kills and races']

const parts: Record<string, Part> = {
  kills: {
    args: [...kills, 'test/faults/kill.test.ts', 'test/faults/sequence-kill.test.ts'],
    env: { KILL_ROUNDS: '100', SEQUENCE_KILL_ROUNDS: '10', TEST_ENGINES: 'both' },
  },
  letters: {
    args: [...kills, 'test/faults/letter-kill.test.ts'],
    env: { LETTER_KILL_ROUNDS: '20', TEST_ENGINES: 'both' },
  },
  races: {
    args: [
      ...kills,
      'test/faults/races.test.ts',
      'test/faults/races-of-one-person.test.ts',
      'test/faults/offer-races.test.ts',
    ],
    env: { RACE_ROUNDS: '20', PERSON_RACE_ROUNDS: '200', OFFERS_GIVEN_BEFORE: '0' },
  },
  model: {
    args: [...kills, 'test/faults/model.test.ts'],
    env: { MODEL_SQLITE: '50000', MODEL_POSTGRES: '0', MODEL_TWO: '0', MODEL_MINUTES: '37' },
  },
  'model-postgres': {
    args: [...kills, 'test/faults/model.test.ts'],
    env: { MODEL_SQLITE: '0', MODEL_POSTGRES: '5000', MODEL_TWO: '1000', MODEL_MINUTES: '18' },
  },
  line: {
    args: [
      ...kills,
      'test/faults/line-model-sqlite.test.ts',
      'test/faults/line-model-postgres.test.ts',
      'test/faults/line-crowd.test.ts',
    ],
    env: {
      LINE_CROWD: '1000',
      LINE_SQLITE: '20000',
      LINE_POSTGRES: '2000',
      LINE_MOVES: '500',
      LINE_MINUTES: '36',
    },
  },
  repeats: {
    args: [...kills, 'test/faults/repeated-acts.test.ts', 'test/faults/races-with-erasure.test.ts'],
    env: { REPEATED_ROUNDS: '2000', ERASURE_RACES: '40' },
  },
  windows: { args: ['--project', 'browser'], env: { TEST_WINDOWS: 'all' } },
  live: {
    args: [...kills, 'test/faults/live-crowd.test.ts'],
    env: { LIVE_ACTS: '10000' },
  },
  soak: {
    args: [...kills, 'test/faults/soak.test.ts'],
    env: { SOAK_MINUTES: '30', TEST_ENGINES: 'both' },
  },
  hostile: { args: [...kills, 'test/faults/hostile.test.ts'], env: { HOSTILE_REQUESTS: '100000' } },
  fuzz: {
    args: [
      '--project',
      'HTTP, SMTP and fuzz',
      '--project',
      'rules and store',
      'http/fuzz.http',
      'quiz/fuzz.http',
      'events/events.http',
      'hostile-addresses.smtp',
      'letter-hostile',
      'parse-message',
    ],
    env: { FUZZ_ROUNDS: '20000' },
  },
  postgres: {
    args: ['--project', 'rules and store', '--project', 'HTTP, SMTP and fuzz', 'src/server'],
    env: { TEST_ENGINES: 'both' },
  },
  mailbox: {
    args: ['--project', 'HTTP, SMTP and fuzz', 'src/server/bounces/read-mailbox.smtp.test.ts'],
    env: { MAILBOX_MAILS: '50000' },
  },
  launch: {
    args: ['--project', 'long', 'test/long/launch-day.test.ts'],
    env: { LAUNCH_PEOPLE: '20000' },
  },
  fresh: { args: ['--project', 'long', 'test/long/fresh.test.ts'] },
}

const name = process.argv[2] ?? ''
const start = Date.now()
const { failed, settings, lines } = await runPart(parts[name])
const seconds = Math.round((Date.now() - start) / 1_000)
const report = `# Long run: ${name}

${new Date(start).toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, ${settings.map((one) => `${one}, `).join('')}${seconds} s of at most ${longestMinutes * 60}: ${failed ? 'FAILED' : 'passed'}

\`\`\`
${lines.join('\n')}
\`\`\`
`
mkdirSync(join(root, 'docs/long'), { recursive: true })
writeFileSync(join(root, 'docs/long', `${name}.md`), report)
console.log(report)
process.exit(failed ? 1 : 0)

async function runPart(part: Part | undefined) {
  if (!part) {
    console.error(
      `Name a part: ${Object.keys(parts).join(' or ')}, e.g. npm run test:long -- kills`,
    )
    process.exit(1)
  }
  /** A variable that the caller sets wins over the part's own. */
  const env = Object.fromEntries(
    Object.entries(part.env ?? {}).map(([key, value]) => [key, process.env[key] ?? value]),
  )
  const run = await runVitest(part.args, { env, timeoutMs: longestMinutes * 60_000 })
  const failed = run.failed > 0 || run.passed === 0
  if (failed) console.log(run.output)
  return {
    failed,
    settings: Object.entries(env).map((pair) => pair.join('=')),
    lines: [
      ...measurementsOf(run.tests),
      ...(run.tests.length <= 40 ? run.tests.map((test) => `${test.status} ${test.fullName}`) : []),
      `${run.passed} passed, ${run.failed} failed`,
    ],
  }
}
