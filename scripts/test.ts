import '../src/server/config/node-version.ts'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setup as startSharedPostgres } from '#test/postgres.ts'
import { readRequirements } from '#test/requirement-rows.ts'
import { namedTests } from '#test/security-rows.ts'
import { uncoveredPromises, uncoveredRequirements } from './coverage-of-docs.ts'
import { installTestPackages } from './test-packages.ts'
import { openTestTrees, shippedTests } from './test-tree.ts'
import { bin, measurementsOf, root, runVitest, type RanTest, type VitestRun } from './vitest-run.ts'

/**
 * `npm test`: everything. `npm test -- NAME...`: these parts or test files. `npm run check`:
 * format, types, lint, and the rules on SQLite. The last line is 'N passed, N failed'. Without a
 * browser or Postgres the tests that need them fail.
 */
const rules = 'rules and store'
const kills = 'kills and races'
/** The lanes run at the same time, the parts of a lane one after the other. Both take the same CPU. */
const lanes = [
  ['browser', 'HTTP, SMTP and fuzz'],
  [rules, kills],
]
/** The servers of `kills` promise answers in seconds: their processes come first. */
const nicenessOf = (part: string) => (part === kills ? 0 : 5)

/** More files than this fail for a reason that another run would only repeat. */
const mostToRepeat = 5

const trees = await openTestTrees()
let passed = 0
let failed = 0
const ran: RanTest[] = []
type TestOptions = { env?: Record<string, string> | undefined; niceness?: number | undefined }
const failedRuns: {
  name: string
  args: string[]
  options: { tree: string } & TestOptions
  run: VitestRun
}[] = []

const names = process.argv.slice(2)
if (names[0] === 'check') await checkQuickly()
else if (names[0] === 'parts') await runAllParts()
else if (names.length > 0) await runNamed()
else await runEverything()

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

async function runEverything() {
  installTestPackages()
  checkSources()
  await runAllParts()
  checkDocs()
}

async function runAllParts() {
  await runShippedTests()
  const stopPostgres = await sharedPostgres()
  await Promise.all(
    lanes.map(async (lane) => {
      for (const part of lane) await runTests(part, ['--project', part], {}, nicenessOf(part))
    }),
  )
  await repeatFailedFiles()
  await stopPostgres()
}

/**
 * No verdict may depend on how busy the machine is: files that failed beside the other lanes run
 * once more, alone. A file that passes then is printed as unsteady: its tests depend on the
 * machine's speed, which is a fault of theirs. Kills, races and random properties are not repeated:
 * what they find once is a fault of the product.
 */
async function repeatFailedFiles() {
  for (const { name, args, options, run } of failedRuns.splice(0)) {
    const files = new Set(run.failedFiles)
    const mayFindFaults = name === kills || run.output.includes('Property failed after')
    if (mayFindFaults || files.size === 0 || files.size > mostToRepeat) continue
    const again = await runVitest([...args, ...files], { tree: options.tree, env: options.env })
    if (again.failed > 0 || again.passed === 0) {
      console.log(again.output)
      continue
    }
    const before = new Set(run.tests.filter(({ file }) => files.has(file)))
    passed += again.passed - [...before].filter(({ status }) => status === 'passed').length
    failed -= run.failed
    ran.splice(0, ran.length, ...ran.filter((test) => !before.has(test)), ...again.tests)
    console.log(`--- unsteady in ${name}, passed alone: ${[...files].join(', ')}`)
  }
}

async function checkQuickly() {
  checkSources()
  await runShippedTests()
  await runTests(`${rules}, on SQLite`, ['--project', rules], { TEST_ENGINES: 'sqlite' })
}

async function runNamed() {
  installTestPackages()
  const parts = lanes.flat()
  for (const name of names) {
    const part = parts.find((one) => one.includes(name))
    if (part && !existsSync(resolve(root, name))) await runTests(part, ['--project', part])
    else await runTests(name, [...parts.flatMap((one) => ['--project', one]), name])
  }
  console.log('\n--- docs: skipped, because only a part of the tests ran')
}

function checkSources() {
  check('format (to fix it: npm run format)', [[bin('oxfmt'), '--check', '.']])
  check(
    'types',
    ['server', 'page', 'browser-tests'].map((name) => [bin('tsc'), '-p', `tsconfig.${name}.json`]),
  )
  check('lint', [[bin('oxlint'), '--deny-warnings', '.']])
}

/** Counts as one test, which passes where each command ends with 0. */
function check(name: string, commands: readonly (readonly [string, ...string[]])[]) {
  const start = performance.now()
  const outputs = commands.map(([command, ...args]) =>
    spawnSync(command, args, { cwd: root, encoding: 'utf8' }),
  )
  const faults = outputs.filter(({ status }) => status !== 0)
  for (const { stdout, stderr } of faults) console.log(`${stdout}${stderr}`)
  if (faults.length === 0) passed++
  else failed++
  console.log(`--- ${name}: ${faults.length === 0 ? 'passed' : 'FAILED'}, ${seconds(start)} s`)
}

/** Prints Vitest's output only where a test failed, or where no test passed. */
async function runTests(
  name: string,
  args: string[],
  env?: Record<string, string>,
  niceness?: number,
) {
  for (const { folder, titles } of trees)
    if (titles === 'all') await runTestsIn(folder, name, args, { env, niceness })
    else if (titles === 'not shipped')
      await runTestsIn(folder, name, ['-t', '^(?!.*the shipped campaign)', ...args], {
        env,
        niceness,
      })
}

/** Where src/campaign is not the campaign of the tests, which then run in a copy. */
async function runShippedTests() {
  const args = ['-t', 'the shipped campaign', ...shippedTests()]
  for (const { folder, titles } of trees)
    if (titles === 'shipped') await runTestsIn(folder, 'the shipped campaign', args)
}

async function runTestsIn(tree: string, name: string, args: string[], options: TestOptions = {}) {
  const start = performance.now()
  console.log(`--- ${name} ...`)
  const run = await runVitest(args, { tree, ...options })
  const failures = run.passed === 0 ? Math.max(run.failed, 1) : run.failed
  if (failures > 0) console.log(run.output)
  for (const line of measurementsOf(run.tests)) console.log(`    ${line}`)
  console.log(`--- ${name}: ${run.passed} passed, ${failures} failed, ${seconds(start)} s`)
  passed += run.passed
  failed += failures
  ran.push(...run.tests)
  if (run.failed > 0) failedRuns.push({ name, args, options: { tree, ...options }, run })
}

/** One server for all parts. Where it does not start, the tests that need it fail and say why. */
async function sharedPostgres(): Promise<() => Promise<void>> {
  const stop = await startSharedPostgres().catch(() => undefined)
  return stop ?? (async () => {})
}

/** docs/requirements.md and docs/security.md against the tests that ran. */
function checkDocs() {
  const requirements = readRequirements()
  const [ids, promises] = [
    uncoveredRequirements(requirements, ran),
    uncoveredPromises(namedTests(), ran),
  ]
  for (const id of ids) console.log(`failed: no test ran, passed and asserted for [${id}]`)
  for (const { file, title } of promises)
    console.log(
      `failed: docs/security.md names a test that did not run and pass: ${file}: ${title}`,
    )
  for (const uncovered of [ids, promises])
    if (uncovered.length === 0) passed++
    else failed++
  console.log(
    `--- docs: ${requirements.built.length} requirements are built, ${requirements.begun.length} planned ones are begun`,
  )
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1)
}
