import '../src/server/config/node-version.ts'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'

/** `npm run test:long -- PART`: the same tests with more rounds, 40 minutes at most; the last result is kept in docs/long/. */
const longestMinutes = 40
const root = resolve(import.meta.dirname, '..')
const parts: Record<string, { project: string; file: string; env: Record<string, string> }> = {
  kills: {
    project: 'kills and races',
    file: 'test/faults/kill.test.ts',
    env: { KILL_ROUNDS: '100' },
  },
  model: {
    project: 'kills and races',
    file: 'test/faults/model.test.ts',
    env: { MODEL_SQLITE: '50000', MODEL_POSTGRES: '0', MODEL_TWO: '0', MODEL_MINUTES: '37' },
  },
  'model-postgres': {
    project: 'kills and races',
    file: 'test/faults/model.test.ts',
    env: { MODEL_SQLITE: '0', MODEL_POSTGRES: '5000', MODEL_TWO: '1000', MODEL_MINUTES: '18' },
  },
  soak: {
    project: 'kills and races',
    file: 'test/faults/soak.test.ts',
    env: { SOAK_MINUTES: '30' },
  },
  hostile: {
    project: 'kills and races',
    file: 'test/faults/hostile.test.ts',
    env: { HOSTILE_REQUESTS: '100000' },
  },
  fresh: { project: 'long', file: 'test/long/fresh.test.ts', env: {} },
  fuzz: {
    project: 'HTTP, SMTP and fuzz',
    file: 'src/server/http/fuzz.http.test.ts',
    env: { FUZZ_ROUNDS: '20000' },
  },
}

const name = process.argv[2] ?? ''
const part = parts[name]
if (!part) {
  console.error(`Name a part: ${Object.keys(parts).join(' or ')}, e.g. npm run test:long -- kills`)
  process.exit(1)
}
/** A setting of the caller's goes before the part's own. */
const setting = Object.fromEntries(
  Object.entries(part.env).map(([key, value]) => [key, process.env[key] ?? value]),
)
const start = Date.now()
const { status, stdout } = spawnSync(
  resolve(root, 'node_modules/.bin/vitest'),
  ['run', '--project', part.project, '--no-color', part.file],
  {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...setting, NO_COLOR: '1' },
    timeout: longestMinutes * 60_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const said = stdout
  .split('\n')
  .filter((line) =>
    /kills, |lives, |visits, |hostile: |fresh: |cannot be made here|MODEL_REPLAY|after command|^ *(✓|×|Tests|FAIL)/.test(
      line,
    ),
  )
  .map((line) => line.trim())
const report = `# Long run: ${name}\n\n${new Date(start).toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, ${Object.entries(
  setting,
)
  .map((pair) => `${pair.join('=')}, `)
  .join(
    '',
  )}${Math.round((Date.now() - start) / 1_000)} s: ${status === 0 ? 'passed' : status === null ? `CUT after ${longestMinutes} minutes` : 'FAILED'}\n\n\`\`\`\n${said.join('\n')}\n\`\`\`\n`
mkdirSync(resolve(root, 'docs/long'), { recursive: true })
writeFileSync(resolve(root, 'docs/long', `${name}.md`), report)
console.log(report)
process.exit(status ?? 1)
