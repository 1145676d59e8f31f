import '../src/server/config/node-version.ts'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { explained, isOf } from './explained-mutants.ts'
import { holds, isOpen, reportOf, summaryOf, type Tried, type Verdict } from './mutants-report.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { openParts } from './rules-of-file.ts'
import { openImports } from './tests-of-file.ts'
import { openTrials, type Result } from './mutant-trials.ts'

/**
 * `npm run test:mutate [-- PATH…]`: changes each constant of the campaign, and each constant and
 * comparison of the rules, one at a time, and expects a test to fail. It works on a copy.
 * docs/mutants.md has the score of a whole run.
 */
const root = resolve(import.meta.dirname, '..')
const only = process.argv.slice(2)
const dataWithTexts = ['campaigns/fuel/figures.ts', 'campaigns/fuel/offers.ts']
const files = globSync(
  [
    'campaigns/fuel/{figures,offers,sequence}.ts',
    'src/contract/**/*.ts',
    'src/page/**/*.ts',
    'src/server/sequence/{steps,quiet-hours}.ts',
    'src/server/delivery/{pace,recipient-budgets}.ts',
    'src/server/limits/{budgets,capped-budgets}.ts',
  ],
  { cwd: root, exclude: ['**/*.test.ts'] },
).toSorted()

const copy = mkdtempSync(join(tmpdir(), 'ascend-mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))
for (const name of globSync(
  [
    'campaigns',
    'src',
    'test',
    'scripts',
    'docs',
    'index.html',
    'package.json',
    'vitest.config.ts',
    'vite.config.ts',
    'tsconfig*.json',
  ],
  { cwd: root },
))
  cpSync(join(root, name), join(copy, name), { recursive: true })
mkdirSync(join(copy, 'dist/fuel'), { recursive: true })
// The data of the campaign is the copy's own.
for (const name of ['node_modules', ...['client', 'server'].map((part) => `dist/fuel/${part}`)])
  if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name))

const start = Date.now()
const trials = await openTrials(copy)
const partsOf = openParts(copy)
const readersOf = openImports(copy)
const usesStore = readersOf('src/server/db/open.ts')
const isAsked = ({ file }: { file: string }) =>
  only.length === 0 || only.some((path) => file.startsWith(path))
const mutants = files
  .filter((file) => isAsked({ file }))
  .flatMap((file) =>
    mutantsOf(file, readFileSync(join(copy, file), 'utf8'), partsOf(file).rules, {
      texts: dataWithTexts.includes(file),
    }),
  )
/** Rules whose own test has the name of another file. */
const testedBy: Record<string, string> = {
  'src/server/delivery/recipient-budgets.ts': 'src/server/delivery/pace.test.ts',
}
const kills = new Map<string, number>()
const tried: Tried[] = []

const all = [...new Set(mutants.flatMap(({ file }) => testsOf(file)))]
await mustPass(`before anything was changed`)
for (const mutant of mutants) {
  const known = explained.find(isOf(mutant))
  const verdict = await verdictOn(mutant, known?.is === 'endless')
  tried.push({ ...mutant, verdict, explained: known })
  console.log(
    `${new Date().toISOString().slice(11, 19)} ${known ? `${verdict}, explained` : verdict}  ${mutant.file}:${mutant.line} ${mutant.from} -> ${mutant.to}  ${mutant.code}`,
  )
}
await mustPass('after all changes were undone')
await trials.close()

const run = {
  tried,
  left: files.map((file) => ({ file, browser: partsOf(file).browser })),
  startedAt: new Date(start),
  seconds: Math.round((Date.now() - start) / 1_000),
}
const open = tried.filter(isOpen)
const stale = explained.filter(
  (one) => isAsked(one) && !tried.some((mutant) => mutant.explained === one && holds(mutant)),
)
for (const { file, line, code, from, to, verdict } of open)
  console.log(`${verdict.toUpperCase()} ${file}:${line} ${from} -> ${to}  ${code}`)
for (const { file, code, from, to } of stale)
  console.log(`EXPLAINED, BUT NOT SO ${file} ${from} -> ${to}  ${code}`)
console.log(summaryOf(run))
if (only.length === 0) writeFileSync(join(root, 'docs/mutants.md'), reportOf(run))
process.exit(open.length + stale.length > 0 ? 1 : 0)

async function mustPass(when: string) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${all.length} test files ${when}`)
  const first = await trials.run(all)
  // A busy machine may have been too slow for one test; the tests after the first failure did not
  // run.
  const { trial, by, why } = first.trial === 'passed' ? first : await trials.run(all)
  if (trial !== 'passed')
    throw new Error(`The tests fail ${when}: ${trial} ${by.join(', ')}\n${why}`)
}

async function verdictOn(mutant: Mutant, endless: boolean): Promise<Verdict> {
  const path = join(copy, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.slice(0, mutant.at) + mutant.to + source.slice(mutant.at + mutant.from.length),
  )
  trials.changed(mutant.file)
  try {
    const first = verdictOf(await attempt(mutant.file))
    return first === 'killed' || first === 'survived' || (first === 'timed out' && endless)
      ? first
      : verdictOf(await attempt(mutant.file))
  } finally {
    writeFileSync(path, source)
    trials.changed(mutant.file)
  }
}

function verdictOf({ trial }: Result): Verdict {
  if (trial === 'passed') return 'survived'
  return trial === 'failed' ? 'killed' : trial
}

/**
 * Runs first the test file that failed most often on changes of this file, or is nearest to it.
 * Only if it passes, more test files run, and finally all.
 */
async function attempt(file: string): Promise<Result> {
  const tests = testsOf(file).toSorted(
    (a, b) => (kills.get(`${file} ${b}`) ?? 0) - (kills.get(`${file} ${a}`) ?? 0),
  )
  let result: Result = { trial: 'passed', by: [], why: '' }
  for (const some of [tests.slice(0, 1), tests.slice(1, 3), tests.slice(3, 7), tests.slice(7)]) {
    if (some.length === 0 || result.trial !== 'passed') continue
    result = await trials.run(some)
    // Tests of the store can be late on a busy machine, so a failure counts only if it repeats.
    if (result.by.some((test) => usesStore.has(test))) result = await trials.run(result.by)
  }
  for (const test of result.by)
    kills.set(`${file} ${test}`, (kills.get(`${file} ${test}`) ?? 0) + 1)
  return result
}

/**
 * The rules' tests that read the file, the nearest first: its own, then those in its folder. Of the
 * tests that need the store, only its own.
 */
function testsOf(file: string): string[] {
  const steps = readersOf(file)
  const isOwn = (test: string) =>
    test.startsWith(file.replace('.ts', '.test.')) || test === testedBy[file]
  const farness = (test: string) =>
    isOwn(test) ? -2 : dirname(test) === dirname(file) ? -1 : steps.get(test)!
  return trials.files
    .filter((test) => steps.has(test) && (!usesStore.has(test) || isOwn(test)))
    .toSorted((a, b) => farness(a) - farness(b))
}
