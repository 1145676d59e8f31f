import '../src/server/config/node-version.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readRequirements } from '#test/requirement-rows.ts'
import { chromiumPath } from './chromium.ts'
import { rowsNotShown, type RanTest } from './requirements-shown.ts'

/**
 * Everything that must hold, one part after the other, each with its time. The last line is 'N passed, N failed'. What cannot
 * run for want of a browser or Postgres counts as failed.
 */
const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const parts = ['rules and store', 'HTTP, SMTP and fuzz', 'kills and races', 'browser']
const checkOnly = process.argv[2] === 'check'
const only = checkOnly ? 'rules and store' : process.argv[2]
/** What is read in a file later has no colours in it. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
let passed = 0
let failed = 0
const ran: RanTest[] = []

installMissing()
if (!only || checkOnly) {
  timed('format', () => check('format (run: npm run format)', bin('oxfmt'), ['--check', '.']))
  timed('types', () =>
    ['server', 'page', 'browser-tests'].forEach((name) =>
      check(`types of ${name}`, bin('tsc'), ['-p', `tsconfig.${name}.json`]),
    ),
  )
  timed('lint', () => check('lint', bin('oxlint'), ['--deny-warnings', '.']))
}
for (const part of parts) if (!only || part.includes(only)) timed(part, () => vitest(part))
if (only) console.log('\n--- requirements: skipped, as only a part was run')
else timed('requirements', checkRequirements)

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

function timed(name: string, run: () => void) {
  const start = performance.now()
  console.log(`\n--- ${name}`)
  run()
  console.log(`--- ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

function check(name: string, command: string, args: string[]) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status === 0) passed++
  else {
    failed++
    console.log(`failed: ${name}`)
  }
}

function vitest(part: string) {
  const report = join(root, '.cache/vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const { status } = spawnSync(
    bin('vitest'),
    ['run', '--project', part, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...plain } },
  )
  const {
    passed: good,
    failed: bad,
    tests,
  } = existsSync(report) ? readReport(report) : { passed: 0, failed: 0, tests: [] }
  ran.push(...tests)
  passed += good
  failed += bad === 0 && status !== 0 ? 1 : bad
}

/** A file that could not be loaded holds no test, and counts as one that failed. */
function readReport(file: string) {
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: RanTest[] }[]
  }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    tests: report.testResults.flatMap(({ assertionResults }) => assertionResults),
  }
}

/** docs/requirements.md against the reports of all parts. */
function checkRequirements() {
  const requirements = readRequirements()
  const notShown = rowsNotShown(requirements, ran)
  console.log(
    `${requirements.built.length} rows are built, ${requirements.begun.length} planned ones are begun`,
  )
  for (const id of notShown) console.log(`failed: no test ran, passed and asserted for [${id}]`)
  if (notShown.length === 0) passed++
  else failed++
}

function installMissing() {
  const postgres = hasPostgres() ? [] : ['postgresql']
  /** The first of these that can be had will do. */
  const choices = (chromiumPath ? [[]] : [['chromium-headless-shell'], ['chromium']]).map(
    (browser) => [...browser, ...postgres],
  )
  const [missing = []] = choices
  if (missing.length === 0) return
  const say = `The tests need ${missing.join(' and ')}`
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get'))
    return console.log(
      `${say}: install them with your package manager; until then the tests that need them fail.`,
    )
  console.log(`${say}; installing with apt-get ...`)
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync([...sudo, 'apt-get', ...args][0]!, [...sudo, 'apt-get', ...args].slice(1), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    }).status === 0
  if (
    !apt('update', '-qq') ||
    !choices.some((packages) =>
      apt(
        'install',
        '-y',
        '-qq',
        '--no-install-recommends',
        ...packages,
        'procps',
        'fonts-liberation',
      ),
    )
  )
    console.log(
      `They could not be installed: run 'apt-get install ${choices.at(-1)!.join(' ')}' as root. Until then the tests that need them fail.`,
    )
}

function hasPostgres(): boolean {
  const debian = '/usr/lib/postgresql'
  const folders = [
    ...(existsSync(debian)
      ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
      : []),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.some((folder) => existsSync(join(folder, 'initdb')))
}
