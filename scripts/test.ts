import '../src/server/config/node-version.ts'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setup as startSharedPostgres } from '#test/postgres.ts'
import { readRequirements } from '#test/requirement-rows.ts'
import { namedTests } from '#test/security-rows.ts'
import { checkSources } from './check-sources.ts'
import { uncoveredPromises, uncoveredRequirements } from './coverage-of-docs.ts'
import { missingCards } from './drawn-pictures.ts'
import { installTestPackages } from './test-packages.ts'
import { measurementsOf, root, runVitest, type RanTest, type VitestRun } from './vitest-run.ts'

/**
 * `npm test`: everything. `npm test -- NAME...`: these parts or test files. `npm run check`:
 * format, types, lint, and the rules on SQLite that start no program and read no build. The last
 * line is 'N passed, N failed'. Without a browser or Postgres the tests that need them fail.
 */
const rules = 'rules and store'
const kills = 'kills and races'
/**
 * The servers of `kills` promise answers in seconds: it runs alone, and first. Of the others two run
 * at a time, the longest first, so that both processors are busy to the end.
 */
const others = ['browser', rules, 'HTTP, SMTP and fuzz']
const parts = [kills, ...others]
const atOnce = 2

/** More files than this fail for a reason that another run would only repeat. */
const mostToRepeat = 5

const names = process.argv.slice(2)
readyForTests()
let passed = 0
let failed = 0
const ran: RanTest[] = []
const secondsOf = new Map<string, number>()
type TestOptions = { env?: Record<string, string> | undefined }
const failedRuns: {
  name: string
  args: string[]
  options: TestOptions
  run: VitestRun
}[] = []

if (names[0] === 'check') await checkQuickly()
else if (names[0] === 'parts') await runAllParts()
else if (names.length > 0) await runNamed()
else await runEverything()

saySlowest()
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** The tests read the campaign `fuel`. `scripts/ready.js` made the one that CAMPAIGN names ready. */
function readyForTests() {
  if ((process.env['CAMPAIGN'] || 'fuel') === 'fuel') return
  process.env['CAMPAIGN'] = 'fuel'
  const options = names[0] === 'check' ? ['--install-only'] : []
  const { status } = spawnSync(process.execPath, ['scripts/ready.js', ...options], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

async function runEverything() {
  installTestPackages()
  await countSources()
  await runAllParts()
  checkDocs()
}

async function runAllParts() {
  const stopPostgres = await sharedPostgres()
  await runTests(kills, ['--project', kills])
  const waiting = [...others]
  const runNext = async (): Promise<void> => {
    const part = waiting.shift()
    if (part === undefined) return
    await runTests(part, ['--project', part])
    return runNext()
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  await repeatFailedFiles()
  await stopPostgres()
}

/**
 * No verdict may depend on how busy the machine is: files that failed beside another part run
 * once more, alone. A file that passes then is printed as unsteady: its tests depend on the
 * machine's speed, which is a fault of theirs. Kills, races and random properties are not repeated:
 * what they find once is a fault of the product.
 */
async function repeatFailedFiles() {
  for (const { name, args, options, run } of failedRuns.splice(0)) {
    const files = new Set(run.failedFiles)
    const mayFindFaults = name === kills || run.output.includes('Property failed after')
    if (mayFindFaults || files.size === 0 || files.size > mostToRepeat) continue
    const again = await runVitest([...args, ...files], { env: options.env })
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
  await countSources()
  await runTests(`${rules}, on SQLite`, ['--project', rules], { TEST_ENGINES: 'sqlite' })
}

async function runNamed() {
  installTestPackages()
  const partOf = (name: string) =>
    existsSync(resolve(root, name)) ? undefined : parts.find((part) => part.includes(name))
  const files = names.filter((name) => !partOf(name))
  for (const part of new Set(names.map(partOf))) if (part) await runTests(part, ['--project', part])
  if (files.length > 0)
    await runTests(files.join(' '), [...parts.flatMap((part) => ['--project', part]), ...files])
  console.log('\n--- docs: skipped, because only a part of the tests ran')
}

async function countSources() {
  for (const line of missingCards(root)) console.log(line)
  const checks = await checkSources()
  passed += checks.passed
  failed += checks.failed
}

/** Prints Vitest's output only where a test failed, or where no test passed. */
async function runTests(name: string, args: string[], env?: Record<string, string>) {
  const options = { env }
  const start = performance.now()
  console.log(`--- ${name} ...`)
  const run = await runVitest(args, options)
  const failures = run.passed === 0 ? Math.max(run.failed, 1) : run.failed
  if (failures > 0) console.log(run.output)
  for (const line of measurementsOf(run.tests)) console.log(`    ${line}`)
  console.log(`--- ${name}: ${run.passed} passed, ${failures} failed, ${seconds(start)} s`)
  passed += run.passed
  failed += failures
  ran.push(...run.tests)
  for (const [file, took] of run.secondsOf) secondsOf.set(file, took)
  if (run.failed > 0) failedRuns.push({ name, args, options, run })
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

/** Where the time goes: a file that becomes slow is seen here first. */
function saySlowest() {
  const slowest = [...secondsOf].toSorted(([, one], [, other]) => other - one).slice(0, 10)
  if (slowest.length < 2) return
  console.log('\nThe slowest files:')
  for (const [file, took] of slowest) console.log(`${took.toFixed(1).padStart(7)} s  ${file}`)
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1)
}
